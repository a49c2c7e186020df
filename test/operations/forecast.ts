import { mappings, strategy } from './answer-parts.ts'
import { anyText } from './arbitrary-parts.ts'
import { forecastCurrent } from './forecast-current.ts'
import type { SpecifiedOperation } from './operation.ts'

export const forecast: SpecifiedOperation = {
  ...forecastCurrent,
  path: '/rm/v1/express/forecast',
  requestName: 'ForecastRequest',
  body: { ...forecastCurrent.body, ForecastType: 'optional' },
  answer: {
    StrategyOutput: { list: strategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  arbitrary: {
    required: forecastCurrent.arbitrary.required,
    optional: { ...forecastCurrent.arbitrary.optional, ForecastType: anyText },
  },
}

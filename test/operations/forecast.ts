import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { mappings, strategy } from './answer-parts.ts'
import { anyText } from './arbitrary-parts.ts'
import { forecastCurrent } from './forecast-current.ts'
import type { SpecifiedComputation } from './operation.ts'

export const forecast: SpecifiedComputation = {
  ...forecastCurrent,
  path: '/rm/v1/express/forecast',
  requestName: 'ForecastRequest',
  body: { ...forecastCurrent.body, ForecastType: 'optional' },
  answer: {
    StrategyOutput: { list: strategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  fullAnswer: forecastAnswer,
  arbitrary: {
    required: forecastCurrent.arbitrary.required,
    optional: { ...forecastCurrent.arbitrary.optional, ForecastType: anyText },
  },
}

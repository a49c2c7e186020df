import { list, object, ref, text } from '../json-schema.ts'
import { forecastRequestSchema } from './forecast.ts'
import type { Operation } from './operation.ts'

export const forecastCurrentRequestSchema = forecastRequestSchema.omit({ ForecastType: true })

export const forecastCurrent = {
  title: 'Express Forecast Current',
  path: '/rm/v1/express/forecast/current',
  request: forecastCurrentRequestSchema,
  requestParts: { ForecastCurrentRequest: forecastCurrentRequestSchema },
  answer: 'ForecastCurrentAnswer',
  answerSchemas: {
    ForecastCurrentAnswer: object({
      StrategyOutput: list(ref('ReducedStrategyOutput')),
      CommunicationXML: text,
      AccountMappings: list(ref('AccountMapping')),
    }),
  },
  resendable: true,
} as const satisfies Operation

import { z } from 'zod'
import { encodedXml, list, object, ref } from '../json-schema.ts'
import {
  forecastInputsSchema,
  participantFields,
  pensionTypeSchema,
  savingsRateDetailSchema,
} from '../requests.ts'
import type { Operation } from './operation.ts'

export const forecastRequestSchema = z.strictObject({
  ...participantFields,
  ...forecastInputsSchema.shape,
})
export type ForecastRequest = z.infer<typeof forecastRequestSchema>

export const forecast = {
  title: 'Express Forecast',
  path: '/rm/v1/express/forecast',
  request: forecastRequestSchema,
  requestParts: {
    PensionTypesItem: pensionTypeSchema,
    SavingsRateDetailsItem: savingsRateDetailSchema,
    ForecastRequest: forecastRequestSchema,
  },
  answer: 'ForecastAnswer',
  answerSchemas: {
    ForecastAnswer: object({
      StrategyOutput: list(ref('StrategyOutput')),
      CommunicationXML: encodedXml,
      AccountMappings: list(ref('AccountMapping')),
    }),
  },
  resendable: true,
} as const satisfies Operation

import type { z } from 'zod'
import { forecastRequestSchema } from '#shared/express/operations/forecast.ts'
import { errorAnswer, jsonTextAnswer, type Answer } from '../answer.ts'
import type { Projected } from '../projection-job.ts'
import { writeCommunication } from '../transaction-xml.ts'
import { inputs, person } from './accepted-parts.ts'
import { operation } from './operation.ts'

const acceptedForecast = forecastRequestSchema.extend({ ...person, ...inputs })
export type AcceptedForecast = z.infer<typeof acceptedForecast>

/** The answer of Forecast and of Forecast Current. `at` is ISO 8601. */
export const answerForecast = (projected: Projected, clientId: string, at: string): Answer =>
  jsonTextAnswer(
    200,
    `{"StrategyOutput":${projected.strategyOutputJson},` +
      `"CommunicationXML":${JSON.stringify(writeCommunication(projected, clientId, at))},` +
      `"AccountMappings":${projected.accountMappingsJson}}`,
  )

export const forecast = operation({
  accepts: acceptedForecast,
  decline: (_request, message) => errorAnswer(400, message),
  carryOut: (request, { withProjection, at }) =>
    withProjection(request, (projected) => answerForecast(projected, request.ClientId, at)),
})

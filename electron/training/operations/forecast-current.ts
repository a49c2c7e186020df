import { forecastCurrentRequestSchema } from '#shared/express/operations/forecast-current.ts'
import { errorAnswer } from '../answer.ts'
import { inputs, person } from './accepted-parts.ts'
import { answerForecast } from './forecast.ts'
import { operation } from './operation.ts'

export const forecastCurrent = operation({
  accepts: forecastCurrentRequestSchema.extend({ ...person, ...inputs }),
  decline: (_request, message) => errorAnswer(400, message),
  carryOut: (request, { withProjection, at }) =>
    withProjection(request, (projected) => answerForecast(projected, request.ClientId, at)),
})

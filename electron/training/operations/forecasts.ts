import { z } from 'zod'
import { forecastCurrentRequestSchema } from '#shared/express/operations/forecast-current.ts'
import { forecastRequestSchema } from '#shared/express/operations/forecast.ts'
import { caseInformationInputsSchema } from '#shared/express/requests.ts'
import { fromNumeric } from '#shared/text/numeric-text.ts'
import { jsonTextAnswer } from '../answers.ts'
import { writeCommunication } from '../transaction-xml.ts'
import {
  dollars,
  operation,
  personAndInputs,
  retirementAge,
  withProjection,
  words,
} from './operation.ts'

/** The operations that only compute. */

const asNumber = (value: unknown): unknown => fromNumeric(value) ?? value

/** Salary and RetirementAge may be numeric text. */
const acceptedCase = caseInformationInputsSchema.extend({
  ClientId: words,
  Salary: z.preprocess(asNumber, dollars),
  RetirementAge: z.preprocess(asNumber, retirementAge),
  SSAgeOverride: z.array(z.int().min(50).max(80)).optional(),
})
export type AcceptedCase = z.infer<typeof acceptedCase>

export const caseInformation = operation({
  accepts: acceptedCase,
  carryOut: async (request, { executed, firmLaw, name, pool, today }) => {
    const result = await pool.run({ kind: 'caseInformation', request, today, firmLaw })
    if (result.kind !== 'caseInformation') throw new Error(`The projection answered ${result.kind}`)
    executed[name] += 1
    return jsonTextAnswer(result.json)
  },
})

const acceptedForecast = forecastRequestSchema.extend(personAndInputs)
export type AcceptedForecast = z.infer<typeof acceptedForecast>

const forecastOf = (accepts: z.ZodType<AcceptedForecast>) =>
  operation({
    accepts,
    carryOut: (request, carrying) =>
      withProjection(request, carrying, (projected) =>
        jsonTextAnswer(
          `{"StrategyOutput":${projected.strategyOutputJson},` +
            `"CommunicationXML":${JSON.stringify(writeCommunication(projected, request.ClientId, carrying.at))},` +
            `"AccountMappings":${projected.accountMappingsJson}}`,
        ),
      ),
  })

export const forecast = forecastOf(acceptedForecast)
export const forecastCurrent = forecastOf(forecastCurrentRequestSchema.extend(personAndInputs))

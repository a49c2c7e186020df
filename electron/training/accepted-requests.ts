import { z } from 'zod'
import { enrollRequestSchema } from '#shared/express/operations/enrollment.ts'
import { forecastCurrentRequestSchema } from '#shared/express/operations/forecast-current.ts'
import { forecastRequestSchema } from '#shared/express/operations/forecast.ts'
import { optoutRequestSchema } from '#shared/express/operations/optout.ts'
import { caseInformationInputsSchema } from '#shared/express/requests.ts'

/**
 * What the training service takes: the specified requests within limits of its own, since it computes with them. The service
 * it stands for shows none, so the program itself holds nobody to these.
 */

const words = z.string().min(1)
const dollars = z.number().min(0).max(100_000_000)
const retirementAge = z.int().min(18).max(100)
const numericText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'plain decimal digits, for example 6 or 4.5')

const person = { ClientId: words, ParticipantXML: words }
const inputs = {
  RetirementAge: retirementAge.optional(),
  Salary: dollars.optional(),
  SavingsRateDetails: z
    .array(
      z.strictObject({ PlanId: words, SavingsType: z.string().default(''), Value: numericText }),
    )
    .optional(),
  PensionTypes: z
    .array(
      z.strictObject({
        Amount: dollars,
        Cola: z.boolean().default(false),
        IsFromRecordKeeper: z.boolean().default(false),
        StartYear: z.string().regex(/^\d{4}$/, 'a four-digit year'),
      }),
    )
    .optional(),
}

export const acceptedForecast = forecastRequestSchema.extend({ ...person, ...inputs })
export const acceptedForecastCurrent = forecastCurrentRequestSchema.extend({ ...person, ...inputs })
export const acceptedEnrollment = enrollRequestSchema.extend({
  ...person,
  ...inputs,
  EnrollmentInfo: z
    .array(z.strictObject({ PlanId: words, PlanType: words, ServiceOption: words }))
    .min(1),
  DesiredRetirementIncome: z
    .strictObject({ Type: z.string().default(''), Value: numericText })
    .optional(),
})
export const acceptedOptOut = optoutRequestSchema.extend({
  ClientId: words,
  ParticipantId: words,
  FirstName: words,
  LastName: words,
  OptoutInfo: z.array(z.strictObject({ PlanId: words, PlanType: words })).min(1),
})
export const acceptedCase = caseInformationInputsSchema.extend({
  ClientId: words,
  Salary: dollars,
  RetirementAge: retirementAge,
  SSAgeOverride: z.array(z.int().min(50).max(80)).optional(),
})

export type AcceptedForecast = z.infer<typeof acceptedForecast>
export type AcceptedEnrollment = z.infer<typeof acceptedEnrollment>
export type AcceptedOptOut = z.infer<typeof acceptedOptOut>
export type AcceptedCase = z.infer<typeof acceptedCase>

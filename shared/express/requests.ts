import { z } from 'zod'

/**
 * The parts of requests, exactly as specified: only these fields, in this spelling and order. The
 * schemas are strict, because an unlisted field is a bug of ours and must not be sent. The
 * specification shows no range, length, number of rows, or required fields of inner objects, so the
 * schemas impose none; `unusual.ts` points out probable mistakes. Our only limit is on the number
 * of savings rates.
 */

/** Numeric text as the program writes it. */
export const numericTextSchema = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'plain decimal digits, for example 6 or 4.5')

const optionalText = z.string().optional()

export const pensionTypeSchema = z.strictObject({
  Amount: z.number().optional(),
  Cola: z.boolean().optional(),
  IsFromRecordKeeper: z.boolean().optional(),
  StartYear: z
    .string()
    .regex(/^\d{4}$/, 'a four-digit year')
    .optional(),
})

export const savingsRateDetailSchema = z.strictObject({
  PlanId: optionalText,
  SavingsType: optionalText,
  Value: numericTextSchema.optional(),
})

export const enrollmentInfoSchema = z.strictObject({
  PlanId: optionalText,
  PlanType: optionalText,
  ServiceOption: optionalText,
})

export const optoutInfoSchema = z.strictObject({
  PlanId: optionalText,
  PlanType: optionalText,
})

export const desiredRetirementIncomeSchema = z.strictObject({
  Type: optionalText,
  Value: numericTextSchema.optional(),
})

export const transactionHttpEndpointSchema = z.strictObject({
  TransURL: z.url().optional(),
  SID: optionalText,
  Cookie: optionalText,
})

/**
 * More rates than a person's plans and types of savings can need. This is our own limit, because
 * each rate is checked against all others.
 */
const mostSavingsRates = 50

/** Changes to a forecast. A missing field means the service's default. */
export const forecastInputsSchema = z.strictObject({
  RetirementAge: z.int().optional(),
  SavingsRateDetails: z
    .array(savingsRateDetailSchema)
    .refine(({ length }) => length <= mostSavingsRates, `at most ${mostSavingsRates} savings rates`)
    .optional(),
  /** We read it as dollars a year, because the specification shows no unit. */
  Salary: z.number().optional(),
  PensionTypes: z.array(pensionTypeSchema).optional(),
  ExcludeSocialSecurity: z.boolean().optional(),
  ForecastType: optionalText,
})

export type ForecastInputs = z.infer<typeof forecastInputsSchema>

/**
 * The fields in {@link forecastInputsSchema} and those that only Enroll and Implement have, without
 * the participant and the plans.
 */
export const enrollInputsSchema = forecastInputsSchema.extend({
  /** ISO 8601 date-time. */
  DOB: z.iso.datetime({ offset: true }).optional(),
  Gender: optionalText,
  StateOfResidence: optionalText,
  DesiredRetirementIncome: desiredRetirementIncomeSchema.optional(),
})

export type EnrollInputs = z.infer<typeof enrollInputsSchema>

/** The first fields of every operation about a participant file. */
export const participantFields = { ClientId: z.string(), ParticipantXML: z.string() }

/**
 * The fields of Case information except the ClientId, which comes from the environment. The program writes numbers as
 * numbers.
 */
export const caseInformationInputsSchema = z.strictObject({
  /** Dollars a year. */
  Salary: z.number(),
  RetirementAge: z.int(),
  DOB: z.iso.date(),
  Gender: optionalText,
  SSAgeOverride: z.array(z.int()).optional(),
})

export type CaseInformationInputs = z.infer<typeof caseInformationInputsSchema>

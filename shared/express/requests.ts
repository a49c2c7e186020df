import { z } from 'zod'

/**
 * Requests exactly as the service specifies them: only these fields, in this spelling and order. Strict on purpose: a field the
 * specification does not list is a bug of ours, not something to send.
 */

const numericText = z.string().regex(/^-?\d+(\.\d+)?$/, 'plain decimal digits, for example 6 or 4.5')

export const pensionTypeSchema = z.strictObject({
  /** Dollars a year. */
  Amount: z.number().min(0).max(100_000_000),
  Cola: z.boolean(),
  IsFromRecordKeeper: z.boolean(),
  StartYear: z.string().regex(/^\d{4}$/, 'a four-digit year'),
})

export const savingsRateDetailSchema = z.strictObject({
  PlanId: z.string().min(1),
  SavingsType: z.string(),
  Value: numericText,
})

export const enrollmentInfoSchema = z.strictObject({
  PlanId: z.string().min(1),
  PlanType: z.string().min(1),
  ServiceOption: z.string().min(1),
})

export const optoutInfoSchema = z.strictObject({ PlanId: z.string().min(1), PlanType: z.string().min(1) })

export const desiredRetirementIncomeSchema = z.strictObject({ Type: z.string(), Value: numericText })

export const transactionHttpEndpointSchema = z.strictObject({
  TransURL: z.url(),
  SID: z.string().optional(),
  Cookie: z.string().optional(),
})

/** What a person may change about a forecast. Every field left out means "the service's default". */
export const forecastInputsSchema = z.strictObject({
  RetirementAge: z.number().int().min(18).max(100).optional(),
  SavingsRateDetails: z.array(savingsRateDetailSchema).optional(),
  /** Dollars a year. */
  Salary: z.number().min(0).max(100_000_000).optional(),
  PensionTypes: z.array(pensionTypeSchema).optional(),
  ExcludeSocialSecurity: z.boolean().optional(),
  ForecastType: z.string().min(1).optional(),
})

export type ForecastInputs = z.infer<typeof forecastInputsSchema>

/** {@link forecastInputsSchema} plus what only Enroll and Implement take, short of the participant and the plans. */
export const enrollInputsSchema = forecastInputsSchema.extend({
  /** ISO 8601 date-time. */
  DOB: z.iso.datetime({ offset: true }).optional(),
  Gender: z.string().min(1).optional(),
  StateOfResidence: z.string().min(1).optional(),
  DesiredRetirementIncome: desiredRetirementIncomeSchema.optional(),
})

export type EnrollInputs = z.infer<typeof enrollInputsSchema>

const participantFields = { ClientId: z.string().min(1), ParticipantXML: z.string().min(1) }

export const forecastRequestSchema = z.strictObject({ ...participantFields, ...forecastInputsSchema.shape })

export const forecastCurrentRequestSchema = forecastRequestSchema.omit({ ForecastType: true })

export const enrollRequestSchema = z.strictObject({
  ...participantFields,
  EnrollmentInfo: z.array(enrollmentInfoSchema).min(1),
  ...enrollInputsSchema.omit({ ForecastType: true }).shape,
  ForecastType: enrollInputsSchema.shape.ForecastType,
  TransactionHTTPEndpoint: transactionHttpEndpointSchema.optional(),
})

export const optoutRequestSchema = z.strictObject({
  ClientId: z.string().min(1),
  ParticipantId: z.string().min(1),
  FirstName: z.string().min(1),
  LastName: z.string().min(1),
  OptoutInfo: z.array(optoutInfoSchema).min(1),
  Reason: z.string().min(1).optional(),
  TransactionHTTPEndpoint: transactionHttpEndpointSchema.optional(),
})

/** What Case information needs, without the ClientId that comes from the environment. */
export const caseInformationInputsSchema = z.strictObject({
  /** Dollars a year. */
  Salary: z.number().min(0).max(100_000_000),
  RetirementAge: z.number().int().min(18).max(100),
  DOB: z.iso.date(),
  Gender: z.string().min(1).optional(),
  SSAgeOverride: z.array(z.number().int().min(50).max(80)).optional(),
})

export type CaseInformationInputs = z.infer<typeof caseInformationInputsSchema>

const { Salary, RetirementAge, ...otherCaseInputs } = caseInformationInputsSchema.shape

export const caseInformationRequestSchema = z.strictObject({
  Salary,
  RetirementAge,
  ClientId: z.string().min(1),
  ...otherCaseInputs,
})

export type ForecastRequest = z.infer<typeof forecastRequestSchema>
export type EnrollRequest = z.infer<typeof enrollRequestSchema>
export type OptoutRequest = z.infer<typeof optoutRequestSchema>
export type CaseInformationRequest = z.infer<typeof caseInformationRequestSchema>

import { z } from 'zod'
import { amountPeriodSchema } from './amount-periods.ts'

/**
 * The part of a participant XML that the program shows. The text itself is sent; this is only a reading of it, so every
 * field may be missing (`''` or `null`) and is never written back.
 */

/** The period of the file's own dollars behind dollars a year. Absent: a year. */
const period = amountPeriodSchema.optional()

const holdingSchema = z.strictObject({
  /** The fund's identifier: CusFundID if present, else MorningstarID. */
  fundId: z.string(),
  fundIdType: z.enum(['CusFundID', 'MorningstarID', '']),
  /** @Name if the file has it. */
  name: z.string(),
  transactionId: z.string(),
  /** Dollars. */
  balance: z.number().nullable(),
  /** Percent 0–100 of the account: minimum and maximum today, and maximum in future elections. */
  currentMin: z.number().nullable(),
  currentMax: z.number().nullable(),
  futureMax: z.number().nullable(),
})

const accountSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  status: z.string(),
  /** Most that may be contributed from all sources, percent of pay. */
  combinedLimit: z.number().nullable(),
  /** Sum of the holdings' balances, dollars. */
  balance: z.number(),
  holdings: z.array(holdingSchema),
  line: z.int(),
})

/** A contribution from each pay. The documented rules name no attributes, so all attributes are kept. */
const contributionSchema = z.strictObject({
  kind: z.enum(['pretax', 'posttax', 'roth', 'employer']),
  /** Empty if the rule names no plan. */
  planId: z.string(),
  /** Percent of pay, 0–100. */
  rate: z.number().nullable(),
  /** Dollars a year. */
  amount: z.number().nullable(),
  period,
  attributes: z.record(z.string(), z.string()),
  /** The mapped match values as written; `match.ts` reads them together with the attributes. */
  match: z
    .strictObject({
      rate: z.string(),
      limit: z.string(),
      /** The maximum as dollars of a period, and the attribute it came from, lower case, or empty. */
      most: z
        .strictObject({ text: z.string(), period: amountPeriodSchema, attribute: z.string() })
        .optional(),
    })
    .optional(),
  line: z.int(),
})

const pensionSchema = z.strictObject({
  /** Dollars a year. */
  amount: z.number().nullable(),
  period,
  /** Four digits; taken from a full date if the file has one. */
  startYear: z.string(),
  cola: z.boolean(),
  line: z.int(),
})

export const participantProfileSchema = z.strictObject({
  /** @UserID; Opt-out's ParticipantId. */
  userId: z.string(),
  clientId: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  /** YYYY-MM-DD, or empty. */
  dateOfBirth: z.string(),
  gender: z.string(),
  maritalStatus: z.string(),
  email: z.string(),
  city: z.string(),
  state: z.string(),
  socialSecurityFlag: z.string(),
  /** Dollars a year. */
  salary: z.number().nullable(),
  salaryPeriod: period,
  pensions: z.array(pensionSchema),
  accounts: z.array(accountSchema),
  contributions: z.array(contributionSchema),
  line: z.int(),
})

export const readingWarningSchema = z.strictObject({
  /** 1-based; 0 for a warning about the whole file. */
  line: z.int(),
  column: z.int(),
  message: z.string(),
})

/** All participants of one file, with its remarks. */
export const participantReadingSchema = z.strictObject({
  fileType: z.string(),
  timeStamp: z.string(),
  participants: z.array(participantProfileSchema),
  warnings: z.array(readingWarningSchema),
})

export type Holding = z.infer<typeof holdingSchema>
export type Account = z.infer<typeof accountSchema>
export type Contribution = z.infer<typeof contributionSchema>
export type Pension = z.infer<typeof pensionSchema>
export type ParticipantProfile = z.infer<typeof participantProfileSchema>
export type ReadingWarning = z.infer<typeof readingWarningSchema>
export type ParticipantReading = z.infer<typeof participantReadingSchema>

import { z } from 'zod'
import { amountPeriodSchema } from './amount-periods.ts'

/**
 * What the program shows of a participant XML. The text itself is what is sent; this is only a reading of it, so every
 * field may be missing (`''` or `null`) and nothing here is ever written back.
 */

/** How often the file's own dollars come of what stands here as dollars a year. Absent: a year. */
const period = amountPeriodSchema.optional()

const holdingSchema = z.strictObject({
  /** The fund's identifier: CusFundID where present, otherwise MorningstarID. */
  fundId: z.string(),
  fundIdType: z.enum(['CusFundID', 'MorningstarID', '']),
  /** @Name where the file carries one. */
  name: z.string(),
  transactionId: z.string(),
  /** Dollars. */
  balance: z.number().nullable(),
  /** Percent 0–100 of the account today, at least and at most, and at most in future elections. */
  currentMin: z.number().nullable(),
  currentMax: z.number().nullable(),
  futureMax: z.number().nullable(),
})

const accountSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  status: z.string(),
  /** Most that may be contributed over all sources, percent of pay. */
  combinedLimit: z.number().nullable(),
  /** Sum of the holdings' balances, dollars. */
  balance: z.number(),
  holdings: z.array(holdingSchema),
  line: z.number().int(),
})

/** How much goes in from each pay: the publicly documented rules carry no attribute names, so all attributes are kept. */
const contributionSchema = z.strictObject({
  kind: z.enum(['pretax', 'posttax', 'roth', 'employer']),
  /** Empty when the rule is not tied to one plan. */
  planId: z.string(),
  /** Percent of pay, 0–100. */
  rate: z.number().nullable(),
  /** Dollars a year. */
  amount: z.number().nullable(),
  period,
  attributes: z.record(z.string(), z.string()),
  /** What the mapping found of a match, as written; `match.ts` reads it together with the attributes. */
  match: z
    .strictObject({
      rate: z.string(),
      limit: z.string(),
      /** The most it brings, as dollars of a period; the attribute that it was read from, lower case, or empty. */
      most: z
        .strictObject({ text: z.string(), period: amountPeriodSchema, attribute: z.string() })
        .optional(),
    })
    .optional(),
  line: z.number().int(),
})

const pensionSchema = z.strictObject({
  /** Dollars a year. */
  amount: z.number().nullable(),
  period,
  /** Four digits; taken from a full date where the file carries one. */
  startYear: z.string(),
  cola: z.boolean(),
  line: z.number().int(),
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
  line: z.number().int(),
})

export const readingWarningSchema = z.strictObject({
  /** 1-based; 0 when the warning is about the whole file. */
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
})

/** All participants of one file, with what was odd about it. */
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

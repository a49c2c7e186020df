import { z } from 'zod'
import { saidSchema } from '../figures/figure.ts'
import { amountPeriodSchema } from './amount-periods.ts'

/**
 * The part of a participant XML that the program shows. The text itself is sent; this is only a reading of it, so every
 * field may be missing (`''` or `null`) and is never written back.
 */

const text = z.string()
const number = z.number().nullable()

/** The period of the file's own dollars behind dollars a year. Absent: a year. */
const period = amountPeriodSchema.optional()

const holdingSchema = z.strictObject({
  /** The fund's identifier: CusFundID if present, else MorningstarID. */
  fundId: text,
  fundIdType: z.enum(['CusFundID', 'MorningstarID', '']),
  /** @Name if the file has it. */
  name: text,
  transactionId: text,
  /** Dollars. */
  balance: number,
  /** Percent 0–100 of the account: minimum and maximum today, and maximum in future elections. */
  currentMin: number,
  currentMax: number,
  futureMax: number,
  /** Expense ratio, percent of the balance a year; absent if the file has none. */
  expense: z.number().optional(),
})

const accountSchema = z.strictObject({
  planId: text,
  planType: text,
  status: text,
  /** Most that may be contributed from all sources, percent of pay. */
  combinedLimit: number,
  /** Sum of the holdings' balances, dollars. */
  balance: z.number(),
  holdings: z.array(holdingSchema),
  line: z.int(),
})

/** A contribution from each pay. The documented rules name no attributes, so all attributes are kept. */
const contributionSchema = z.strictObject({
  kind: z.enum(['pretax', 'posttax', 'roth', 'employer']),
  /** Empty if the rule names no plan. */
  planId: text,
  /** Percent of pay, 0–100. */
  rate: number,
  /** Dollars a year. */
  amount: number,
  period,
  attributes: z.record(text, text),
  /** The mapped match values as written; `match.ts` reads them together with the attributes. */
  match: z
    .strictObject({
      rate: text,
      limit: text,
      /** The maximum as dollars of a period, and the attribute it came from, lower case, or empty. */
      most: z.strictObject({ text: text, period: amountPeriodSchema, attribute: text }).optional(),
    })
    .optional(),
  line: z.int(),
})

const pensionSchema = z.strictObject({
  /** Dollars a year. */
  amount: number,
  period,
  /** Four digits; taken from a full date if the file has one. */
  startYear: text,
  cola: z.boolean(),
  line: z.int(),
})

export const participantProfileSchema = z.strictObject({
  /** @UserID; Opt-out's ParticipantId. */
  userId: text,
  clientId: text,
  firstName: text,
  middleName: text,
  lastName: text,
  /** YYYY-MM-DD, or empty. */
  dateOfBirth: text,
  gender: text,
  maritalStatus: text,
  email: text,
  city: text,
  state: text,
  socialSecurityFlag: text,
  /** Dollars a year. */
  salary: number,
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
  message: saidSchema,
})

/** All participants of one file, with its remarks. */
export const participantReadingSchema = z.strictObject({
  fileType: text,
  timeStamp: text,
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

import { z } from 'zod'
import { saidSchema } from '../figures/figure.ts'
import { amountPeriodSchema } from './amount-periods.ts'

/**
 * The data that the program shows from a participant's XML. The XML text itself is sent. This is
 * only a reading of it, so every field may be missing (`''` or `null`), and nothing is written
 * back.
 */

const text = z.string()
const number = z.number().nullable()

/**
 * The period for which the file states an amount that is shown as dollars a year; absent means a
 * year.
 */
const period = amountPeriodSchema.optional()

const holdingSchema = z.strictObject({
  /** The fund's identifier: CusFundID if present, otherwise MorningstarID. */
  fundId: text,
  fundIdType: z.enum(['CusFundID', 'MorningstarID', '']),
  /** @Name if the file has it, otherwise empty. */
  name: text,
  transactionId: text,
  /** Dollars. */
  balance: number,
  /** Percent of the account, 0–100: the minimum and maximum today, and the maximum in future elections. */
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
  /** Limit for contributions from all sources together, percent of pay. */
  combinedLimit: number,
  /** Sum of the holdings' balances, dollars. */
  balance: z.number(),
  holdings: z.array(holdingSchema),
  line: z.int(),
})

/** A contribution from each paycheck. The documented rules name no attributes, so all attributes are kept. */
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
      /**
       * The maximum as dollars in a period, and the attribute that it came from, in lower case; the
       * attribute may be empty.
       */
      most: z.strictObject({ text: text, period: amountPeriodSchema, attribute: text }).optional(),
    })
    .optional(),
  line: z.int(),
})

const pensionSchema = z.strictObject({
  /** Dollars a year. */
  amount: number,
  period,
  /** Four digits, even if the file has a full date. */
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
  /** Counted from 1; 0 for a warning about the whole file. */
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

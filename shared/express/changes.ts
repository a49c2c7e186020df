import { z } from 'zod'
import { accountMappingSchema } from './reading.ts'

/** What a submission changes for its participant, as far as a saved forecast or the draft itself says. */

const number = z.number().nullable()

/**
 * Where the value of today comes from: the participant's file, or what the yearly limits leave of what it says; else the Current strategy of the forecast, where that was run
 * without an input that would stand in its place; else it is not known.
 */
const todaySchema = z.enum(['file', 'limited', 'forecast', 'unknown'])

/** One field of a request as it is sent, in words; the same on review and receipt. */
export const sentFieldSchema = z.strictObject({
  /** The service's own name. */
  name: z.string(),
  label: z.string(),
  /** One for each value that goes. */
  lines: z.array(z.string()),
  /** Which values the lines leave out, and why; else empty. */
  leftOut: z.string(),
  /** What the participant's file says of it today; empty where it says nothing, null where a file has no such thing. */
  file: z.string().nullable(),
  /** What the file says besides, which is not what is sent: the employer's savings and the sums. Receipts before had it in `file`. */
  beside: z.string().optional(),
})
export type SentField = z.infer<typeof sentFieldSchema>

const fundRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Percent of the account, 0–100; null where the strategy does not list the fund. */
  from: number,
  to: number,
})

const accountChangeSchema = z.strictObject({
  account: z.string(),
  /** Of the funds' `from`. */
  today: todaySchema,
  funds: z.array(fundRowSchema),
  /** The service sent rows of a shape that is not known; the forecast itself shows them. */
  unread: z.boolean(),
})

const savingsRowSchema = z.strictObject({
  account: z.string(),
  label: z.string(),
  /** Of `from`. */
  today: todaySchema,
  /** Percent of pay. */
  from: number,
  to: number,
  /** Dollars a year. */
  fromDollars: number,
  toDollars: number,
})

export const reviewChangesSchema = z.discriminatedUnion('kind', [
  /** What is sent, beside the newest saved forecast of this participant in this environment. */
  z.strictObject({
    kind: z.literal('forecast'),
    forecastId: z.string().min(1),
    savedAt: z.iso.datetime(),
    /** Whether the service proposed anything; a forecast of the current strategy alone does not. */
    proposes: z.boolean(),
    /** `to` is what is sent; null where none is. */
    retirementAge: z.strictObject({ today: todaySchema, from: number, to: number }),
    /** Funds as the forecast has them; the service manages them by itself. */
    accounts: z.array(accountChangeSchema),
    /** Every rate that is sent. */
    savings: z.array(savingsRowSchema),
    /** Which plan an account of the forecast belongs to, as the service has it. */
    accountMappings: z.array(accountMappingSchema),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** What the submission itself says: a sentence before the plans of the review, and one after them. */
  z.strictObject({ kind: z.literal('stated'), begins: z.string(), ends: z.string() }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>

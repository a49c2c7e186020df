import { z } from 'zod'
import { accountMappingSchema } from './reading.ts'

/** The changes of a submission for its participant, as far as a saved forecast or the draft itself says. */

const text = z.string()
const number = z.number().nullable()

/**
 * Source of today's value: the participant's file, or its value within the yearly limits; else the forecast's Current
 * strategy, if it ran without an input that replaces the value; else unknown.
 */
const todaySchema = z.enum(['file', 'limited', 'forecast', 'unknown'])

/** One sent field of a request in words; the same on review and receipt. */
export const sentFieldSchema = z.strictObject({
  /** The service's name. */
  name: text,
  label: text,
  /** One line per sent value. */
  lines: z.array(text),
  /** The values that the lines leave out, and why; else empty. */
  leftOut: text,
  /** The value in the participant's file today; empty if it has none, null if a file has no such field. */
  file: text.nullable(),
  /**
   * Related values of the file that are not sent: the employer's savings and the sums. Older receipts have them in
   * `file`.
   */
  beside: text.optional(),
})
export type SentField = z.infer<typeof sentFieldSchema>

const fundRowSchema = z.strictObject({
  id: text,
  name: text,
  /** Percent of the account, 0–100; null if the strategy does not list the fund. */
  from: number,
  to: number,
})

const accountChangeSchema = z.strictObject({
  account: text,
  /** Source of the funds' `from`. */
  today: todaySchema,
  funds: z.array(fundRowSchema),
  /** True for rows of an unknown shape; the forecast itself shows them. */
  unread: z.boolean(),
})

const savingsRowSchema = z.strictObject({
  account: text,
  label: text,
  /** Source of `from`. */
  today: todaySchema,
  /** Percent of pay. */
  from: number,
  to: number,
  /** Dollars a year. */
  fromDollars: number,
  toDollars: number,
})

export const reviewChangesSchema = z.discriminatedUnion('kind', [
  /** The sent values, beside the newest saved forecast of this participant in this environment. */
  z.strictObject({
    kind: z.literal('forecast'),
    forecastId: text.min(1),
    savedAt: z.iso.datetime(),
    /** Whether the service proposed anything; a forecast of only the current strategy does not. */
    proposes: z.boolean(),
    /** `to` is the sent age; null if none is sent. */
    retirementAge: z.strictObject({ today: todaySchema, from: number, to: number }),
    /** Funds by the forecast; the service manages them itself. */
    accounts: z.array(accountChangeSchema),
    /** Every sent rate. */
    savings: z.array(savingsRowSchema),
    /** Recommended rates and retirement age, from today's value; the request has no value for them. */
    notSent: z.strictObject({
      retirementAge: z.strictObject({ from: number, to: z.number() }).nullable(),
      savings: z.array(savingsRowSchema),
    }),
    /** The service's plan for each account of the forecast. */
    accountMappings: z.array(accountMappingSchema),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** The submission's own sentences, before and after the plans of the review. */
  z.strictObject({ kind: z.literal('stated'), begins: text, ends: text }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>

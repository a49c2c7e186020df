import { z } from 'zod'
import { accountMappingSchema } from './reading.ts'

/** The changes of a submission for its participant, as far as a saved forecast or the draft itself says. */

const text = z.string()
const number = z.number().nullable()

/**
 * Source of a change's start: the participant's file, or its value within the yearly limits; the value that the advisor
 * typed for the forecast; the forecast's Current strategy, where the file says something else or nothing; else unknown.
 */
const todaySchema = z.enum(['file', 'limited', 'plan', 'forecast', 'unknown'])

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
  /** For savings rates: the year of the limits, and rules of the law that the rates meet. */
  law: z.array(text).optional(),
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

/** A recommended value; an age has no account and no dollars, and `service` is the service's own default. */
const recommendedValueSchema = savingsRowSchema.extend({
  today: z.enum([...todaySchema.options, 'service']),
})

/** What a forecast recommends, and what became of it in a request. */
export const recommendedSchema = z.strictObject({
  /** Values that only make sense together. `replaced`: the request has another value for them. */
  lines: z.array(
    z.strictObject({
      kind: z.enum(['age', 'rate']),
      became: z.enum(['sent', 'replaced', 'notSent']),
      values: z.array(recommendedValueSchema),
    }),
  ),
  /** No request can carry one, so none is sent. */
  annuities: z.array(z.strictObject({ type: text, percent: number, dollars: number })),
  /** Sentences on savings that a rule of law moves or cuts. */
  rules: z.array(text),
})
export type Recommended = z.infer<typeof recommendedSchema>

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
    /** The retirement age that the funds were chosen for, if another one or none is sent. */
    fundsForAge: z.number().optional(),
    /** Every sent rate. */
    savings: z.array(savingsRowSchema),
    recommended: recommendedSchema,
    /** The service's plan for each account of the forecast. */
    accountMappings: z.array(accountMappingSchema),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** The submission's own sentences, before and after the plans of the review. */
  z.strictObject({ kind: z.literal('stated'), begins: text, ends: text }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>

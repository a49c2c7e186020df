import { z } from 'zod'

/** What a submission changes for its participant, as far as a saved forecast or the draft itself says. */

const number = z.number().nullable()

const fundRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Percent of the account, 0–100; null where the strategy does not list the fund. */
  from: number,
  to: number,
})

const accountChangeSchema = z.strictObject({
  account: z.string(),
  funds: z.array(fundRowSchema),
  /** The service sent rows of a shape that is not known; the forecast itself shows them. */
  unread: z.boolean(),
})

const savingsRowSchema = z.strictObject({
  account: z.string(),
  label: z.string(),
  /** Percent of pay. */
  from: number,
  to: number,
  /** Dollars a year. */
  fromDollars: number,
  toDollars: number,
})

export const reviewChangesSchema = z.discriminatedUnion('kind', [
  /** From the newest saved forecast of this participant in this environment. */
  z.strictObject({
    kind: z.literal('forecast'),
    forecastId: z.string().min(1),
    savedAt: z.iso.datetime(),
    /** Whether the service proposed anything; a forecast of the current strategy alone does not. */
    proposes: z.boolean(),
    retirementAge: z.strictObject({ from: number, to: number }),
    accounts: z.array(accountChangeSchema),
    savings: z.array(savingsRowSchema),
    /** The service's own overall rate; null where it sent none. */
    savingsTotal: savingsRowSchema.nullable(),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** The service ends for the plans of the review. */
  z.strictObject({ kind: z.literal('optout') }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>

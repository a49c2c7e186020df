import { z } from 'zod'

/** The kept part of a forecast's claim age; see `shared/strategy/claim-approximation.ts`. */

/** The pension that stands for Social Security claimed at an age. */
const claimedAtSchema = z.strictObject({
  age: z.int(),
  /** Dollars a year from Case information, by our reading. */
  benefit: z.number(),
  /** The pension's dollars a year: the benefit at prices of its first year. */
  amount: z.number(),
  startYear: z.string().regex(/^\d{4}$/),
})
export type ClaimedAt = z.infer<typeof claimedAtSchema>

/** Today's strategy with Social Security entered the same way, at today's claim age. */
const enteredAlikeSchema = claimedAtSchema.extend({
  /** Incomes that the service sent for its current strategy, by percentile. */
  incomes: z.array(z.strictObject({ percentage: z.number(), income: z.number() })),
})

export const claimSchema = claimedAtSchema.extend({
  /** The plan's base of comparison, so that the method itself makes no difference; `null` if unknown. */
  alike: enteredAlikeSchema.nullable(),
})
export type Claim = z.infer<typeof claimSchema>

import { z } from 'zod'

/** A claim age of a forecast, as it is kept with it; see `shared/strategy/claim-approximation.ts`. */

/** The pension that stands for Social Security claimed at an age. */
export const claimedAtSchema = z.strictObject({
  age: z.int(),
  /** Dollars a year as Case information has them, by our reading. */
  benefit: z.number(),
  /** Dollars a year of the pension: the benefit with prices up to its first year. */
  amount: z.number(),
  startYear: z.string().regex(/^\d{4}$/),
})
export type ClaimedAt = z.infer<typeof claimedAtSchema>

/** Today's strategy with Social Security entered in the same way, at the age at which it is claimed today. */
const enteredAlikeSchema = claimedAtSchema.extend({
  /** What the service sent for its current strategy, by percentile. */
  incomes: z.array(z.strictObject({ percentage: z.number(), income: z.number() })),
})

export const claimSchema = claimedAtSchema.extend({
  /** What the plan is compared with, so that the method itself is no difference; `null` where it is not known. */
  alike: enteredAlikeSchema.nullable(),
})
export type Claim = z.infer<typeof claimSchema>

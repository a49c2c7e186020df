import { z } from 'zod'

/**
 * The kept part of a forecast's claim age: the pension that stands for Social Security claimed at that age; see
 * `shared/strategy/claim-approximation.ts`.
 */
export const claimSchema = z.strictObject({
  age: z.int(),
  /** Dollars a year from Case information, by our reading. */
  benefit: z.number(),
  /** The pension's dollars a year: the benefit at prices of its first year. */
  amount: z.number(),
  startYear: z.string().regex(/^\d{4}$/),
})
export type Claim = z.infer<typeof claimSchema>

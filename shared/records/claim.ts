import { z } from 'zod'

/**
 * The saved part of a forecast's claim age, which is the pension that replaces Social Security
 * claimed at that age; see `shared/strategy/claim-approximation.ts`.
 */
export const claimSchema = z.strictObject({
  age: z.int(),
  /** Dollars a year from Case information, as we read it. */
  benefit: z.number(),
  /**
   * The pension in dollars a year, which is the benefit at the prices of the pension's first year.
   */
  amount: z.number(),
  startYear: z.string().regex(/^\d{4}$/),
})
export type Claim = z.infer<typeof claimSchema>

import type { Step } from '../../../figures/figure.ts'
import type { Goal } from '../goal.ts'
import { figure, inParentheses, step } from '../make.ts'

/** Amounts at an age in other dollars. */

export interface Prices {
  readonly at: (age: number) => number
  /** What the factor is, for its explanation. */
  readonly what: string
  /** Ends the ids of converted figures. */
  readonly key: string
}

/** Steps to an amount in other dollars; the same steps without `prices`. */
export const converted = (
  steps: readonly Step[],
  age: number,
  prices: Prices | null,
): readonly Step[] =>
  prices === null
    ? steps
    : [inParentheses(steps), step('×', prices.at(age), { from: 'setting', what: prices.what })]

/** The goal in the dollars of an age. */
export const goalAt = (goal: Goal | null, age: number, prices: Prices | null): Goal | null => {
  if (goal === null || prices === null) return goal
  const then = figure({
    ...goal.figure,
    id: `${goal.figure.id}@${age}/${prices.key}`,
    steps: converted(goal.figure.steps, age, prices),
  })
  return then && { ...goal, figure: then }
}

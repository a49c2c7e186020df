import type { DollarsOf } from '../../charts/dollars-of.ts'
import type { Step } from '../../../figures/figure.ts'
import type { Goal } from '../goal.ts'
import { figure, inParentheses, step } from '../make.ts'

/** Converts amounts at an age to other dollars. */

export interface Prices {
  readonly at: (age: number) => number
  /** The dollars that amounts are converted to. */
  readonly dollarsOf: DollarsOf
  /** Describes the factor, for its explanation. */
  readonly what: string
  /** The end of the ids of converted figures. */
  readonly key: string
}

/** The steps that convert an amount to other dollars; without `prices`, the steps unchanged. */
export const converted = (
  steps: readonly Step[],
  age: number,
  prices: Prices | null,
): readonly Step[] =>
  prices === null
    ? steps
    : [inParentheses(steps), step('×', prices.at(age), { from: 'setting', what: prices.what })]

/** The goal in dollars of the year in which the person reaches an age. */
export const goalAt = (goal: Goal | null, age: number, prices: Prices | null): Goal | null => {
  if (goal === null || prices === null) return goal
  const then = figure({
    ...goal.figure,
    id: `${goal.figure.id}@${age}/${prices.key}`,
    dollarsOf: prices.dollarsOf,
    steps: converted(goal.figure.steps, age, prices),
  })
  return then && { ...goal, figure: then }
}

import { earliestAge } from '../gap/at-age.ts'
import type { SavedAnswer } from '../side.ts'
import { statementOf, strategyIn, type Rules } from '../statement.ts'

/** One person's figures in a call list: where they stand, how much a call could add, and what would be enough. */

/** The figures from an answer to a request without inputs, the same as on the forecast screen. */
export const callFigures = (saved: SavedAnswer, rules: Rules) => {
  const statement = statementOf({ saved, today: null, typedGoal: null }, rules)
  const [today, recommended] = [
    strategyIn(statement, 'today'),
    strategyIn(statement, 'recommended'),
  ]
  const { poor, average } = today?.incomes ?? { poor: null, average: null }
  const isShort = today?.gaps.average?.kind === 'short'
  const later = today !== null && isShort ? earliestAge(today, 'average') : null
  return {
    incomes: { poor, average },
    percentiles: {
      poor: today?.percentiles.poor ?? null,
      average: today?.percentiles.average ?? null,
    },
    goal: today?.goal ? { figure: today.goal.figure, source: today.goal.source } : null,
    gaps: { poor: today?.gaps.poor ?? null, average: today?.gaps.average ?? null },
    ofGoal: today?.ofGoal.average ?? null,
    /** What Recommended adds to today's income, dollars a month, signed. */
    adds: {
      poor: recommended?.differences.poor ?? null,
      average: recommended?.differences.average ?? null,
    },
    /** The earliest retirement age that reaches the goal in average markets, with its income. */
    retireAt: later && { age: later.age, income: later.income },
  }
}

import type { Strategy } from '../../../express/reading.ts'
import { earliestAge } from '../gap/at-age.ts'
import type { SavedAnswer } from '../side.ts'
import {
  differenceIn,
  ownStrategy,
  roleNames,
  statementOf,
  strategyIn,
  type Rules,
} from '../statement.ts'

/** One person's figures in a call list: where they stand, how much a call could add, and what would be enough. */

/** What was sent for a person, as an answer with exactly that strategy. */
export interface SentPlan {
  readonly saved: SavedAnswer
  readonly strategy: Strategy
  /** The answer whose Revised strategy was recommended, and whether it has a claim age that cannot be sent. */
  readonly offered: SavedAnswer
  readonly hasClaim: boolean
}

/**
 * The figures from an answer to a request without inputs, the same as on the forecast screen. After a submission, they
 * are the figures of what was sent, and the possible gain is what remains, or unknown if the recommendation was for
 * other ages. If no answer has what was sent (`unknown`), the figures are today’s, and nothing is offered.
 */
export const callFigures = (
  saved: SavedAnswer,
  rules: Rules,
  sent: SentPlan | 'unknown' | null = null,
) => {
  const plan = sent === 'unknown' ? null : sent
  const statement = statementOf(
    plan === null
      ? { saved, today: null, typedGoal: null }
      : {
          ...{ saved: plan.offered, today: saved, typedGoal: null, plan },
          names: { ...roleNames, plan: 'what was sent' },
        },
    rules,
  )
  const [own, recommended] = [ownStrategy(statement), strategyIn(statement, 'recommended')]
  const isComparable =
    sent === null ||
    (plan !== null && !plan.hasClaim && recommended?.retirementAge === own?.retirementAge)
  const added = (market: 'poor' | 'average') =>
    recommended && isComparable ? differenceIn(recommended, own, market) : null
  const { poor, average } = own?.incomes ?? { poor: null, average: null }
  const isShort = sent !== 'unknown' && own?.gaps.average?.kind === 'short'
  const later = own !== null && isShort ? earliestAge(own, 'average') : null
  return {
    incomes: { poor, average },
    percentiles: {
      poor: own?.percentiles.poor ?? null,
      average: own?.percentiles.average ?? null,
    },
    goal: own?.goal ? { figure: own.goal.figure, source: own.goal.source } : null,
    gaps: { poor: own?.gaps.poor ?? null, average: own?.gaps.average ?? null },
    ofGoal: own?.ofGoal.average ?? null,
    /** Income that Recommended adds to today's or to what was sent, dollars a month, signed. */
    adds: { poor: added('poor'), average: added('average') },
    /** The earliest retirement age that reaches the goal in average markets, with its income. */
    retireAt: later && { age: later.age, income: later.income },
    sent: sent === null ? null : plan === null ? ('unknown' as const) : ('counted' as const),
  }
}

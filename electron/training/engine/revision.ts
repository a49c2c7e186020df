import {
  accountAdvice,
  hasSameFunds,
  revisedCandidates,
  unclaimedMatchPoints,
  type Strategy,
} from './advice.ts'
import { adviceNotes } from './advice-notes.ts'
import { adviceRules } from './advice-rules.ts'
import type { Household } from './household.ts'
import { levelAt, project, type Markets, type Projection } from './strategy.ts'

interface Revision {
  readonly strategy: Strategy
  readonly projection: Projection
  /** Why accounts change or stay, and why savings rise, one sentence each. */
  readonly why: readonly string[]
}

/**
 * Points of pay to add: three if typical markets fall far short of the goal, two if they fall short or poor ones fall
 * far short; at least the part missing to the full match.
 */
const pointsToAdd = (household: Household, current: Projection): number => {
  const { incomeGoal } = household
  const near = incomeGoal * adviceRules.nearGoal
  const typical = levelAt(current, 50)
  const step =
    typical < near
      ? adviceRules.savingsStepFar
      : typical < incomeGoal || levelAt(current, 10) < near
        ? adviceRules.savingsStepNear
        : 0
  return Math.max(step, unclaimedMatchPoints(household))
}

/** Cents between two ways of computing the same income. */
const rounding = 0.01

/** Advice may cost good markets something if it removes risk, or poor ones if it adds risk; never both sides. */
const isWorthIt = (revised: Projection, current: Projection): boolean =>
  [10, 50].some(
    (percentage) => levelAt(revised, percentage) >= levelAt(current, percentage) - rounding,
  )

/**
 * The advised strategy; if it lowers income in poor and typical markets alike, today's funds with more saved; else
 * today's strategy under the other name.
 */
export const revise = (
  household: Household,
  current: Strategy,
  currentProjection: Projection,
  markets: Markets,
): Revision => {
  const isSafe = levelAt(currentProjection, 10) >= household.incomeGoal
  const advice = accountAdvice(household, isSafe)
  for (const strategy of revisedCandidates(
    household,
    current,
    advice,
    pointsToAdd(household, currentProjection),
  )) {
    const sameFunds = hasSameFunds(strategy, current)
    if (sameFunds && strategy.rates === current.rates) break
    const projection = project(
      household,
      strategy,
      markets,
      sameFunds ? currentProjection.simulation : null,
    )
    if (isWorthIt(projection, currentProjection))
      return { strategy, projection, why: adviceNotes(household, advice, current, strategy) }
  }
  const same: Strategy = { ...current, type: 'Revised' }
  return {
    strategy: same,
    projection: currentProjection,
    why: adviceNotes(household, advice, current, same),
  }
}

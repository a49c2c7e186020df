import { screeningPaths, screeningShare, screeningSlack } from './assumptions.ts'
import { hasSameFunds, revisedCandidates, unclaimedMatchPoints, type Strategy } from './advice.ts'
import type { Household } from './household.ts'
import {
  figuresOf,
  holdsUp,
  projectedUnlessWorse,
  simulate,
  type Markets,
  type Projection,
} from './strategy.ts'

export interface Revision {
  readonly strategy: Strategy
  readonly projection: Projection
}

/** Three points of pay where typical markets miss the goal, two where only poor ones do, else up to the whole match. */
const pointsToAdd = (household: Household, { outlooks: [poor, typical] }: Projection): number =>
  (typical?.sustainable ?? 0) < household.incomeGoal
    ? 3
    : Math.max((poor?.sustainable ?? 0) < household.incomeGoal ? 2 : 0, Math.min(3, unclaimedMatchPoints(household)))

/** Tells from a part of the paths whether all of them are worth the time; with as few as that there is no need to ask. */
const screenFor = (
  household: Household,
  current: Strategy,
  projected: Projection,
  markets: Markets,
): ((candidate: Strategy) => boolean) => {
  if (markets.paths <= screeningPaths) return () => true
  const part: Markets = { draws: markets.draws, paths: Math.max(screeningPaths, Math.floor(markets.paths * screeningShare)) }
  const figures = figuresOf(simulate(household, current, part, projected))
  // What luck alone may make of so many paths.
  const slack = screeningSlack / Math.sqrt(part.paths)
  return (candidate) => holdsUp(simulate(household, candidate, part), figures, slack)
}

/**
 * The first candidate that is worse in nothing an adviser is shown: neither the sustainable income nor the wealth at
 * retirement is lower, in poor, in typical and in good markets. So risk is only taken out as far as a wider spread or
 * more savings make up for it. Failing all, today's strategy under the other name.
 */
export const revise = (
  household: Household,
  current: Strategy,
  currentProjection: Projection,
  markets: Markets,
): Revision => {
  const isWorthTheTime = screenFor(household, current, currentProjection, markets)
  for (const candidate of revisedCandidates(household, current, pointsToAdd(household, currentProjection))) {
    const strategy = candidate()
    const sameFunds = hasSameFunds(strategy, current)
    if (sameFunds && strategy.rates === current.rates) break
    const sameMix = sameFunds ? currentProjection : null
    if (!sameFunds && !isWorthTheTime(strategy)) continue
    const projection = projectedUnlessWorse(simulate(household, strategy, markets, sameMix), currentProjection)
    if (projection) return { strategy, projection }
  }
  return { strategy: { ...current, type: 'Revised' }, projection: currentProjection }
}

import { screeningPaths } from './assumptions.ts'
import { revisedCandidates, unclaimedMatchPoints, type Strategy } from './advice.ts'
import type { Household } from './household.ts'
import { levelsOf, project, screen, type Levels, type Markets, type Projection } from './strategy.ts'

export interface Revision {
  readonly strategy: Strategy
  readonly projection: Projection
}

/** Poor and typical markets come first in the percentiles; good ones may pay less once risk was taken out. */
const guarded = 2

const isNoWorse = (candidate: Levels, current: Levels): boolean =>
  candidate.slice(0, guarded).every((level, index) => level >= (current[index] ?? 0))

const isSame = (candidate: Strategy, current: Strategy): boolean =>
  candidate.rates === current.rates &&
  candidate.allocations.every((allocation, index) =>
    allocation.percents.every((percent, position) => percent === current.allocations[index]?.percents[position]),
  )

/** Three points of pay where typical markets miss the goal, two where only poor ones do, else up to the whole match. */
const pointsToAdd = (household: Household, [poor = 0, typical = 0]: Levels): number =>
  typical < household.incomeGoal
    ? 3
    : Math.max(poor < household.incomeGoal ? 2 : 0, Math.min(3, unclaimedMatchPoints(household)))

const levels = (projection: Projection): Levels => projection.outlooks.map(({ sustainable }) => sustainable)

/**
 * The first candidate that pays no less than today's strategy in poor and in typical markets, tried on a few paths
 * before all of them; failing all, today's strategy under the other name. Nobody gets a revised strategy that is worse.
 */
export const revise = (
  household: Household,
  current: Strategy,
  currentProjection: Projection,
  markets: Markets,
): Revision => {
  const currentLevels = levels(currentProjection)
  const few: Markets = { draws: markets.draws, paths: Math.min(screeningPaths, markets.paths) }
  const fewLevels = levelsOf(household, current, currentProjection, few.paths)
  for (const strategy of revisedCandidates(household, pointsToAdd(household, currentLevels))) {
    if (isSame(strategy, current)) break
    const savesOnly = strategy.allocations.every((allocation, index) => allocation === current.allocations[index])
    if (!savesOnly && !isNoWorse(screen(household, strategy, few), fewLevels)) continue
    const projection = project(household, strategy, markets)
    if (isNoWorse(levels(projection), currentLevels)) return { strategy, projection }
  }
  return { strategy: { ...current, type: 'Revised' }, projection: currentProjection }
}

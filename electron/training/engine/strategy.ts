import { percentiles } from './assumptions.ts'
import type { Household } from './household.ts'
import { outlookAt, type Outlook } from './outlook.ts'
import { coefficientsOf, planOf, type Plan, type StrategyChoice } from './plan.ts'
import { growthFactors } from './returns.ts'
import { simulateSaving } from './simulation.ts'
import { levelFinder } from './sustainable.ts'

/** One strategy, projected. */
export interface Projection {
  readonly plan: Plan
  /** Real growth factors, [path][year][account]. */
  readonly growth: Float32Array
  /** In the order of the assumptions' percentiles. */
  readonly outlooks: readonly Outlook[]
}

/** Levels by percentile, dollars of today a year after tax. */
export type Levels = readonly number[]

/** Projects a choice on the given market draws. */
export const project = (
  household: Household,
  choice: StrategyChoice,
  draws: Float32Array,
  paths: number,
): Projection => {
  const plan = planOf(household, choice, coefficientsOf(household, choice))
  const growth = growthFactors(draws, plan.coefficients, paths, plan.years, plan.accounts)
  const simulation = simulateSaving(plan, growth, paths)
  const finder = levelFinder(simulation)
  const outlooks = percentiles.map(({ percentage }) => outlookAt(simulation, finder.level(percentage), percentage))
  return { plan, growth, outlooks }
}

/** Sustainable levels of the same choice when `household` differs only in when it retires; on the first `paths`. */
export const levelsOf = (
  household: Household,
  choice: StrategyChoice,
  projected: Projection,
  paths: number,
): Levels => {
  const plan = planOf(household, choice, projected.plan.coefficients)
  const finder = levelFinder(simulateSaving(plan, projected.growth, paths))
  return percentiles.map(({ percentage }) => finder.level(percentage))
}

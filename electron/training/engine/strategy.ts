import { percentiles } from './assumptions.ts'
import type { Household } from './household.ts'
import { outlookAt, type Outlook } from './outlook.ts'
import { coefficientsOf, planOf, type Plan, type StrategyChoice } from './plan.ts'
import { growthFactors } from './returns.ts'
import { simulateSaving, type Simulation } from './simulation.ts'
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

/** Market draws, [pair of paths][year][driver], and how many of the paths to use. */
export interface Markets {
  readonly draws: Float32Array
  readonly paths: number
}

const simulate = (household: Household, choice: StrategyChoice, { draws, paths }: Markets): Simulation => {
  const plan = planOf(household, choice, coefficientsOf(household, choice))
  return simulateSaving(plan, growthFactors(draws, plan.coefficients, paths, plan.years, plan.accounts), paths)
}

const allLevels = (simulation: Simulation): Levels => {
  const finder = levelFinder(simulation)
  return percentiles.map(({ percentage }) => finder.level(percentage))
}

/** Projects a choice on the given markets. */
export const project = (household: Household, choice: StrategyChoice, markets: Markets): Projection => {
  const simulation = simulate(household, choice, markets)
  const levels = allLevels(simulation)
  const outlooks = percentiles.map(({ percentage }, index) => outlookAt(simulation, levels[index] ?? 0, percentage))
  return { plan: simulation.plan, growth: simulation.growth, outlooks }
}

/** Only the sustainable levels of a choice. */
export const screen = (household: Household, choice: StrategyChoice, markets: Markets): Levels =>
  allLevels(simulate(household, choice, markets))

/** Sustainable levels of a choice already projected, when `household` differs only in when it retires, if at all. */
export const levelsOf = (
  household: Household,
  choice: StrategyChoice,
  projected: Projection,
  paths: number,
): Levels =>
  allLevels(simulateSaving(planOf(household, choice, projected.plan.coefficients), projected.growth, paths))

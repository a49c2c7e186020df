import { percentiles } from './assumptions.ts'
import type { Household } from './household.ts'
import { outlookAt, type Outlook } from './outlook.ts'
import { coefficientsOf, planOf, type Plan, type StrategyChoice } from './plan.ts'
import { cents, sumOfCents } from './output/rounding.ts'
import { rankOf, selectRank } from './quantile.ts'
import { growthFactors } from './returns.ts'
import { simulateSaving, type Simulation } from './simulation.ts'
import { levelFinder } from './sustainable.ts'

/** Dollars by percentile, in the order of the assumptions' percentiles. */
export type Levels = readonly number[]

/** One strategy, projected. */
export interface Projection {
  readonly plan: Plan
  /** Real growth factors, [path][year][account]. */
  readonly growth: Float32Array
  /** In the order of the assumptions' percentiles. */
  readonly outlooks: readonly Outlook[]
  /** Total of all accounts on the first retired day by percentile, dollars of today. */
  readonly wealth: Levels
}

/** Market draws, [pair of paths][year][driver], and how many of the paths to use. */
export interface Markets {
  readonly draws: Float32Array
  readonly paths: number
}

/** A choice lived through on the given markets. With `sameMix` the growth of a projection that holds the same funds. */
export const simulate = (
  household: Household,
  choice: StrategyChoice,
  { draws, paths }: Markets,
  sameMix: Pick<Projection, 'plan' | 'growth'> | null = null,
): Simulation => {
  const plan = planOf(household, choice, sameMix?.plan.coefficients ?? coefficientsOf(household, choice))
  const growth = sameMix?.growth ?? growthFactors(draws, plan.coefficients, paths, plan.years, plan.accounts)
  return simulateSaving(plan, growth, paths)
}

const allLevels = (simulation: Simulation): Levels => {
  const finder = levelFinder(simulation)
  return percentiles.map(({ percentage }) => finder.level(percentage))
}

/** Total of all accounts on the first retired day by percentile, dollars of today. */
const wealthOf = ({ plan, paths, saving }: Simulation): Levels => {
  const atRetirement = saving.slice(plan.retirement * paths, (plan.retirement + 1) * paths)
  return percentiles.map(({ percentage }) => selectRank(atRetirement, 0, paths, rankOf(percentage, paths)))
}

/** The three stories of a simulation, living on its own sustainable levels. */
const projectionOf = (simulation: Simulation, levels: Levels): Projection => {
  const outlooks = percentiles.map(({ percentage }, index) => outlookAt(simulation, levels[index] ?? 0, percentage))
  return { plan: simulation.plan, growth: simulation.growth, outlooks, wealth: wealthOf(simulation) }
}

/** Projects a choice on the given markets. */
export const project = (household: Household, choice: StrategyChoice, markets: Markets): Projection => {
  const simulation = simulate(household, choice, markets)
  return projectionOf(simulation, allLevels(simulation))
}

/** Sustainable levels of a choice already projected, when `household` differs only in when it retires, if at all. */
export const levelsOf = (
  household: Household,
  choice: StrategyChoice,
  projected: Projection,
  paths: number,
): Levels => allLevels(simulateSaving(planOf(household, choice, projected.plan.coefficients), projected.growth, paths))

/** What is compared of two strategies, by percentile: income a year, and wealth on the first retired day. */
export interface Figures {
  readonly incomes: Levels
  readonly wealth: Levels
}

const noneLower = (candidate: Levels, current: Levels): boolean =>
  candidate.every((value, index) => value >= (current[index] ?? 0))

/** True when no figure is lower. */
const isNoWorse = (candidate: Figures, current: Figures): boolean =>
  noneLower(candidate.incomes, current.incomes) && noneLower(candidate.wealth, current.wealth)

/** The figures of a simulation. */
export const figuresOf = (simulation: Simulation): Figures => ({
  incomes: allLevels(simulation),
  wealth: wealthOf(simulation),
})

/**
 * {@link isNoWorse} for a simulation, give or take a share `slack` of each figure (0–1); its incomes are only looked for
 * where its wealth holds up.
 */
export const holdsUp = (simulation: Simulation, current: Figures, slack: number): boolean => {
  const least = (values: Levels): Levels => values.map((value) => value * (1 - slack))
  return (
    noneLower(wealthOf(simulation), least(current.wealth)) && noneLower(allLevels(simulation), least(current.incomes))
  )
}

/** The projection of a simulation, or `null` as soon as a figure of it proves to be lower than the current one's. */
export const projectedUnlessWorse = (simulation: Simulation, current: Projection): Projection | null => {
  if (!noneLower(wealthOf(simulation), current.wealth)) return null
  const levels = allLevels(simulation)
  const lived = current.outlooks.map(({ sustainable }) => sustainable)
  if (!noneLower(levels, lived)) return null
  const projection = projectionOf(simulation, levels)
  return isNoWorse(shownFigures(projection), shownFigures(current)) ? projection : null
}

/** The figures of a projection as they are shown, whole cents. */
const shownFigures = ({ plan, outlooks }: Projection): Figures => {
  const buckets = plan.buckets.length
  const first = plan.retirement * buckets
  return {
    incomes: outlooks.map(({ sustainable }) => cents(sustainable)),
    wealth: outlooks.map(({ balances }) => sumOfCents(Array.from(balances.subarray(first, first + buckets), cents))),
  }
}

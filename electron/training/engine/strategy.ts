import { defaultPaths, percentiles } from './assumptions.ts'
import type { Household } from './household.ts'
import { outlookAt, type Outlook } from './outlook.ts'
import { coefficientsOf, planOf, type Plan, type StrategyChoice } from './plan.ts'
import { growthFactors } from './returns.ts'
import { simulateSaving, type Simulation } from './simulation.ts'
import { levelFinder } from './sustainable.ts'

/** Dollars by percentile, in the order of the assumptions' percentiles. */
export type Levels = readonly number[]

export interface Projection {
  readonly plan: Plan
  /** Real growth factors, [path][year][account]. */
  readonly growth: Float32Array
  /** In the order of the assumptions' percentiles. */
  readonly outlooks: readonly Outlook[]
}

/** Market draws, [pair of paths][year][driver], and the number of paths to use. */
export interface Markets {
  readonly draws: Float32Array
  readonly paths: number
}

/** Mixes with stored growth: the record's, today's strategy's and the advised one's. */
const keptMixes = 3

type Mixes = Pick<Plan, 'coefficients' | 'years' | 'accounts'>

/** The last growths: a lever that leaves the funds unchanged reuses them. */
let lastGrown: readonly (Markets & Mixes & Pick<Projection, 'growth'>)[] = []

const isSameMix = (one: Mixes, other: Mixes): boolean =>
  one.years === other.years &&
  one.accounts === other.accounts &&
  one.coefficients.every((value, index) => value === other.coefficients[index])

const growthOf = (plan: Plan, markets: Markets): Float32Array => {
  const { draws, paths } = markets
  const { coefficients, years, accounts } = plan
  const known = lastGrown.find(
    (one) => one.draws === draws && one.paths === paths && isSameMix(one, plan),
  )
  const grown = known ?? {
    ...markets,
    coefficients,
    years,
    accounts,
    growth: growthFactors(draws, coefficients, paths, years, accounts),
  }
  if (paths <= defaultPaths)
    lastGrown = [grown, ...lastGrown.filter((one) => one !== grown)].slice(0, keptMixes)
  return grown.growth
}

/** Simulates a choice on the given markets, see {@link project}. */
const simulate = (
  household: Household,
  choice: StrategyChoice,
  markets: Markets,
  sameMix: Pick<Projection, 'plan' | 'growth'> | null,
): Simulation => {
  const plan = planOf(
    household,
    choice,
    sameMix?.plan.coefficients ?? coefficientsOf(household, choice),
  )
  return simulateSaving(plan, sameMix?.growth ?? growthOf(plan, markets), markets.paths)
}

const allLevels = (simulation: Simulation): Levels => {
  const finder = levelFinder(simulation)
  return percentiles.map(({ percentage }) => finder.level(percentage))
}

/** The three courses of a simulation at its own sustainable levels. */
const projectionOf = (simulation: Simulation, levels: Levels): Projection => {
  const outlooks = percentiles.map(({ percentage }, index) =>
    outlookAt(simulation, levels[index] ?? 0, percentage),
  )
  return { plan: simulation.plan, growth: simulation.growth, outlooks }
}

/** Projects a choice on the given markets. `sameMix` is a projection with the same funds, whose growth it reuses. */
export const project = (
  household: Household,
  choice: StrategyChoice,
  markets: Markets,
  sameMix: Pick<Projection, 'plan' | 'growth'> | null = null,
): Projection => {
  const simulation = simulate(household, choice, markets, sameMix)
  return projectionOf(simulation, allLevels(simulation))
}

/** Sustainable levels of a choice already projected, if `household` differs at most in its retirement age. */
export const levelsOf = (
  household: Household,
  choice: StrategyChoice,
  projected: Projection,
  paths: number,
): Levels =>
  allLevels(
    simulateSaving(planOf(household, choice, projected.plan.coefficients), projected.growth, paths),
  )

import { defaultPaths, percentiles } from './assumptions.ts'
import type { Household } from './household.ts'
import { outlookAt, type Outlook } from './outlook.ts'
import { coefficientsOf, planOf, type Plan, type StrategyChoice } from './plan.ts'
import { growthFactors } from './returns.ts'
import { simulateSaving, type Simulation } from './simulation.ts'
import { levelFinder } from './sustainable.ts'

/** Dollars by percentile, in the order of the assumptions' percentiles. */
export type Levels = readonly number[]

/** A choice on its market paths, and the incomes that it sustains. */
export interface Projection {
  readonly simulation: Simulation
  readonly levels: Levels
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
let lastGrown: readonly (Markets & Mixes & Pick<Simulation, 'growth'>)[] = []

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
  sameMix: Simulation | null,
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

/** Dollars of today a year after tax, sustainable at `percentage`, which is one of the assumptions' percentiles. */
export const levelAt = ({ levels }: Projection, percentage: number): number =>
  levels[percentiles.findIndex((one) => one.percentage === percentage)] ?? 0

/** The courses of a projection at its own levels, in their order. A projection that is only compared needs none. */
export const outlooksOf = ({ simulation, levels }: Projection): readonly Outlook[] =>
  percentiles.map(({ percentage }, index) => outlookAt(simulation, levels[index] ?? 0, percentage))

/** Projects a choice on the given markets. `sameMix` is a simulation with the same funds, whose growth it reuses. */
export const project = (
  household: Household,
  choice: StrategyChoice,
  markets: Markets,
  sameMix: Simulation | null = null,
): Projection => {
  const simulation = simulate(household, choice, markets, sameMix)
  return { simulation, levels: allLevels(simulation) }
}

/** Sustainable levels of a choice already projected, if `household` differs at most in its retirement age. */
export const levelsOf = (
  household: Household,
  choice: StrategyChoice,
  { simulation: { plan, growth } }: Projection,
  paths: number,
): Levels => allLevels(simulateSaving(planOf(household, choice, plan.coefficients), growth, paths))

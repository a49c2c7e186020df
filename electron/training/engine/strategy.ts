import { defaultPaths } from './assumptions.ts'
import type { Household } from './person/household.ts'
import { cents } from './numbers.ts'
import { coefficientsOf, planOf, type Plan, type Strategy } from './plan.ts'
import { growthFactors } from './paths/returns.ts'
import { simulateSaving, type Simulation } from './paths/simulation.ts'
import { claimableAge } from './person/social-security.ts'
import { sustainableLevels } from './paths/sustainable.ts'

/** Draws are [pair of paths][year][driver]. */
export interface Markets {
  readonly draws: Float32Array
  readonly paths: number
}

/**
 * For how many mixes the computed growth is kept: the file's, today's strategy's and the advised
 * one's.
 */
const keptMixes = 3

/** The last computed growths, which are reused when a lever leaves the funds unchanged. */
let lastGrown: readonly { plan: Plan; markets: Markets; growth: Float32Array }[] = []

const growthOf = (plan: Plan, markets: Markets): Float32Array => {
  const { draws, paths } = markets
  const { coefficients, years, accounts } = plan
  const known = lastGrown.find(
    (one) =>
      one.markets.draws === draws &&
      one.markets.paths === paths &&
      one.plan.years === years &&
      one.plan.accounts === accounts &&
      one.plan.coefficients.every((value, index) => value === coefficients[index]),
  )
  const growth = known?.growth ?? growthFactors(draws, coefficients, paths, years, accounts)
  const grown = known ?? { plan, markets, growth }
  if (paths <= defaultPaths)
    lastGrown = [grown, ...lastGrown.filter((one) => one !== known)].slice(0, keptMixes)
  return growth
}

/** Projects a strategy. It reuses the growth of `sameMix`, a simulation with the same funds. */
export const project = (
  household: Household,
  strategy: Strategy,
  markets: Markets,
  sameMix: Simulation | null = null,
) => {
  const coefficients = sameMix?.plan.coefficients ?? coefficientsOf(household, strategy)
  const plan = planOf(household, strategy, coefficients)
  const simulation = simulateSaving(plan, sameMix?.growth ?? growthOf(plan, markets), markets.paths)
  /** Dollars of today a year after tax, in the order of the assumptions' percentiles. */
  const levels = sustainableLevels(simulation)
  const [poor = 0, average = 0] = levels
  return { household, strategy, markets, simulation, levels, poor, average }
}
/** A strategy on its market paths, and the incomes that it sustains in poor, average and good markets. */
export type Projection = Readonly<ReturnType<typeof project>>

/**
 * Retirement ages to compare, as years before or after the planned age. The Current strategy also
 * gets more distant ages, because a lever can move that far.
 */
export const near = [-4, -2, 0, 2, 4]
export const far = [-10, -7, ...near, 7, 10]

const retiringAt = (household: Household, retirementAge: number): Household => ({
  ...household,
  retirementAge,
  claimAge: Math.max(household.age, claimableAge(retirementAge)),
  worker: household.assumedEarnings ? household.worker : { ...household.worker, retirementAge },
})

/**
 * Sustainable incomes when retiring `steps` years earlier or later, one table for each percentile,
 * from the same market paths as the projection's own incomes.
 */
export const otherAgesOf = (
  { household, strategy, markets, levels }: Projection,
  steps: readonly number[],
) => {
  const choices = steps
    .map((step) => household.retirementAge + step)
    .filter((age) => age >= household.age && age < household.lastAge)
    .map((age) => ({
      age,
      levels:
        age === household.retirementAge
          ? levels
          : project(retiringAt(household, age), strategy, markets).levels,
    }))
  return levels.map((_, index) =>
    choices.map(({ age, levels: incomes }) => ({
      RetirementAge: String(age),
      SustainableRetirementIncome: cents(incomes[index] ?? 0),
    })),
  )
}

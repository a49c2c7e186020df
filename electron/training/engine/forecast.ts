import { comparisonPaths, defaultPaths, latestClaimAge, earliestClaimAge, mostPaths, percentiles } from './assumptions.ts'
import { currentStrategy, revisedCandidates, type Strategy } from './advice.ts'
import { householdOf, type Household } from './household.ts'
import type { ForecastInput } from './input.ts'
import { fullStrategyOutput, reducedStrategyOutput } from './output/strategy-output.ts'
import { cents } from './output/rounding.ts'
import { marketDraws } from './returns.ts'
import type { AccountMapping, FullPercentile, FullStrategyOutput, ReducedStrategyOutput } from './service-shapes.ts'
import { levelsOf, project, type Projection } from './strategy.ts'

export interface FullForecast {
  readonly StrategyOutput: readonly FullStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
}

export interface ReducedForecast {
  readonly StrategyOutput: readonly ReducedStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
}

type OtherAges = FullPercentile['RetirementIncomeAtVariousRetirementAges']

interface Markets {
  readonly draws: Float32Array
  readonly paths: number
}

const marketsFor = (input: ForecastInput, household: Household): Markets => {
  const paths = Math.min(mostPaths, Math.max(1, Math.floor(input.paths ?? defaultPaths)))
  const { clientId, userId, dateOfBirth } = input.profile
  const years = household.lastAge - household.age + 1
  return { draws: marketDraws(input.seed ?? `${clientId}|${userId}|${dateOfBirth}`, paths, years), paths }
}

const typicalIncome = (projection: Projection): number =>
  projection.outlooks.find(({ percentage }) => percentage === 50)?.sustainable ?? 0

/** Good markets may pay less after risk was taken out; typical and poor ones must not. */
const isNoWorse = (candidate: Projection, current: Projection): boolean =>
  candidate.outlooks.every(
    (outlook, index) => outlook.percentage > 50 || outlook.sustainable >= (current.outlooks[index]?.sustainable ?? 0),
  )

const isSame = (candidate: Strategy, current: Strategy): boolean =>
  candidate.rates === current.rates &&
  candidate.allocations.every((allocation, index) =>
    allocation.percents.every((percent, position) => percent === current.allocations[index]?.percents[position]),
  )

/** The first candidate that is no worse than today's strategy; failing all, today's strategy under the other name. */
const revise = (
  household: Household,
  current: Strategy,
  currentProjection: Projection,
  { draws, paths }: Markets,
): { readonly strategy: Strategy; readonly projection: Projection } => {
  const goalIsMet = typicalIncome(currentProjection) >= household.incomeGoal
  for (const strategy of revisedCandidates(household, goalIsMet)) {
    if (isSame(strategy, current)) break
    const projection = project(household, strategy, draws, paths)
    if (isNoWorse(projection, currentProjection)) return { strategy, projection }
  }
  return { strategy: { ...current, type: 'Revised' }, projection: currentProjection }
}

const retiringAt = (household: Household, retirementAge: number): Household => ({
  ...household,
  retirementAge,
  claimAge: Math.max(household.age, Math.min(Math.max(retirementAge, earliestClaimAge), latestClaimAge)),
  worker: { ...household.worker, retirementAge },
})

const agesAround = (household: Household): readonly number[] =>
  [-4, -2, 0, 2, 4]
    .map((step) => household.retirementAge + step)
    .filter((age) => age >= household.age && age < household.lastAge)

/**
 * Sustainable income when retiring earlier or later, one table for each percentile. The other ages are run on fewer
 * paths; their ratio to the chosen age scales the full result.
 */
const otherAgesOf = (
  household: Household,
  strategy: Strategy,
  projection: Projection,
  allPaths: number,
): readonly OtherAges[] => {
  const paths = Math.min(comparisonPaths, allPaths)
  const ages = agesAround(household)
  const levels = new Map(
    ages.map((age) => [age, levelsOf(retiringAt(household, age), strategy, projection, paths)]),
  )
  const chosen = levels.get(household.retirementAge)
  return percentiles.map((_, index) =>
    ages.map((age) => {
      const base = chosen?.[index] ?? 0
      const ratio = base > 0 ? (levels.get(age)?.[index] ?? 0) / base : 1
      return {
        RetirementAge: String(age),
        SustainableRetirementIncome: cents((projection.outlooks[index]?.sustainable ?? 0) * ratio),
      }
    }),
  )
}

const mappingsOf = (household: Household): readonly AccountMapping[] =>
  household.accounts.map(({ id, planId, planType }) => ({ AccountId: id, PlanId: planId, PlanType: planType }))

/**
 * Current and Revised in the full form. Incomes are dollars a year after federal tax, balances dollars, both at today's
 * prices. The same input gives the same answer, bit for bit. Throws only when `today` is not a day.
 */
export const forecast = (input: ForecastInput): FullForecast => {
  const household = householdOf(input)
  const markets = marketsFor(input, household)
  const current = currentStrategy(household)
  const currentProjection = project(household, current, markets.draws, markets.paths)
  const revised = revise(household, current, currentProjection, markets)
  const output = (strategy: Strategy, projection: Projection): FullStrategyOutput =>
    fullStrategyOutput(household, strategy, current, projection, otherAgesOf(household, strategy, projection, markets.paths))
  return {
    StrategyOutput: [output(current, currentProjection), output(revised.strategy, revised.projection)],
    AccountMappings: mappingsOf(household),
  }
}

/** Today's strategy only, in the reduced form. Units as in {@link forecast}. */
export const forecastCurrent = (input: ForecastInput): ReducedForecast => {
  const household = householdOf(input)
  const markets = marketsFor(input, household)
  const current = currentStrategy(household)
  const projection = project(household, current, markets.draws, markets.paths)
  const full = fullStrategyOutput(household, current, current, projection, [])
  return { StrategyOutput: [reducedStrategyOutput(full)], AccountMappings: mappingsOf(household) }
}

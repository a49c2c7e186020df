import { defaultPaths, mostPaths } from './assumptions.ts'
import { currentStrategy, type Strategy } from './advice.ts'
import { householdOf, type Household } from './household.ts'
import type { ForecastInput } from './input.ts'
import { notesOn } from './notes.ts'
import { fullStrategyOutput, reducedStrategyOutput } from './output/strategy-output.ts'
import { otherAgesOf, retirementChoices } from './other-ages.ts'
import { marketDraws } from './returns.ts'
import { revise } from './revision.ts'
import type { AccountMapping, FullStrategyOutput, ReducedStrategyOutput } from './service-shapes.ts'
import { project, type Markets, type Projection } from './strategy.ts'

export interface FullForecast {
  readonly StrategyOutput: readonly FullStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
  /** What the figures rest on, one sentence each. */
  readonly notes: readonly string[]
}

export interface ReducedForecast {
  readonly StrategyOutput: readonly ReducedStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
  /** What the figures rest on, one sentence each. */
  readonly notes: readonly string[]
}

const marketsFor = (input: ForecastInput, household: Household): Markets => {
  const paths = Math.min(mostPaths, Math.max(1, Math.floor(input.paths ?? defaultPaths)))
  const { clientId, userId, dateOfBirth } = input.profile
  const years = household.lastAge - household.age + 1
  return { draws: marketDraws(input.seed ?? `${clientId}|${userId}|${dateOfBirth}`, paths, years), paths }
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
  const currentProjection = project(household, current, markets)
  const revised = revise(household, current, currentProjection, markets)
  const choices = retirementChoices(household)
  const output = (strategy: Strategy, projection: Projection): FullStrategyOutput => {
    const otherAges = otherAgesOf(choices, household.retirementAge, strategy, projection, markets.paths)
    return fullStrategyOutput(household, strategy, current, projection, otherAges)
  }
  return {
    StrategyOutput: [output(current, currentProjection), output(revised.strategy, revised.projection)],
    AccountMappings: mappingsOf(household),
    notes: [...notesOn(household), ...revised.why],
  }
}

/** Today's strategy only, in the reduced form. Units as in {@link forecast}. */
export const forecastCurrent = (input: ForecastInput): ReducedForecast => {
  const household = householdOf(input)
  const markets = marketsFor(input, household)
  const current = currentStrategy(household)
  const projection = project(household, current, markets)
  const full = fullStrategyOutput(household, current, current, projection, [])
  return {
    StrategyOutput: [reducedStrategyOutput(full)],
    AccountMappings: mappingsOf(household),
    notes: notesOn(household),
  }
}

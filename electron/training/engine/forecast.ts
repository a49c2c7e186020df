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
 * The household as the current strategy is projected for it: the specification says that the default retirement age applies
 * there, whatever age is asked about.
 */
const asToday = (input: ForecastInput, household: Household): Household =>
  input.RetirementAge === undefined ? household : householdOf({ ...input, RetirementAge: undefined })

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
  const output = (of: Household, strategy: Strategy, projection: Projection, through: Markets): FullStrategyOutput => {
    const otherAges = otherAgesOf(retirementChoices(of), of.retirementAge, strategy, projection, through.paths)
    return fullStrategyOutput(of, strategy, of === household ? current : strategy, projection, otherAges)
  }
  const currentOutput = (): FullStrategyOutput => {
    const today = asToday(input, household)
    if (today === household) return output(household, current, currentProjection, markets)
    const through = today.lastAge === household.lastAge ? markets : marketsFor(input, today)
    const strategy = currentStrategy(today)
    return output(today, strategy, project(today, strategy, through), through)
  }
  return {
    StrategyOutput: [currentOutput(), output(household, revised.strategy, revised.projection, markets)],
    AccountMappings: mappingsOf(household),
    notes: [...notesOn(household), ...revised.why],
  }
}

/** Today's strategy only, in the reduced form. Units as in {@link forecast}. */
export const forecastCurrent = (input: ForecastInput): ReducedForecast => {
  const household = asToday(input, householdOf(input))
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

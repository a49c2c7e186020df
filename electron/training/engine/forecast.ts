import { defaultPaths, mostPaths } from './assumptions.ts'
import { currentStrategy } from './advice.ts'
import { householdOf, type Household } from './household.ts'
import type { ForecastInput } from './input.ts'
import { ageNotes, notesOn } from './notes.ts'
import { fullStrategyOutput, reducedStrategyOutput } from './output/strategy-output.ts'
import { far, otherAgesOf, retirementChoices } from './other-ages.ts'
import { keepingLast } from '../keeping-last.ts'
import { marketDraws } from './returns.ts'
import { revise } from './revision.ts'
import type { AccountMapping, FullStrategyOutput, ReducedStrategyOutput } from './service-shapes.ts'
import { project, type Markets } from './strategy.ts'

export interface FullForecast {
  readonly StrategyOutput: readonly FullStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
  /** The basis of the figures, one sentence each. */
  readonly notes: readonly string[]
}

export interface ReducedForecast {
  readonly StrategyOutput: readonly ReducedStrategyOutput[]
  readonly AccountMappings: readonly AccountMapping[]
  /** The basis of the figures, one sentence each. */
  readonly notes: readonly string[]
}

const lastDraws = keepingLast<Float32Array>()
const lastCurrent = keepingLast<FullStrategyOutput>()

const marketsFor = (input: ForecastInput, household: Household): Markets => {
  const paths = Math.min(mostPaths, Math.max(1, Math.floor(input.paths ?? defaultPaths)))
  const { clientId, userId, dateOfBirth } = input.profile
  const years = household.lastAge - household.age + 1
  const seed = input.seed ?? `${clientId}|${userId}|${dateOfBirth}`
  const make = (): Float32Array => marketDraws(seed, paths, years)
  // Draws of many paths are too large to keep: they may not come again.
  const draws = paths > defaultPaths ? make() : lastDraws(`${paths}|${years}|${seed}`, make)
  return { draws, paths }
}

const mappingsOf = (household: Household): readonly AccountMapping[] =>
  household.accounts.map(({ id, planId, planType }) => ({
    AccountId: id,
    PlanId: planId,
    PlanType: planType,
  }))

/** The recorded household: whatever age is requested, the current strategy retires at the default one. */
const atDefaultAge = (input: ForecastInput, household: Household): Household => {
  const asRecorded = householdOf({ ...input, RetirementAge: undefined })
  return asRecorded.retirementAge === household.retirementAge ? household : asRecorded
}

/**
 * Current and Revised in the full form. Current retires at the service's default age, Revised at the requested one;
 * advice is also compared with today's strategy at that age. Incomes are dollars a year after federal tax, balances
 * dollars, both at today's prices. The same input gives the same bits. Throws only if `today` is no day.
 */
export const forecast = (input: ForecastInput): FullForecast => {
  const household = householdOf(input)
  const markets = marketsFor(input, household)
  const asked = currentStrategy(household)
  const askedProjection = project(household, asked, markets)
  const revised = revise(household, asked, askedProjection, markets)
  const recorded = atDefaultAge(input, household)
  const current = (): FullStrategyOutput => {
    const isSameAge = recorded === household
    const strategy = isSameAge ? asked : currentStrategy(recorded)
    const own = recorded.lastAge === household.lastAge ? markets : marketsFor(input, recorded)
    const projection = isSameAge ? askedProjection : project(recorded, strategy, own)
    return fullStrategyOutput(
      recorded,
      strategy,
      strategy,
      projection,
      otherAgesOf(
        retirementChoices(recorded, far),
        recorded.retirementAge,
        strategy,
        projection,
        markets.paths,
      ),
    )
  }
  return {
    StrategyOutput: [
      lastCurrent(JSON.stringify({ ...input, RetirementAge: undefined }), current),
      fullStrategyOutput(
        household,
        revised.strategy,
        asked,
        revised.projection,
        otherAgesOf(
          retirementChoices(household),
          household.retirementAge,
          revised.strategy,
          revised.projection,
          markets.paths,
        ),
      ),
    ],
    AccountMappings: mappingsOf(household),
    notes: [...notesOn(household), ...ageNotes(recorded, household), ...revised.why],
  }
}

/** Today's strategy only, retiring at the default age, in the reduced form. Units as in {@link forecast}. */
export const forecastCurrent = (input: ForecastInput): ReducedForecast => {
  const asked = householdOf(input)
  const household = atDefaultAge(input, asked)
  const markets = marketsFor(input, household)
  const current = currentStrategy(household)
  const projection = project(household, current, markets)
  const full = fullStrategyOutput(household, current, current, projection, [])
  return {
    StrategyOutput: [reducedStrategyOutput(full)],
    AccountMappings: mappingsOf(household),
    notes: [...notesOn(household), ...ageNotes(household, asked)],
  }
}

import { lawNote, leftOutNote } from '#shared/training/assumptions.ts'
import { currentStrategy, revise } from './advice/advice.ts'
import {
  assumedCareerEnd,
  careerStartAge,
  defaultPaths,
  mostPaths,
  priceGrowth,
  wageGrowth,
} from './assumptions.ts'
import { householdOf, type ForecastInput, type Household } from './person/household.ts'
import { clamp } from './numbers.ts'
import { fullStrategyOutput, reducedStrategyOutput } from './output/strategy-output.ts'
import { marketDraws } from './paths/returns.ts'
import { far, near, project, type Markets } from './strategy.ts'

/** Keeps the last result with its key, because a lever asks about the same person again and again. */
export const keepingLast = <T>() => {
  let last: { readonly key: string; readonly made: T } | null = null
  return (key: string, make: () => T): T => {
    if (last?.key !== key) last = { key, made: make() }
    return last.made
  }
}

const socialSecurityNote = (household: Household): string => {
  if (!household.usesSocialSecurity) return leftOutNote
  if (household.assumedEarnings)
    return `No salary is known: Social Security assumes average wages from age ${careerStartAge} to ${assumedCareerEnd}.`
  return household.salary > 0
    ? 'Social Security: the earnings history is estimated from the salary and the average wage index.'
    : 'No salary is known: no Social Security is assumed.'
}

/**
 * Sentences about the assumptions behind the figures. `recorded` is the Current strategy's
 * household.
 */
const notesOn = (recorded: Household, asked: Household): readonly string[] => [
  lawNote(asked.firmLaw),
  `Simulated: ${priceGrowth} % price growth, ${wageGrowth} % wage growth, stylized markets, federal tax only.`,
  'Left out: state tax, a spouse’s and a survivor’s Social Security, 15-year and final-three-year catch-ups.',
  ...(asked.filing === 'joint'
    ? [
        'A joint return, on which the spouse counts as under 65: the file has no spouse’s age, and from 65 on the tax would be lower.',
      ]
    : []),
  socialSecurityNote(asked),
  ...(recorded.retirementAge === asked.retirementAge
    ? []
    : [
        `The current strategy retires at ${recorded.retirementAge}, the default. The revised strategy retires at ${asked.retirementAge}, the requested age.`,
      ]),
]

const lastDraws = keepingLast<Float32Array>()
const lastCurrent = keepingLast<ReturnType<typeof fullStrategyOutput>>()

const marketsFor = (input: ForecastInput, { age, lastAge }: Household): Markets => {
  const paths = clamp(Math.floor(input.paths ?? defaultPaths), 1, mostPaths)
  const { clientId, userId, dateOfBirth } = input.profile
  const years = lastAge - age + 1
  const seed = input.seed ?? `${clientId}|${userId}|${dateOfBirth}`
  const make = (): Float32Array => marketDraws(seed, paths, years)
  // Draws for many paths are not kept, because they are large and may not be needed again.
  const draws = paths > defaultPaths ? make() : lastDraws(`${paths}|${years}|${seed}`, make)
  return { draws, paths }
}

const mappingsOf = ({ accounts }: Household) =>
  accounts.map(({ id, planId, planType }) => ({
    AccountId: id,
    PlanId: planId,
    PlanType: planType,
  }))

/**
 * The household at the default retirement age, which the Current strategy uses regardless of the
 * requested age.
 */
const atDefaultAge = (input: ForecastInput, household: Household): Household => {
  const asRecorded = householdOf({ ...input, RetirementAge: undefined })
  return asRecorded.retirementAge === household.retirementAge ? household : asRecorded
}

/**
 * The strategies Current and Revised in the full form: Current retires at the default age, Revised
 * at the requested one. Incomes are dollars a year after federal tax, balances are dollars, both at
 * today's prices. The same input gives exactly the same result, bit for bit.
 */
export const forecast = (input: ForecastInput) => {
  const household = householdOf(input)
  const markets = marketsFor(input, household)
  const asked = project(household, currentStrategy(household), markets)
  const { revised, why } = revise(asked, markets)
  const recorded = atDefaultAge(input, household)
  const current = () => {
    const own = recorded.lastAge === household.lastAge ? markets : marketsFor(input, recorded)
    const kept = recorded === household ? asked : project(recorded, currentStrategy(recorded), own)
    return fullStrategyOutput(kept, kept.strategy, far)
  }
  return {
    StrategyOutput: [
      lastCurrent(JSON.stringify({ ...input, RetirementAge: undefined }), current),
      fullStrategyOutput(revised, asked.strategy, near),
    ],
    AccountMappings: mappingsOf(household),
    notes: [...notesOn(recorded, household), ...why],
  }
}
export type FullForecast = ReturnType<typeof forecast>

/** Returns only the Current strategy, in the reduced form. */
export const forecastCurrent = (input: ForecastInput) => {
  const asked = householdOf(input)
  const household = atDefaultAge(input, asked)
  const current = currentStrategy(household)
  const full = fullStrategyOutput(
    project(household, current, marketsFor(input, household)),
    current,
    [],
  )
  return {
    StrategyOutput: [reducedStrategyOutput(full)],
    AccountMappings: mappingsOf(household),
    notes: notesOn(household, asked),
  }
}

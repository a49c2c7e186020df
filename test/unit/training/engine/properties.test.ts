import { describe, expect, it } from 'vitest'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { forecast, forecastCurrent } from '#electron/training/engine/forecast.ts'
import { type ForecastInput, householdOf } from '#electron/training/engine/person/household.ts'
import { currentStrategy } from '#electron/training/engine/advice/advice.ts'
import { marketDraws } from '#electron/training/engine/paths/returns.ts'
import { project } from '#electron/training/engine/strategy.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { randomPeople, today } from './support/people.ts'

/** How many people each property is checked for, and how many paths each person gets. */
const peopleCount = 500
const paths = 40
const seed = 'properties'
const people = randomPeople(seed, peopleCount)
/** Milliseconds before a test times out, long enough for a busy machine. */
const patience = 120_000

/** Dollars a year. Incomes are computed to a tenth of a cent and reported in cents. */
const rounding = 0.02

const incomes = (profile: ParticipantProfile, changes: Partial<ForecastInput>): readonly number[] =>
  forecastCurrent({ profile, today, paths, ...changes }).StrategyOutput[0]?.Percentile.map(
    (entry) => entry.SustainableRetirementIncome,
  ) ?? []

/**
 * The income of today's strategy at another retirement age; the service itself answers only for the
 * default age.
 */
const incomesRetiringAt = (
  profile: ParticipantProfile,
  RetirementAge: number,
): readonly number[] => {
  const household = householdOf({ profile, today, RetirementAge })
  const draws = marketDraws(profile.userId, paths, household.lastAge - household.age + 1)
  return project(household, currentStrategy(household), { draws, paths }).levels
}

const neverBelow = (higher: readonly number[], lower: readonly number[], what: string): void => {
  expect(higher).toHaveLength(3)
  for (const [index, value] of higher.entries()) {
    expect(value, `${what}, percentile ${index}`).toBeGreaterThanOrEqual(
      (lower[index] ?? Number.NaN) - rounding,
    )
  }
}

const savingMore = (profile: ParticipantProfile): ParticipantProfile => ({
  ...profile,
  contributions: profile.contributions.map((one) =>
    one.kind === 'pretax' ? { ...one, rate: (one.rate ?? 0) + 3 } : one,
  ),
})

describe(
  `sustainable income of ${peopleCount} random people, seed "${seed}"`,
  { timeout: patience },
  () => {
    it('falls when retirement comes earlier', () => {
      for (const profile of people) {
        const byAge = [61, 65, 68].map((RetirementAge) => incomesRetiringAt(profile, RetirementAge))
        for (const [index, later] of byAge.slice(1).entries())
          neverBelow(later, byAge[index] ?? [], profile.userId)
      }
    })

    it('rises with savings', () => {
      for (const profile of people) {
        neverBelow(incomes(savingMore(profile), {}), incomes(profile, {}), profile.userId)
      }
    })

    it('never rises when Social Security is excluded', () => {
      for (const profile of people) {
        neverBelow(
          incomes(profile, {}),
          incomes(profile, { ExcludeSocialSecurity: true }),
          profile.userId,
        )
      }
    })

    it('never falls with a pension', () => {
      for (const profile of people) {
        const pension = { Amount: 6_000, Cola: true, IsFromRecordKeeper: false, StartYear: '2028' }
        neverBelow(
          incomes(profile, { PensionTypes: [pension] }),
          incomes(profile, { PensionTypes: [] }),
          profile.userId,
        )
      }
    })
  },
)

describe('the revised strategy', { timeout: patience }, () => {
  it('does not lower the income in poor or average markets for any of the example people', () => {
    for (const { id, xml } of examplePeople) {
      const reading = readParticipantXml(xml)
      const profile = reading.ok ? reading.value.participants[0] : undefined
      if (!profile) throw new Error(`${id} cannot be read`)
      const [current = [], revised = []] = forecast({ profile, today }).StrategyOutput.map(
        ({ Percentile }) => Percentile.map((entry) => entry.SustainableRetirementIncome),
      )
      neverBelow([revised[0] ?? 0, revised[1] ?? 0, 0], [current[0] ?? 0, current[1] ?? 0, 0], id)
    }
  })
})

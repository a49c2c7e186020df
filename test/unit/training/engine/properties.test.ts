import { describe, expect, it } from 'vitest'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-participant-xml.ts'
import { forecast, forecastCurrent, type ForecastInput, type FullStrategyOutput } from '#electron/training/engine/index.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { randomPeople, today } from './support/people.ts'

/** One place for how many people each property is held against, and on how many paths. */
const peopleCount = 500
const paths = 40
const seed = 'properties'
const people = randomPeople(seed, peopleCount)
/** Milliseconds; the machine may be busy. */
const patience = 120_000

/** Dollars a year: a level is found to a tenth of a cent, and is reported in cents. */
const rounding = 0.02

const incomes = (profile: ParticipantProfile, changes: Partial<ForecastInput>): readonly number[] =>
  forecastCurrent({ profile, today, paths, ...changes }).StrategyOutput[0]?.Percentile.map(
    (entry) => entry.SustainableRetirementIncome,
  ) ?? []

const neverBelow = (higher: readonly number[], lower: readonly number[], what: string): void => {
  expect(higher).toHaveLength(3)
  for (const [index, value] of higher.entries()) {
    expect(value, `${what}, percentile ${index}`).toBeGreaterThanOrEqual((lower[index] ?? Number.NaN) - rounding)
  }
}

const savingMore = (profile: ParticipantProfile): ParticipantProfile => ({
  ...profile,
  contributions: profile.contributions.map((one) =>
    one.kind === 'pretax' ? { ...one, rate: (one.rate ?? 0) + 3 } : one,
  ),
})

describe(`sustainable income over ${peopleCount} random people, seed "${seed}"`, { timeout: patience }, () => {
  it('falls when retirement comes earlier', () => {
    for (const profile of people) {
      const byAge = [61, 65, 68].map((RetirementAge) => incomes(profile, { RetirementAge }))
      for (const [index, later] of byAge.slice(1).entries()) neverBelow(later, byAge[index] ?? [], profile.userId)
    }
  })

  it('rises with savings', () => {
    for (const profile of people) {
      neverBelow(incomes(savingMore(profile), {}), incomes(profile, {}), profile.userId)
    }
  })

  it('never rises when Social Security is excluded', () => {
    for (const profile of people) {
      neverBelow(incomes(profile, {}), incomes(profile, { ExcludeSocialSecurity: true }), profile.userId)
    }
  })

  it('never falls with a pension', () => {
    for (const profile of people) {
      const pension = { Amount: 6_000, Cola: true, IsFromRecordKeeper: false, StartYear: '2028' }
      neverBelow(incomes(profile, { PensionTypes: [pension] }), incomes(profile, { PensionTypes: [] }), profile.userId)
    }
  })
})

/** What an adviser is shown of a strategy: sustainable income and wealth at retirement, in poor, typical, good markets. */
const shownOf = (strategy: FullStrategyOutput | undefined): readonly number[] => {
  const entries = strategy?.Percentile ?? []
  const wealth = (entry: (typeof entries)[number]): number =>
    entry.TotalWealth.Values.find(({ Age }) => Age === strategy?.RetirementAge)?.Value ?? 0
  return [...entries.map((entry) => entry.SustainableRetirementIncome), ...entries.map(wealth)]
}

const expectNoneLower = (
  input: ForecastInput,
): { readonly current: readonly number[]; readonly revised: readonly number[] } => {
  const [current = [], revised = []] = forecast(input).StrategyOutput.map(shownOf)
  expect(current).toHaveLength(6)
  for (const [index, value] of revised.entries()) {
    expect(value, `${input.profile.userId}, figure ${index}`).toBeGreaterThanOrEqual(current[index] ?? Number.NaN)
  }
  return { current, revised }
}

describe('the revised strategy', { timeout: patience }, () => {
  it('is worse in no figure that is shown, for nobody', () => {
    let better = 0
    for (const profile of people) {
      const { current, revised } = expectNoneLower({ profile, today, paths })
      if ((revised[1] ?? 0) > (current[1] ?? 0) * 1.01) better++
    }
    expect(better).toBeGreaterThan(peopleCount / 4)
  })

  it('is worse in no figure for the example people, as they are first seen', () => {
    for (const { id, xml } of examplePeople) {
      const reading = readParticipantXml(xml)
      const profile = reading.ok ? reading.value.participants[0] : undefined
      if (!profile) throw new Error(`${id} cannot be read`)
      expectNoneLower({ profile, today })
    }
  })

  it('is worse in no figure where a part of many paths was asked first', () => {
    for (const profile of people.slice(0, 40)) expectNoneLower({ profile, today, paths: 450 })
  })
})

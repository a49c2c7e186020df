import type { AgeColumn, Strategy } from '#shared/express/reading.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { sampleForecast } from '#test/unit/strategy/sample-forecast.ts'

const stamp = {
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  savedAt: '2026-11-20T14:05:00.000Z',
  appVersion: '0.1.0',
} as const

/** A saved forecast with the sample answer; `over` replaces fields. */
export const aSavedForecast = (
  inputs: ForecastInputs = {},
  over: Partial<SavedForecast> = {},
): SavedForecast => ({
  ...stamp,
  id: 'rec-forecast',
  kind: 'forecast',
  profile: aProfile(),
  inputs,
  reading: sampleForecast,
  communication: { text: '<Communication/>', encoding: 'base64' },
  durationMs: 812,
  fileSha256: '0'.repeat(64),
  ...over,
})

/**
 * A column's values from `age` on. If the column starts later, its first value is used for the
 * earlier years.
 */
const startingAt = <Column extends AgeColumn>(column: Column, age: number): Column => {
  const first = column.ages[0] ?? age
  const years = Array.from({ length: Math.max(0, first - age) }, (_, index) => age + index)
  return {
    ...column,
    ages: Float64Array.from([...years, ...column.ages]),
    values: Float64Array.from([...years.map(() => column.values[0] ?? 0), ...column.values]),
  }
}

/**
 * The sample's strategies with every sustainable income changed by `dollars`, and with the given
 * retirement age.
 */
export const movedBy = (dollars: number, retirementAge: number): SavedForecast['reading'] => ({
  ...sampleForecast,
  strategies: sampleForecast.strategies.map((strategy): Strategy => ({
    ...strategy,
    retirementAge,
    percentiles: strategy.percentiles.map((entry) => ({
      ...entry,
      sustainableRetirementIncome: (entry.sustainableRetirementIncome ?? 0) + dollars,
      incomeSources: entry.incomeSources.map((series) =>
        series.type === 'SocialSecurity' ? series : startingAt(series, retirementAge),
      ),
      taxes: startingAt(entry.taxes, retirementAge),
    })),
  })),
})

/** Saved case information. */
export const aSavedCase = (inputs: SavedCaseInformation['inputs']): SavedCaseInformation => ({
  ...stamp,
  id: 'rec-case',
  kind: 'caseInformation',
  inputs,
  durationMs: 120,
  reading: {
    socialSecurity: [
      { age: 67, amount: 24_000, penaltyAmount: 0 },
      { age: 62, amount: 16_800, penaltyAmount: 7_200 },
    ],
    lifeExpectancyAge: 87,
    notes: [],
  },
})

import type { ForecastReading } from '#shared/express/reading.ts'
import type { SinceAnswers, SinceStep, SinceView } from '#shared/forecast/since.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { emptyPercentile, emptyStrategy } from '#test/unit/strategy/sample-forecast.ts'
import { aProfile, anAccount } from './scripted-people.ts'

/** Two forecasts of one client, a year apart, and answers to the steps between them. */

const wealthFrom = (age: number, balance: number, growth: number) => {
  const ages = Float64Array.from({ length: 96 - age }, (_, year) => age + year)
  return { ages, values: ages.map((each) => Math.round(balance * growth ** (each - age))) }
}

/** An answer with a monthly income in average markets, and the balance at `age`. */
export const sinceReading = (income: number, age: number, balance: number): ForecastReading => ({
  strategies: [
    {
      ...emptyStrategy('Current'),
      retirementAge: 65,
      percentiles: (
        [
          [10, 0.97],
          [50, 1.06],
          [90, 1.16],
        ] as const
      ).map(([percentage, growth]) => ({
        ...emptyPercentile(percentage, income * 12 + (percentage - 50) * 120),
        totalWealth: wealthFrom(age, balance, growth),
      })),
    },
  ],
  accountMappings: [],
  communicationXml: '',
  notes: [],
})

const profileOf = (salary: number, balance: number): ParticipantProfile =>
  aProfile({ salary, accounts: [anAccount({ balance, holdings: [] })], pensions: [] })

export const sinceForecast = (over: Partial<SavedForecast> = {}): SavedForecast => ({
  id: 'newer',
  kind: 'forecast',
  savedAt: '2026-11-27T15:44:00.000Z',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  appVersion: '0.1.0',
  profile: profileOf(64_200, 18_421),
  inputs: {},
  reading: sinceReading(2_391, 46, 18_421),
  communication: { text: '', encoding: 'empty' },
  durationMs: 100,
  fileSha256: '1'.repeat(64),
  ...over,
})

export const aSinceView = (over: Partial<SinceView> = {}): SinceView => {
  const before = profileOf(61_800, 14_020)
  const earlier = sinceForecast({
    ...{ id: 'earlier', savedAt: '2025-11-14T15:00:00.000Z', profile: before },
    ...{ reading: sinceReading(2_262, 45, 14_020), fileSha256: '0'.repeat(64) },
  })
  const newer = sinceForecast()
  const asks = (step: SinceStep) => step !== 'savings' && step !== 'limits'
  return {
    ...{ earlier, newer, before, after: newer.profile, split: 'all' },
    steps: (['time', 'balances', 'pay', 'savings', 'limits'] as const).map((step) => ({
      step,
      asks: asks(step),
    })),
    ...{ asksAgain: false, missed: [], others: [] },
    ...over,
  }
}

/** Time takes $38 a month, balances add $83 and pay $76; the service's model adds $8. */
export const sinceAnswers = (): SinceAnswers => {
  const answer = (id: string, income: number) =>
    sinceForecast({ id, reading: sinceReading(income, 45, 18_421) })
  return {
    again: null,
    steps: [
      { step: 'time', answer: answer('time', 2_429) },
      { step: 'balances', answer: answer('balances', 2_346) },
      { step: 'pay', answer: answer('pay', 2_270) },
      { step: 'savings', answer: null },
      { step: 'limits', answer: null },
    ],
  }
}

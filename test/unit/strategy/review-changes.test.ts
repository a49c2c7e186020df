import { describe, expect, test } from 'vitest'
import { inputDifferences } from '#shared/strategy/input-differences.ts'
import { changesOf } from '#shared/strategy/review-changes.ts'
import { emptyStrategy } from './sample-forecast.ts'

const savings = (value: number, dollarAmount: number) => [
  { account: 'A1', components: [{ planId: 'ACME401K', type: 'Pretax', value, isRoth: false, numberOfYears: null, dollarAmount }] },
]
const funds = (shares: Readonly<Record<string, number>>) => [
  { accountId: 'A1', rows: Object.entries(shares).map(([name, Percent]) => ({ FundId: name, Name: `Fund ${name}`, Percent })) },
]
const reading = {
  strategies: [
    { ...emptyStrategy('Current'), retirementAge: 67, savingsRateDetail: savings(6, 5520), investmentSelections: funds({ X: 60, Y: 40 }) },
    { ...emptyStrategy('Revised'), retirementAge: 65, savingsRateDetail: savings(9, 8280), investmentSelections: funds({ X: 45, Y: 40, Z: 15 }) },
  ],
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
  communicationXml: '',
  notes: [],
}
const saved = { id: 'rec-1', savedAt: '2026-11-20T10:00:00.000Z', reading }

describe('what a forecast changes', () => {
  test('funds from and to, savings rates, retirement age, by the names people know', () => {
    expect(changesOf(saved)).toEqual({
      kind: 'forecast',
      forecastId: 'rec-1',
      savedAt: '2026-11-20T10:00:00.000Z',
      proposes: true,
      retirementAge: { from: 67, to: 65 },
      accounts: [
        {
          account: 'ACME401K 401(k)',
          unread: false,
          funds: [
            { id: 'X', name: 'Fund X', from: 60, to: 45 },
            { id: 'Y', name: 'Fund Y', from: 40, to: 40 },
            { id: 'Z', name: 'Fund Z', from: null, to: 15 },
          ],
        },
      ],
      savings: [{ account: 'ACME401K 401(k)', label: 'Pre-tax', from: 6, to: 9, fromDollars: 5520, toDollars: 8280 }],
      savingsTotal: null,
    })
  })

  test('a forecast of the current strategy alone proposes nothing', () => {
    const current = { ...saved, reading: { ...reading, strategies: reading.strategies.slice(0, 1) } }
    expect(changesOf(current)).toMatchObject({ proposes: false, retirementAge: { from: 67, to: null } })
  })
})

describe('what is sent otherwise than it was forecast', () => {
  test('nothing, when the inputs are the same in another order', () => {
    const rate = (PlanId: string) => ({ PlanId, SavingsType: '0', Value: '6' })
    expect(inputDifferences({ SavingsRateDetails: [rate('A'), rate('B')] }, { SavingsRateDetails: [rate('B'), rate('A')] })).toEqual([])
    expect(inputDifferences({}, {})).toEqual([])
  })

  test('each input that differs has a sentence', () => {
    const forecast = { RetirementAge: 67, Salary: 92_000, ExcludeSocialSecurity: true }
    const sent = { RetirementAge: 65, ExcludeSocialSecurity: false, Gender: 'F', SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '4.5' }] }
    expect(inputDifferences(forecast, sent)).toEqual([
      'The forecast was run with retirement age 67; this is sent with 65.',
      'The forecast was run with salary $92,000; this leaves salary to the service.',
      'The forecast was run with the service’s own savings rates; this is sent with savings rates A 0 4.5 %.',
      'The forecast was run with Social Security left out; this is sent with Social Security counted in.',
      'The forecast was run with the service’s own gender; this is sent with gender F.',
    ])
  })
})

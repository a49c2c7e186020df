import { expect, test } from 'vitest'
import { assetMixComparison, assetMixScopes } from '#shared/strategy/charts/asset-mix.ts'
import { incomeBySource, incomeFlow } from '#shared/strategy/charts/income-by-source.ts'
import { accountLabel, planTypeWords, spelledOut } from '#shared/strategy/labels.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/charts/scenarios.ts'
import { wealthFan } from '#shared/strategy/charts/wealth-fan.ts'
import {
  currentStrategy,
  emptyPercentile,
  emptyStrategy,
  mix,
  revisedStrategy,
  sampleForecast,
  series,
} from './sample-forecast.ts'

const column = (ages: readonly number[], values: readonly number[]) => ({
  ages: Float64Array.from(ages),
  values: Float64Array.from(values),
})

test('a fan over percentiles with different ages covers all ages, with gaps where nothing was sent', () => {
  const fan = wealthFan({
    ...emptyStrategy('Current'),
    retirementAge: 66,
    percentiles: [
      { ...emptyPercentile(90, null), totalWealth: column([65, 67], [3, 4]) },
      { ...emptyPercentile(10, null), totalWealth: column([67, 66, Number.NaN], [1, 0, 9]) },
    ],
  })
  expect([...fan.ages]).toEqual([65, 66, 67])
  expect(
    fan.columns.map(({ percentage, label, values }) => [percentage, label, [...values]]),
  ).toEqual([
    [10, 'Poor markets', [Number.NaN, 0, 1]],
    [90, 'Good markets', [3, Number.NaN, 4]],
  ])
  expect(fan.retirementIndex).toBe(1)
})

test('income has one source for each account, for Social Security and for each pension, with zero for missing years', () => {
  const income = incomeBySource(currentStrategy, 50, sampleForecast.accountMappings)
  expect(income.sources.map(({ kind, label }) => [kind, label])).toEqual([
    ['socialSecurity', 'Social Security'],
    ['pension', 'Pension'],
    ['account', 'RIVER_401K 401(k)'],
    ['account', 'RIVER_457 457(b)'],
  ])
  expect([
    income.ages.at(0),
    income.ages.at(-1),
    income.retirementAge,
    income.retirementIndex,
  ]).toEqual([65, 95, 67, 2])
  expect(income.sources[0]?.values[income.ages.indexOf(69)]).toBe(0)
  expect(income.totals[income.ages.indexOf(80)]).toBeCloseTo(51_840, -1)
})

test('the series of an account with several contribution types are added up, and balances do not count as income', () => {
  const percentile = {
    ...emptyPercentile(50, null),
    incomeSources: [
      series('A1', 'AccountIncome', column([70, 71], [10, 20]), 'PreTax'),
      series('A1', 'AccountIncome', column([71, 72], [1, 2]), 'PostTax'),
      series('A1', 'BeginingBalance', column([70], [99_999])),
      { ...series('A9', 'AccountIncome', column([70], [5])), investor: 'Spouse' },
    ],
  }
  const income = incomeBySource({ ...emptyStrategy(''), percentiles: [percentile] }, 50)
  expect(income.sources.map(({ label, values }) => [label, [...values]])).toEqual([
    ['A1', [10, 21, 2]],
    ['A9 – spouse', [5, 0, 0]],
  ])
  expect([...income.totals]).toEqual([15, 21, 2])
})

test('the asset mix is compared across the asset classes of both sides, stocks first', () => {
  const { rows } = assetMixComparison(
    mix({ Cash: 40, LargeCap: 60 }),
    mix({ LargeCap: 55, Moonshot: 45, Bond: 0 }),
  )
  expect(
    rows.map(({ label, current, revised, difference }) => [label, current, revised, difference]),
  ).toEqual([
    ['Large cap', 60, 55, -5],
    ['Cash', 40, 0, -40],
    ['Moonshot', 0, 45, 45],
  ])
  expect(assetMixComparison(mix({ LargeCap: 0.6, Bond: 0.4 }), null).rows[0]).toMatchObject({
    current: 60,
    revised: null,
  })
  const scopes = assetMixScopes(currentStrategy, revisedStrategy, sampleForecast.accountMappings)
  expect(scopes.map(({ label }) => label)).toEqual([
    'Household',
    'Overall',
    'RIVER_401K 401(k)',
    'RIVER_457 457(b)',
  ])
})

test('savings are matched by account, plan and kind; a kind on only one side is empty on the other', () => {
  const { rows } = savingsChanges(currentStrategy, revisedStrategy, sampleForecast.accountMappings)
  expect(
    rows.map(({ account, label, currentPercent, revisedPercent }) => [
      account,
      label,
      currentPercent,
      revisedPercent,
    ]),
  ).toEqual([
    ['RIVER_401K 401(k)', 'Pre-tax', 5, 7],
    ['RIVER_401K 401(k)', 'Roth', 1, 2],
    ['RIVER_457 457(b)', 'Pre-tax', 1, 1],
  ])
  const alone = savingsChanges(null, { ...revisedStrategy, savingsRateOverall: null })
  expect(alone.rows[0]).toMatchObject({ currentPercent: null, revisedPercent: 7 })
})

test('a historical scenario goes month by month from its first month', () => {
  const [crisis] = historicalScenarios(revisedStrategy)
  expect(crisis?.times[0]).toBeCloseTo(2007.75)
})

test('names are spelled out, and accounts are called by their plan', () => {
  const started = performance.now()
  expect(spelledOut('A'.repeat(200_000))).toHaveLength(200_000)
  expect(performance.now() - started).toBeLessThan(5000)
  expect(['LargeCap', 'US_BOND', 'TIPS', 'NonUSEquity', ''].map(spelledOut)).toEqual([
    'Large cap',
    'US bond',
    'TIPS',
    'Non US equity',
    '',
  ])
  expect(['401K', '457(b)', '403B', 'Thrift'].map(planTypeWords)).toEqual([
    '401(k)',
    '457(b)',
    '403(b)',
    'Thrift',
  ])
  const twice = [
    { accountId: 'A', planId: 'P', planType: '' },
    { accountId: 'B', planId: 'P', planType: '401K' },
  ]
  expect(['TAXABLE', 'Taxable account', 'TAXABLE1'].map((id) => accountLabel(id, []))).toEqual([
    'Taxable account',
    'Taxable account',
    'TAXABLE1',
  ])
  expect(['A', 'B', 'C'].map((id) => accountLabel(id, twice))).toEqual([
    'P (A)',
    'P 401(k) (B)',
    'C',
  ])
})

test('taxes are not a source but are subtracted, whether sent as a column, a series or both', () => {
  const ages = [65, 66]
  const entry = {
    ...emptyPercentile(50, null),
    incomeSources: [
      series('A1', 'AccountIncome', column(ages, [100, 120])),
      series('', 'Taxes', column(ages, [-10, -30])),
    ],
  }
  const of = (over: object) =>
    incomeFlow({ ...emptyStrategy(''), percentiles: [{ ...entry, ...over }] }, 50)
  for (const flow of [of({}), of({ taxes: column(ages, [10, 30]) })]) {
    expect(flow.sources).toHaveLength(1)
    expect([[...flow.totals], [...(flow.taxes ?? [])], [...flow.net]]).toEqual([
      [100, 120],
      [10, 30],
      [90, 90],
    ])
  }
  const none = of({ incomeSources: entry.incomeSources.slice(0, 1) })
  expect([none.taxes, [...none.net]]).toEqual([null, [100, 120]])
  const named = of({
    incomeSources: [
      series('', 'TaxFreeIncome', column(ages, [5, 5])),
      series('TAXABLE', 'AccountIncome', column(ages, [-1, 100])),
      series('', 'FederalTax', column(ages, [-10, -30])),
      series('', 'StateTax', column(ages, [-2, -3])),
    ],
  })
  expect(named.sources).toHaveLength(2)
  expect([...(named.taxes ?? [])]).toEqual([12, 33])
  expect([...named.net]).toEqual([-8, 72])
})

import { expect, test } from 'vitest'
import { furtherTables } from '#shared/strategy/generic-table.ts'
import { sampleForecast } from './sample-forecast.ts'

const [first] = sampleForecast.strategies
if (!first) throw new Error('the sample has no strategy')
const bare = {
  ...first,
  balanceHistory: [],
  csSellOffData: [],
  risOutput: null,
  percentiles: first.percentiles.map((entry) => ({
    ...entry,
    taxes: { ages: new Float64Array(), values: new Float64Array() },
    retirementIncomeAtVariousRetirementAges: [],
  })),
}

test('without data there is no further table', () => {
  expect(furtherTables(bare, [])).toEqual([])
})

test('every field without a chart is a table whose columns come from the data', () => {
  const strategy = {
    ...bare,
    balanceHistory: [{ accountId: 'A1', rows: [{ Year: '2025', Balance: 12.5 }, 7] }],
    csSellOffData: [{ Lot: { Id: 'L1' }, Gain: '3' }],
    risOutput: {
      annuityType: 'GMWB',
      recommendations: [
        { annuityType: '', loweringAnnuitizationAdvisable: true, percentage: 20, amount: null },
      ],
    },
    percentiles: bare.percentiles.slice(0, 1).map((entry) => ({
      ...entry,
      label: '',
      percentage: 37,
      taxes: { ages: Float64Array.of(67, 68), values: Float64Array.of(1200, 1300) },
      retirementIncomeAtVariousRetirementAges: ['odd', { Age: 65 }],
    })),
  }
  const tables = furtherTables(strategy, [{ accountId: 'A1', planId: 'ACME', planType: '401K' }])
  expect(tables.map(({ title }) => title)).toEqual([
    'BalanceHistory, ACME 401(k)',
    'CSSellOffData',
    'RisOutput',
    'Taxes, percentile 37',
    'RetirementIncomeAtVariousRetirementAges, percentile 37',
  ])
  expect(tables[0]?.table.rows).toEqual([
    ['2025', 12.5, null],
    [null, null, 7],
  ])
  expect(tables[1]?.table.columns.map(({ key }) => key)).toEqual(['Lot.Id', 'Gain'])
  expect(tables[2]?.table.rows).toEqual([['GMWB', true, 20, null]])
  expect(tables[3]?.table.rows).toEqual([
    [67, 1200],
    [68, 1300],
  ])
})

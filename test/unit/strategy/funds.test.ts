import { expect, test } from 'vitest'
import type { Json } from '#shared/json.ts'
import { fundChanges, type FundChange } from '#shared/strategy/changes/fund-changes.ts'
import { genericTable } from '#shared/strategy/generic-table.ts'
import {
  currentStrategy,
  emptyStrategy,
  revisedStrategy,
  sampleForecast,
} from './sample-forecast.ts'

const pointsOf = ({ currentPercent, revisedPercent }: FundChange) =>
  (revisedPercent ?? 0) - (currentPercent ?? 0)

test('funds are matched by id within each account; new and dropped funds have one empty side', () => {
  const [first, second] = fundChanges(
    currentStrategy,
    revisedStrategy,
    sampleForecast.accountMappings,
  )
  expect(first?.label).toBe('RIVER_401K 401(k)')
  expect(
    first?.funds.map(({ id, currentPercent, revisedPercent, revisedAmount }) => [
      id,
      currentPercent,
      revisedPercent,
      revisedAmount,
    ]),
  ).toEqual([
    ['F100', 58, 38, 71_060],
    ['F120', 20, 10, 18_700],
    ['F300', 22, null, null],
    ['F200', null, 24, 44_880],
    ['F400', null, 28, 52_360],
  ])
  expect(first?.funds.map(pointsOf)).toEqual([-20, -10, -22, 24, 28])
  expect(second?.funds).toHaveLength(2)
})

test('rows with values for both sides are read only from the revised list', () => {
  const rows = [
    { Fund: { MorningstarID: 'X1', Name: 'Index' }, CurrentPercent: '10', TargetPercent: 25.5 },
  ]
  const [account] = fundChanges(currentStrategy, {
    ...emptyStrategy('Revised'),
    investmentSelections: [{ accountId: 'A1', rows }],
  })
  expect(account?.funds).toMatchObject([
    {
      id: 'X1',
      name: 'Index',
      currentPercent: 10,
      revisedPercent: 25.5,
      currentAmount: null,
      revisedAmount: null,
      expense: null,
    },
  ])
})

test('if only some revised rows have both values, the other funds keep the value in the current list, and none counts twice', () => {
  const listing = (type: string, rows: Json[]) => ({
    ...emptyStrategy(type),
    investmentSelections: [{ accountId: 'A1', rows }],
  })
  const [account] = fundChanges(
    listing('Current', [
      { FundId: 'BOTH', Percent: 40 },
      { FundId: 'KEPT', Percent: 35 },
      { FundId: 'SOLD', Percent: 25 },
    ]),
    listing('Revised', [
      { FundId: 'BOTH', CurrentPercent: 40, TargetPercent: 30 },
      { FundId: 'KEPT', TargetPercent: 50 },
      { FundId: 'BOUGHT', CurrentPercent: null, TargetPercent: 20 },
    ]),
  )
  expect(
    account?.funds.map(({ id, currentPercent, revisedPercent }) => [
      id,
      currentPercent,
      revisedPercent,
    ]),
  ).toEqual([
    ['BOTH', 40, 30],
    ['KEPT', 35, 50],
    ['SOLD', 25, null],
    ['BOUGHT', null, 20],
  ])
})

test('a fund in several rows of an account has the sum of the rows, and the path of each value', () => {
  const strategyOf = (type: string, percents: readonly number[]) => ({
    ...emptyStrategy(type),
    investmentSelections: [
      {
        accountId: 'A1',
        rows: percents.map((Percent) => ({ FundId: 'F1', Percent, Amount: Percent * 10 })),
      },
    ],
  })
  const [account] = fundChanges(strategyOf('Current', [30, 20]), strategyOf('Revised', [20]))
  expect(account?.funds).toMatchObject([
    {
      id: 'F1',
      currentPercent: 50,
      revisedPercent: 20,
      currentAmount: 500,
      revisedAmount: 200,
      sent: {
        currentPercent: [
          { value: 30, side: 'current', path: 'InvestmentSelections[A1][0].Percent' },
          { value: 20, side: 'current', path: 'InvestmentSelections[A1][1].Percent' },
        ],
        revisedPercent: [
          { value: 20, side: 'revised', path: 'InvestmentSelections[A1][F1].Percent' },
        ],
        expense: [],
      },
    },
  ])
  expect(account?.funds.map(pointsOf)).toEqual([-30])
})

test('limits, costs and future elections do not count as holdings of an account', () => {
  const rows = [
    {
      FundId: 'A',
      ExpenseWeight: 0.2,
      MaxPercent: 100,
      FuturePercent: 40,
      Percent: 25,
      Amount: 10,
    },
  ]
  const [account] = fundChanges(
    { ...emptyStrategy('Current'), investmentSelections: [{ accountId: 'A1', rows }] },
    null,
  )
  expect(account?.funds).toMatchObject([{ id: 'A', currentPercent: 25, currentAmount: 10 }])
})

test('rows of unknown shape become a table with the columns found in them', () => {
  const rows = [{ a: 1, b: { c: 'x' } }, { a: '2.5', d: [1, 2] }, 'text', null]
  const strategy = { ...emptyStrategy('Current'), investmentSelections: [{ accountId: 'Q', rows }] }
  const [account] = fundChanges(strategy, null)
  expect(account?.funds).toEqual([])
  expect(account?.currentTable).toEqual({
    columns: [
      { key: 'a', label: 'A', numeric: true },
      { key: 'b.c', label: 'B: C', numeric: false },
      { key: 'd', label: 'D', numeric: false },
      { key: 'Value', label: 'Value', numeric: false },
    ],
    rows: [
      [1, 'x', null, null],
      ['2.5', null, '[1,2]', null],
      [null, null, null, 'text'],
      [null, null, null, null],
    ],
    columnsLeftOut: 0,
  })
})

test('a table is cut off at thirty columns, with a note', () => {
  const wide = Object.fromEntries(Array.from({ length: 34 }, (_, index) => [`k${index}`, index]))
  expect(genericTable([wide])).toMatchObject({ columnsLeftOut: 4, columns: { length: 30 } })
  expect(genericTable([])).toEqual({ columns: [], rows: [], columnsLeftOut: 0 })
})

import { expect, test } from 'vitest'
import { gatherSources, type IncomeSource } from '#shared/strategy/charts/income-by-source.ts'

const account = (id: number): IncomeSource => ({
  key: `account/${id}`,
  kind: 'account',
  label: `Account ${id}`,
  values: Float64Array.of(id),
})
const view = {
  type: 'Current',
  percentile: 50,
  retirementAge: 65,
  retirementIndex: 0,
  ages: Float64Array.of(65),
  sources: [1, 2, 3, 4, 5, 6].map(account),
  totals: Float64Array.of(21),
}
const seen = (hidden: ReadonlySet<string>) =>
  gatherSources([view], 2, hidden)[0]?.sources.map(({ key, parts, values }) => [
    parts ?? key,
    values[0],
  ])

test('the accounts that pay least are combined into one source, and hiding it hides all of them', () => {
  expect(seen(new Set())).toEqual([
    ['account/5', 5],
    ['account/6', 6],
    [['account/1', 'account/2', 'account/3', 'account/4'], 10],
  ])
})

test('hidden accounts are combined separately, so that only they leave the chart', () => {
  expect(seen(new Set(['account/2', 'account/6']))).toEqual([
    ['account/5', 5],
    ['account/6', 6],
    [['account/1', 'account/3', 'account/4'], 8],
    [['account/2'], 2],
  ])
})

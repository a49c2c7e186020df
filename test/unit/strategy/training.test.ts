import { expect, test } from 'vitest'
import { forecast } from '#electron/training/engine/forecast.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { assetMixScopes } from '#shared/strategy/charts/asset-mix.ts'
import { fundChanges } from '#shared/strategy/changes/fund-changes.ts'
import { incomeBySource } from '#shared/strategy/charts/income-by-source.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/charts/scenarios.ts'
import { explanationText } from '#shared/strategy/statement/explain.ts'
import { statementOf } from '#shared/strategy/statement/statement.ts'
import { wealthFan } from '#shared/strategy/charts/wealth-fan.ts'
import { pensionRule } from '#shared/training/assumptions.ts'
import { americanWriter, usualRules } from '#test/support/figures/statements.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'

const answer = readForecast(
  JSON.stringify(forecast({ profile: aProfile(), today: '2026-11-20', paths: 200 })),
)
if (!answer.ok) throw new Error(answer.error.message)
const { strategies, accountMappings } = answer.value
const { current, revised } = pickPair(strategies)

test('every view can show what the training engine sends', () => {
  expect([current?.type, revised?.type]).toEqual(['Current', 'Revised'])
  expect(
    assetMixScopes(current, revised, accountMappings)[0]?.comparison.rows.length,
  ).toBeGreaterThan(2)
  expect(savingsChanges(current, revised, accountMappings).rows.length).toBeGreaterThan(0)
})

test('the fan has its percentiles in order, and the income has sources of every kind', () => {
  if (!revised) throw new Error('no Revised')
  const fan = wealthFan(revised)
  const at = fan.retirementIndex
  expect(at).toBeGreaterThan(0)
  const values = fan.columns.map((column) => column.values[at] ?? Number.NaN)
  expect([...values].sort((a, b) => a - b)).toEqual(values)
  const income = incomeBySource(revised, 50, accountMappings)
  expect(new Set(income.sources.map(({ kind }) => kind))).toEqual(
    new Set(['socialSecurity', 'pension', 'account', 'other']),
  )
  expect(income.sources.find(({ kind }) => kind === 'other')?.label).toBe('Taxes')
  const [, average] = revised.percentiles
  // In every year of retirement, the sources add up to the headline's income after tax.
  const least = Math.min(...income.totals.subarray(income.retirementIndex))
  expect(least).toBeGreaterThanOrEqual((average?.sustainableRetirementIncome ?? Number.NaN) - 0.1)
  expect(revised.socialSecurity.length).toBeGreaterThan(0)
  expect(historicalScenarios(revised).length).toBeGreaterThan(0)
})

test('funds are recognized, and each side adds up to the whole account', () => {
  const accounts = fundChanges(current, revised, accountMappings)
  expect(accounts).toHaveLength(2)
  for (const { funds, currentTable, revisedTable } of accounts) {
    expect([currentTable, revisedTable]).toEqual([null, null])
    expect(funds.reduce((sum, fund) => sum + (fund.currentPercent ?? 0), 0)).toBeCloseTo(100, 0)
    expect(funds.reduce((sum, fund) => sum + (fund.revisedPercent ?? 0), 0)).toBeCloseTo(100, 0)
  }
})

test('a pension’s panel says that its amount is in dollars of its first year', () => {
  const saved = exampleForecast('marcus-bell')
  const [own] = statementOf({ saved, today: saved, typedGoal: null }, usualRules).strategies
  const pension = own
    ?.course('average')
    .at(65)
    ?.sources.find(({ kind }) => kind === 'pension')
  expect(pension && explanationText(pension.figure, americanWriter)).toContain(pensionRule)
})

import { expect, test } from 'vitest'
import type { ReadAs } from '#shared/express/read-as.ts'
import {
  caseInYears,
  inputsAsSent,
  strategiesInYears,
  usualReadAs,
} from '#shared/strategy/read-as.ts'
import { answerLines } from '#shared/savings/lines.ts'
import { incomeBySource } from '#shared/strategy/charts/income-by-source.ts'
import { sampleForecast } from './sample-forecast.ts'

/**
 * Tests that every amount without a unit is read as the settings say, so that monthly amounts are
 * not misread by a factor of twelve.
 */

const monthly: ReadAs = {
  sustainableIncome: 'month',
  incomeGoal: 'month',
  socialSecurity: 'month',
  caseAmount: 'month',
  incomeSources: 'month',
  savingsDollars: 'month',
  salary: 'month',
  pensionAmount: 'month',
  casePenalty: 'off',
  casePriceGrowth: 2.4,
  dollarsOf: 'notSaid',
  priceGrowth: 2.4,
}

test('amounts read as yearly stay the same', () => {
  expect(strategiesInYears(sampleForecast.strategies, usualReadAs)).toBe(sampleForecast.strategies)
})

test('incomes and goal read as monthly become yearly amounts, twelve times as large', () => {
  const [asYear] = sampleForecast.strategies
  const [asMonth] = strategiesInYears(sampleForecast.strategies, monthly)
  if (!asYear || !asMonth) throw new Error('no strategy')
  const incomes = (strategy: typeof asYear) =>
    strategy.percentiles.map(({ sustainableRetirementIncome: income }) => income ?? 0)
  expect(incomes(asMonth)).toEqual(incomes(asYear).map((income) => income * 12))
  expect(asMonth.goal).toBe((asYear.goal ?? Number.NaN) * 12)
  expect(asMonth.socialSecurity.map(({ amount }) => amount)).toEqual(
    asYear.socialSecurity.map(({ amount }) => (amount === null ? null : amount * 12)),
  )
})

test('each amount follows its own setting', () => {
  const [strategy] = strategiesInYears(sampleForecast.strategies, {
    ...usualReadAs,
    sustainableIncome: 'month',
  })
  expect(strategy?.goal).toBe(sampleForecast.strategies[0]?.goal)
  expect(strategy?.socialSecurity).toEqual(sampleForecast.strategies[0]?.socialSecurity)
})

test('amounts and penalties of Case information follow the setting, and a missing amount stays missing', () => {
  const reading = {
    socialSecurity: [
      { age: 67, amount: 2_000, penaltyAmount: null },
      { age: 62, amount: 1_400, penaltyAmount: 600 },
    ],
    lifeExpectancyAge: 87,
    notes: [],
  }
  expect(caseInYears(reading, monthly).socialSecurity).toMatchObject([
    { age: 67, amount: 24_000, penaltyAmount: null },
    { age: 62, amount: 16_800, penaltyAmount: 7_200 },
  ])
})

test('income by source, taxes and savings in dollars follow the setting; percents and balances do not', () => {
  const [asYear] = sampleForecast.strategies
  if (!asYear) throw new Error('no strategy')
  const balance = {
    account: 'A1',
    type: 'BeginingBalance',
    investor: '',
    contributionType: '',
    catchupType: '',
    ages: Float64Array.of(67),
    values: Float64Array.of(400_000),
  }
  const withBalance = {
    ...asYear,
    percentiles: asYear.percentiles.map((entry) => ({
      ...entry,
      incomeSources: [...entry.incomeSources, balance],
      taxes: { ages: Float64Array.of(67), values: Float64Array.of(500) },
    })),
  }
  const [asMonth] = strategiesInYears([withBalance], monthly)
  if (!asMonth) throw new Error('no strategy')
  const [year, month] = [incomeBySource(asYear, 50, []), incomeBySource(asMonth, 50, [])]
  expect(year.totals.some((total) => total > 0)).toBe(true)
  expect([...month.totals]).toEqual([...year.totals].map((total) => total * 12))
  expect([...(asMonth.percentiles[0]?.taxes.values ?? [])]).toEqual([6_000])
  expect(asMonth.percentiles[0]?.incomeSources.at(-1)).toEqual(balance)
  expect(asMonth.percentiles[0]?.totalWealth).toEqual(asYear.percentiles[0]?.totalWealth)
  const [lines, linesOfMonth] = [answerLines(asYear), answerLines(asMonth)]
  expect(lines.some(({ dollars }) => (dollars ?? 0) > 0)).toBe(true)
  expect(linesOfMonth).toEqual(
    lines.map((line) => ({
      ...line,
      dollars: line.dollars === null ? null : line.dollars * 12,
    })),
  )
})

test('a service that expects monthly amounts gets a twelfth of the typed yearly amount, to the cent, and everything else unchanged', () => {
  const inputs = {
    RetirementAge: 66,
    Salary: 65_000,
    PensionTypes: [{ Amount: 12_000, StartYear: '2040' }, { StartYear: '2041' }],
  }
  expect(inputsAsSent(inputs, monthly)).toEqual({
    RetirementAge: 66,
    Salary: 5_416.67,
    PensionTypes: [{ Amount: 1_000, StartYear: '2040' }, { StartYear: '2041' }],
  })
  expect(inputsAsSent(inputs, usualReadAs)).toEqual(inputs)
  expect(inputsAsSent({}, monthly)).toEqual({})
  expect(inputsAsSent(inputs, { ...usualReadAs, salary: 'month' })).toEqual({
    ...inputs,
    Salary: 5_416.67,
  })
})

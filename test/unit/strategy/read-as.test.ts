import { expect, test } from 'vitest'
import type { ReadAs } from '#shared/ipc/environment-views.ts'
import { caseClaimAges, claimAges } from '#shared/strategy/claim-ages.ts'
import { needOf, outlookOf, verdictOf } from '#shared/strategy/outlook.ts'
import { caseInYears, strategiesInYears, usualReadAs } from '#shared/strategy/read-as.ts'
import { sampleForecast } from './sample-forecast.ts'

/** A service that means months is not misread twelvefold: every amount without a unit follows the setting. */

const monthly: ReadAs = {
  sustainableIncome: 'month',
  incomeGoal: 'month',
  socialSecurity: 'month',
  caseAmount: 'month',
}
const choice = { cautious: 10, typical: 50 }
const options = { asked: null, salary: null, shareOfSalary: 70 }

test('as a year, nothing changes', () => {
  expect(strategiesInYears(sampleForecast.strategies, usualReadAs)).toBe(sampleForecast.strategies)
})

test('as a month, income, goal and difference are twelve times as much a year, and as sent a month', () => {
  const [asYear] = sampleForecast.strategies
  const [asMonth] = strategiesInYears(sampleForecast.strategies, monthly)
  if (!asYear || !asMonth) throw new Error('no strategy')
  const [year, month] = [outlookOf(asYear, choice), outlookOf(asMonth, choice)]
  expect(month.typical?.month).toBeCloseTo((year.typical?.month ?? Number.NaN) * 12)
  const [need, needOfMonth] = [needOf(asYear, options), needOf(asMonth, options)]
  expect(needOfMonth?.month).toBeCloseTo((need?.month ?? Number.NaN) * 12)
  // Both sides are read in the same way, so the verdict is the same.
  expect(verdictOf(month, needOfMonth).kind).toBe(verdictOf(year, need).kind)
  const claims = claimAges(asYear)
  expect(claimAges(asMonth).map(({ amount }) => amount)).toEqual(
    claims.map(({ amount }) => (amount === null ? null : amount * 12)),
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

test('case information: amounts and penalties, and an amount that was not sent stays so', () => {
  const reading = {
    socialSecurity: [
      { age: 67, amount: 2_000, penaltyAmount: null },
      { age: 62, amount: 1_400, penaltyAmount: 600 },
    ],
    lifeExpectancyAge: 87,
    notes: [],
  }
  expect(caseClaimAges(caseInYears(reading, monthly))).toMatchObject([
    { age: 62, amount: 16_800, penaltyAmount: 7_200 },
    { age: 67, amount: 24_000, penaltyAmount: null },
  ])
})

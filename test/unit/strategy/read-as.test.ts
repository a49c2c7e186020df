import { expect, test } from 'vitest'
import type { ReadAs } from '#shared/ipc/environment-views.ts'
import { caseClaimAges, claimAges } from '#shared/strategy/claim-ages.ts'
import { comparisonOf, headlineOf } from '#shared/strategy/headline.ts'
import { caseInYears, strategiesInYears, usualReadAs } from '#shared/strategy/read-as.ts'
import { sampleForecast } from './sample-forecast.ts'

/** A service that means months is not misread twelvefold: every amount without a unit follows the setting. */

const monthly: ReadAs = { sustainableIncome: 'month', incomeGoal: 'month', socialSecurity: 'month', caseAmount: 'month' }
const options = { percentile: 50, onTrackShare: 70, salary: null }

test('as a year, nothing changes', () => {
  expect(strategiesInYears(sampleForecast.strategies, usualReadAs)).toBe(sampleForecast.strategies)
})

test('as a month, income, goal and difference are twelve times as much a year, and as sent a month', () => {
  const [asYear] = sampleForecast.strategies
  const [asMonth] = strategiesInYears(sampleForecast.strategies, monthly)
  if (!asYear || !asMonth) throw new Error('no strategy')
  const [year, month] = [headlineOf(asYear, options), headlineOf(asMonth, options)]
  expect(month.incomeMonth).toBeCloseTo(year.incomeYear ?? Number.NaN)
  expect(month.goal).toBe((year.goal ?? Number.NaN) * 12)
  // Both sides are read in the same way, so a share of the goal is the same.
  expect(month.coverage).toBeCloseTo(year.coverage ?? Number.NaN)
  const difference = comparisonOf(sampleForecast.strategies, 50).year ?? Number.NaN
  expect(comparisonOf(strategiesInYears(sampleForecast.strategies, monthly), 50).year).toBeCloseTo(difference * 12)
  const claims = claimAges(asYear)
  expect(claimAges(asMonth).map(({ amount }) => amount)).toEqual(claims.map(({ amount }) => (amount === null ? null : amount * 12)))
})

test('each amount follows its own setting', () => {
  const [strategy] = strategiesInYears(sampleForecast.strategies, { ...usualReadAs, sustainableIncome: 'month' })
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

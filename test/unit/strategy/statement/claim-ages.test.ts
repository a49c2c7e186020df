import { describe, expect, test } from 'vitest'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import {
  claimAgesOf,
  claimSentence,
  sentClaims,
} from '#shared/strategy/statement/claims/claim-ages.ts'
import { claimRows, waitingWords } from '#shared/strategy/statement/claims/social-security.ts'
import { amountOf, inWords, sidesWith } from '#test/support/figures/sides.ts'
import { currentStrategy, emptyStrategy } from '../sample-forecast.ts'

/**
 * Expected figures are computed by hand: dollars a year times years, and the age at which two such
 * lines cross.
 */

const units = { readAs: usualReadAs, source: 'UAT' }
const saved = (lifeExpectancyAge: number | null = 84, times = 1) => ({
  id: 'case',
  environment: { id: 'uat', name: 'UAT', kind: 'uat' as const },
  reading: {
    socialSecurity: [
      { age: 70, amount: 34_010 / times, penaltyAmount: 0 },
      { age: 62, amount: 19_200 / times, penaltyAmount: 8_230 / times },
      { age: 67, amount: 27_430 / times, penaltyAmount: 0 },
    ],
    lifeExpectancyAge,
    notes: [],
  },
})

describe('Social Security in a strategy', () => {
  const row = { account: '', fullBenefitAge: 67, grossAmount: null, fullBenefitAmount: null }
  const rowsOf = (...amounts: readonly (readonly [number | null, number])[]) => {
    const { current } = sidesWith({
      ...emptyStrategy('Current'),
      socialSecurity: amounts.map(([age, amount]) => ({
        ...row,
        age,
        amount,
        investor: 'Participant',
      })),
    })
    return current === null ? [] : claimRows(current)
  }

  test('shows the gain from waiting as the difference between the two amounts shown', () => {
    expect(inWords(waitingWords(rowsOf([62, 34_089.6], [70, 60_430.4])))).toBe(
      '$34,090 a year from 62, $60,430 from 70: waiting adds $26,340 a year.',
    )
    expect(inWords(waitingWords(rowsOf([67, 24_000])))).toBe('$24,000 a year from age 67.')
    expect(inWords(waitingWords([]))).toBe('')
  })

  test('has rows in ascending order of age, with dollars a year and a month, and none without an age', () => {
    const rows = rowsOf([70, 42_000], [null, 1], [62, 24_000])
    expect(
      rows.map(({ age, amount, aMonth }) => [age, amountOf(amount), amountOf(aMonth)]),
    ).toEqual([
      [62, 24_000, 2_000],
      [70, 42_000, 3_500],
    ])
    const { current } = sidesWith(currentStrategy)
    expect(current && claimRows(current).map(({ investor }) => investor)).toEqual(['', '', ''])
  })
})

describe('claim ages in Case information', () => {
  test('pay, up to a given age, a year’s amount for each year since the claim', () => {
    const { options, most } = claimAgesOf(saved(), units)
    expect(options.map(({ age, receivedBy }) => [age, amountOf(receivedBy(84))])).toEqual([
      [62, 422_400],
      [67, 466_310],
      [70, 476_140],
    ])
    expect(options[1]?.receivedBy(66)).toBeNull()
    expect(most?.age).toBe(70)
    expect(claimAgesOf(saved(60), units).most).toBeNull()
  })

  test('have a sentence on when waiting pays off, and on which age pays the most', () => {
    expect(inWords(claimSentence(claimAgesOf(saved(), units)))).toBe(
      'Waiting until 70 instead of 62 pays off at the age of 80 years 5 months. By life expectancy, 84, claiming at 70 brings the most: $476,140.',
    )
    expect(inWords(claimSentence(claimAgesOf(saved(null), units)))).toContain(
      'Life expectancy was not sent.',
    )
  })

  test('subtract a reduction that the amounts still include, and multiply monthly amounts by twelve', () => {
    const amounts = (over: object, times = 1) =>
      claimAgesOf(saved(84, times), {
        readAs: { ...usualReadAs, ...over },
        source: 'UAT',
      }).options.map(({ aYear, aMonth, reduction }) => [aYear, aMonth, reduction].map(amountOf))
    expect(amounts({ casePenalty: 'stillOn' })[0]).toEqual([10_970, 914, 8_230])
    expect(amounts({ caseAmount: 'month' }, 12)).toEqual(amounts({}))
  })

  test('show the amounts as sent, and in percent of the largest one', () => {
    expect(
      sentClaims(saved(), units).map(({ age, amount, reduction, ofLargest }) => [
        age,
        ...[amount, reduction, ofLargest].map(amountOf),
      ]),
    ).toEqual([
      [62, 19_200, 8_230, 56.5],
      [67, 27_430, 0, 80.7],
      [70, 34_010, 0, 100],
    ])
  })
})

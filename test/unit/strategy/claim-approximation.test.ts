import { describe, expect, test } from 'vitest'
import {
  changesNothing,
  claimAgeOf,
  claimedAt,
  inputsWithClaim,
  openClaimAges,
} from '#shared/strategy/claim-approximation.ts'
import { leverPhrases } from '#shared/strategy/lever-phrases.ts'
import { inWords } from '#test/support/figures/sides.ts'
import { emptyPercentile } from './sample-forecast.ts'

/** Tests a claim age in a forecast: its inputs, and its name on screen. */

const when = { ageNow: 56, thisYear: 2026, priceGrowth: 2.4 }

test('the pension starts in the year of the claim, in dollars of that year', () => {
  // 34,010 × 1.024 to the power of 14.
  expect(claimedAt(70, 34_010, when)).toEqual({
    age: 70,
    benefit: 34_010,
    amount: 47_403.02,
    startYear: '2040',
  })
  expect(claimedAt(70, 34_010, { ...when, priceGrowth: 0 }).amount).toBe(34_010)
  // For a past year, the amount is not converted.
  expect(claimedAt(62, 20_000, { ...when, ageNow: 66 })).toMatchObject({
    amount: 20_000,
    startYear: '2022',
  })
})

test('past claim ages cannot be chosen', () => {
  expect(openClaimAges(null)).toEqual([62, 63, 64, 65, 66, 67, 68, 69, 70])
  expect(openClaimAges(68)).toEqual([68, 69, 70])
  expect(openClaimAges(71)).toEqual([])
})

describe('what is sent to the service', () => {
  const claim = claimedAt(70, 34_010, when)
  const pension = {
    Amount: 47_403.02,
    Cola: true,
    IsFromRecordKeeper: false,
    StartYear: '2040',
  }
  const profile = {
    pensions: [{ amount: 9_000, startYear: '2036-05-01', cola: false, attributes: {}, line: 1 }],
  }

  test('excludes Social Security and includes the file’s own pensions, which the pensions in a request replace', () => {
    expect(inputsWithClaim({ RetirementAge: 66 }, claim, profile)).toEqual({
      RetirementAge: 66,
      ExcludeSocialSecurity: true,
      PensionTypes: [
        { Amount: 9_000, Cola: false, IsFromRecordKeeper: true, StartYear: '2036' },
        pension,
      ],
    })
  })

  test('has the entered pensions instead of the file’s', () => {
    const entered = { Amount: 100, Cola: false, IsFromRecordKeeper: false, StartYear: '2040' }
    expect(inputsWithClaim({ PensionTypes: [entered] }, claim, profile).PensionTypes).toEqual([
      entered,
      pension,
    ])
  })

  test('stays unchanged without a claim age', () => {
    const inputs = { RetirementAge: 66 }
    expect(inputsWithClaim(inputs, null, profile)).toBe(inputs)
  })
})

test('a claim age counts as a change, and is named as an estimate', () => {
  const claim = claimedAt(70, 34_010, when)
  expect(changesNothing({ inputs: {} })).toBe(true)
  expect(changesNothing({ inputs: {}, claim })).toBe(false)
  expect(leverPhrases({ inputs: { RetirementAge: 66 }, claim }).map(inWords)).toEqual([
    'retiring at 66',
    'claiming at 70 (estimate)',
  ])
})

test('today’s claim age is the first age at which the income sources include Social Security', () => {
  const of = (values: readonly number[]) => ({
    percentiles: [
      {
        ...emptyPercentile(50, null),
        incomeSources: [
          {
            type: 'SocialSecurity',
            account: '',
            investor: 'Participant',
            contributionType: '',
            catchupType: '',
            ages: Float64Array.from([64, 65, 66]),
            values: Float64Array.from(values),
          },
        ],
      },
    ],
  })
  expect(claimAgeOf(of([0, 20_000, 20_000]))).toBe(65)
  // Payments may have begun before the first age in the series.
  expect(claimAgeOf(of([20_000, 20_000, 20_000]))).toBeNull()
  expect(claimAgeOf(of([0, 0, 0]))).toBeNull()
  expect(claimAgeOf({ percentiles: [] })).toBeNull()
})

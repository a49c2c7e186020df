import { describe, expect, it } from 'vitest'
import {
  adjustForPrices,
  averageIndexedMonthlyEarnings,
  averageWage,
  bendPoints,
  benefitAtClaim,
  monthlyPayment,
  mostCountedEarnings,
  primaryInsuranceAmount,
} from '#electron/training/engine/person/social-security.ts'
import { publishedBendPoints } from './support/published-bend-points.ts'
import { countedBirthYear, fullRetirementAge } from '#shared/law/ages.ts'

/** Published case A of 2023 (ssa.gov, "Benefit calculation examples"): born 1961, earnings 1983 to 2022. */
const caseA = {
  firstYear: 1983,
  values: [
    14249, 15134, 15828, 16349, 17446, 18362, 19149, 20095, 20908, 22053, 22311, 22980, 23974,
    25223, 26776, 28262, 29927, 31677, 32529, 32954, 33860, 35539, 36948, 38760, 40639, 41695,
    41187, 42283, 43735, 45231, 45941, 47709, 49511, 50214, 52096, 54138, 56326, 58082, 63425,
    65712,
  ],
}

describe('the published worked cases', () => {
  it('include case A: average earnings, primary amount and benefit at 62', () => {
    const average = averageIndexedMonthlyEarnings(caseA, 1961)
    const primary = primaryInsuranceAmount(average, 2023)
    expect(average).toBe(5052)
    expect(primary).toBe(226_330)
    expect(benefitAtClaim(primary, 1961, 62 * 12)).toBe(158_430)
  })

  it('include case B: the taxable maximum every year, after four adjustments for prices', () => {
    const values = Array.from({ length: 40 }, (_, index) => mostCountedEarnings(1983 + index))
    const average = averageIndexedMonthlyEarnings({ firstYear: 1983, values }, 1957)
    const primary = primaryInsuranceAmount(average, 2019)
    expect(average).toBe(10_503)
    expect(primary).toBe(306_160)
    expect(adjustForPrices(primary, 2019, 2023)).toBe(362_710)
  })

  it('count earnings above the taxable maximum no more than the maximum', () => {
    const at = (factor: number) =>
      averageIndexedMonthlyEarnings(
        {
          firstYear: 1983,
          values: Array.from(
            { length: 40 },
            (_, index) => factor * mostCountedEarnings(1983 + index),
          ),
        },
        1957,
      )
    expect(at(3)).toBe(at(1))
  })

  it('pay 751 for 980.50 claimed 44 months early, because 751.70 is rounded down (20 CFR 404.410(a))', () => {
    const cents = benefitAtClaim(98_050, 1960, 67 * 12 - 44)
    expect(cents).toBe(75_170)
    expect(monthlyPayment(cents)).toBe(751)
  })
})

describe('the tables', () => {
  it('reproduce every published pair of bend points from the wage index', () => {
    for (const [index, pair] of publishedBendPoints.values.entries()) {
      expect(bendPoints(publishedBendPoints.firstYear + index)).toEqual(pair)
    }
    expect(publishedBendPoints.values).toHaveLength(48)
  })

  it('continue with the wage assumption after the last published year', () => {
    expect(averageWage(2025) / averageWage(2024)).toBeCloseTo(1.035, 12)
    expect(mostCountedEarnings(2027) % 300).toBe(0)
    expect(mostCountedEarnings(2027)).toBeGreaterThan(mostCountedEarnings(2026))
  })
})

describe('claiming', () => {
  it.each([
    [1937, 65, 0],
    [1938, 65, 2],
    [1939, 65, 4],
    [1940, 65, 6],
    [1941, 65, 8],
    [1942, 65, 10],
    [1943, 66, 0],
    [1954, 66, 0],
    [1955, 66, 2],
    [1956, 66, 4],
    [1957, 66, 6],
    [1958, 66, 8],
    [1959, 66, 10],
    [1960, 67, 0],
    [2005, 67, 0],
  ])(
    'pays the full benefit, for those born in %i, at %i years and %i months',
    (year, years, months) => {
      expect(fullRetirementAge(year)).toBe(years * 12 + months)
    },
  )

  it('counts somebody born on January 1 as born in the year before', () => {
    expect(countedBirthYear({ year: 1960, month: 1, day: 1 })).toBe(1959)
    expect(countedBirthYear({ year: 1960, month: 1, day: 2 })).toBe(1960)
  })

  it('pays 70 to 124 percent between 62 and 70 for full retirement age 67', () => {
    const percents = [62, 63, 64, 65, 66, 67, 68, 69, 70].map(
      (age) => benefitAtClaim(10_000_000, 1960, age * 12) / 1e5,
    )
    const published = [70, 75, 80, 86.667, 93.333, 100, 108, 116, 124]
    for (const [index, percent] of percents.entries())
      expect(percent).toBeCloseTo(published[index] ?? 0, 2)
  })

  it('adds nothing after 70', () => {
    expect(benefitAtClaim(200_000, 1960, 75 * 12)).toBe(benefitAtClaim(200_000, 1960, 70 * 12))
  })
})

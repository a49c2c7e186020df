import { describe, expect, it } from 'vitest'
import {
  benefitThresholds,
  incomeTax,
  taxableBenefits,
  type TaxYear,
  netIncomeTable,
  netOf,
  withdrawalFor,
} from '#electron/training/engine/person/income-tax.ts'

const year = (fields: Partial<TaxYear> = {}): TaxYear => ({
  filing: 'single',
  age: 67,
  socialSecurity: 0,
  ...benefitThresholds(fields.filing ?? 'single', 0),
  ...fields,
})

describe('federal income tax of 2026', () => {
  it('is nothing up to the standard deduction, 65 or older', () => {
    expect(incomeTax(year(), 18_150)).toBe(0)
    expect(incomeTax(year(), 18_250)).toBeCloseTo(10, 8)
    expect(incomeTax(year({ age: 60 }), 16_200)).toBeCloseTo(10, 8)
  })

  it('adds up the brackets', () => {
    expect(incomeTax(year({ age: 60 }), 16_100 + 60_000)).toBeCloseTo(1_240 + 4_560 + 2_112, 8)
    expect(incomeTax(year({ age: 60, filing: 'joint' }), 32_200 + 30_000)).toBeCloseTo(
      2_480 + 624,
      8,
    )
  })

  it('taxes benefits by their three zones, never more than 85 percent', () => {
    const benefits = year({ socialSecurity: 24_000 })
    expect(taxableBenefits(benefits, 13_000)).toBe(0)
    expect(taxableBenefits(benefits, 17_000)).toBe(2_000)
    expect(taxableBenefits(benefits, 32_000)).toBeCloseTo(4_500 + 8_500, 8)
    expect(taxableBenefits(benefits, 500_000)).toBe(20_400)
  })

  it('lets the thresholds for benefits fall with prices', () => {
    expect(benefitThresholds('single', 20).lower).toBeLessThan(
      benefitThresholds('single', 0).lower * 0.65,
    )
  })
})

describe('the net income table', () => {
  const years = [0, 18_000, 40_000].flatMap((socialSecurity) =>
    (['single', 'joint'] as const).map((filing) =>
      year({ socialSecurity, filing, ...benefitThresholds(filing, 12) }),
    ),
  )
  const pension = 9_000
  const table = netIncomeTable(
    years,
    years.map(() => pension),
  )

  it('is income less tax at any withdrawal', () => {
    for (const [index, one] of years.entries()) {
      for (let withdrawal = 0; withdrawal < 900_000; withdrawal += 1_777) {
        const direct =
          withdrawal + pension + one.socialSecurity - incomeTax(one, withdrawal + pension)
        expect(netOf(table, index, withdrawal)).toBeCloseTo(direct, 3)
      }
    }
  })

  it('finds the withdrawal that leaves an income', () => {
    for (const [index] of years.entries()) {
      for (let withdrawal = 0; withdrawal < 900_000; withdrawal += 9_991) {
        expect(withdrawalFor(table, index, netOf(table, index, withdrawal))).toBeCloseTo(
          withdrawal,
          3,
        )
      }
    }
  })
})

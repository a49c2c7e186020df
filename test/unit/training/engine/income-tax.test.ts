import { describe, expect, it } from 'vitest'
import {
  incomeTax,
  taxableBenefits,
  taxYearOf,
  type TaxPerson,
  netIncomeTable,
  netOf,
  withdrawalFor,
} from '#electron/training/engine/person/income-tax.ts'

const year = (fields: Partial<TaxPerson> = {}) =>
  taxYearOf({ filing: 'single', year: 2026, age: 67, prices: 1, socialSecurity: 0, ...fields })

describe('federal income tax for 2026', () => {
  it('is zero up to the standard deduction, including at 65 or older', () => {
    expect(incomeTax(year(), 24_150)).toBe(0)
    expect(incomeTax(year(), 24_250)).toBeCloseTo(10, 8)
    expect(incomeTax(year({ year: 2029 }), 18_250)).toBeCloseTo(10, 8)
    expect(incomeTax(year({ age: 60 }), 16_200)).toBeCloseTo(10, 8)
  })

  it('adds up the brackets', () => {
    expect(incomeTax(year({ age: 60 }), 16_100 + 60_000)).toBeCloseTo(1_240 + 4_560 + 2_112, 8)
    expect(incomeTax(year({ age: 60, filing: 'joint' }), 32_200 + 30_000)).toBeCloseTo(
      2_480 + 624,
      8,
    )
  })

  it('taxes benefits in their three zones, never more than 85 percent', () => {
    const benefits = year({ socialSecurity: 24_000 })
    expect(taxableBenefits(benefits, 13_000)).toBe(0)
    expect(taxableBenefits(benefits, 17_000)).toBe(2_000)
    expect(taxableBenefits(benefits, 32_000)).toBeCloseTo(4_500 + 8_500, 8)
    expect(taxableBenefits(benefits, 500_000)).toBe(20_400)
  })

  it("lowers the thresholds for benefits, in today's dollars, with inflation", () => {
    expect(year({ prices: 1.6 }).lower).toBe(25_000 / 1.6)
  })
})

/** Computed by hand from Rev. Proc. 2025-32 and P.L. 119-21, section 70103. */
describe('the deduction from 65 on', () => {
  const benefits = { age: 68, socialSecurity: 24_000 }

  it('leaves a tax of 4,030 for a single person of 68 with benefits of 24,000 and other income of 40,000, and 4,750 once the deduction has ended', () => {
    expect(incomeTax(year(benefits), 40_000)).toBeCloseTo(4_030, 6)
    expect(incomeTax(year({ ...benefits, year: 2028 }), 40_000)).toBeCloseTo(4_030, 6)
    expect(incomeTax(year({ ...benefits, year: 2029 }), 40_000)).toBeCloseTo(4_750, 6)
  })

  it('falls by 6% of the income above its threshold, down to nothing', () => {
    // 100,000 less the deductions of 16,100, 2,050 and (6,000 - 1,500).
    expect(incomeTax(year(), 100_000)).toBeCloseTo(1_240 + 4_560 + 0.22 * (77_350 - 50_400), 6)
    expect(incomeTax(year(), 175_000)).toBeCloseTo(incomeTax(year({ year: 2029 }), 175_000), 6)
    expect(incomeTax(year({ filing: 'joint' }), 150_000)).toBeCloseTo(
      2_480 + 0.12 * 76_000 + 0.22 * (150_000 - 32_200 - 1_650 - 6_000 - 100_800),
      6,
    )
  })

  it('does not apply to anybody who is 64 at the end of the year', () => {
    expect(incomeTax(year({ age: 64 }), 16_200)).toBeCloseTo(10, 8)
  })
})

it('a head of household has separate brackets and a separate deduction', () => {
  const head = { filing: 'headOfHousehold', age: 50 } as const
  expect(incomeTax(year(head), 24_150 + 70_000)).toBeCloseTo(1_770 + 5_970 + 561, 6)
  expect(incomeTax(year({ ...head, year: 2025 }), 23_625 + 20_000)).toBeCloseTo(1_700 + 360, 6)
})

describe('the net income table', () => {
  const years = [0, 18_000, 40_000].flatMap((socialSecurity) =>
    (['single', 'joint', 'headOfHousehold'] as const).map((filing) =>
      year({ socialSecurity, filing, prices: 1.3 }),
    ),
  )
  const pension = 9_000
  const table = netIncomeTable(
    years,
    years.map(() => pension),
  )

  it('gives the income after tax for any withdrawal', () => {
    for (const [index, one] of years.entries()) {
      for (let withdrawal = 0; withdrawal < 900_000; withdrawal += 1_777) {
        const direct =
          withdrawal + pension + one.socialSecurity - incomeTax(one, withdrawal + pension)
        expect(netOf(table, index, withdrawal)).toBeCloseTo(direct, 3)
      }
    }
  })

  it('gives the withdrawal for a given net income', () => {
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

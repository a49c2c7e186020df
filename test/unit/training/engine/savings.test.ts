import { describe, expect, it } from 'vitest'
import type { PlanAccount } from '#electron/training/engine/person/household.ts'
import type { Match } from '#shared/participant/match.ts'
import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'

const plan = (fields: Partial<PlanAccount> = {}): PlanAccount => ({
  id: 'A-1',
  planId: 'A',
  planType: '401K',
  positions: [],
  balance: 0,
  balanceKind: 'PreTax',
  takesContributions: true,
  combinedLimit: null,
  ...fields,
})

const rate = (
  kind: ContributionRate['kind'],
  percent: number,
  fields: Partial<ContributionRate> = {},
): ContributionRate => ({
  account: 0,
  kind,
  percent,
  amount: 0,
  match: null,
  ...fields,
})

const halfOnSix: Match = {
  steps: [{ rate: 50, upTo: 6 }],
  mostPercent: null,
  mostDollars: null,
  trueUp: null,
  unread: [],
}

const ownSavings = (
  rates: readonly ContributionRate[],
  salary: number,
  age: number,
  account = plan(),
): number =>
  yearOfSavings(rates, [account], salary, year2026(age)).amounts.reduce(
    (sum, amount) => sum + amount,
    0,
  )

describe('the 2026 limits', () => {
  it.each([
    [49, 24_500],
    [50, 32_500],
    [59, 32_500],
    [60, 35_750],
    [63, 35_750],
    [64, 32_500],
  ])('cap deferrals at age %i at %i dollars, pre-tax and Roth together', (age, most) => {
    expect(ownSavings([rate('pretax', 30), rate('roth', 30)], 200_000, age)).toBe(most)
  })

  it('report money beyond a limit as overflow', () => {
    const { amounts, overflow } = yearOfSavings(
      [rate('pretax', 20)],
      [plan()],
      200_000,
      year2026(40),
    )
    expect(amounts).toEqual([24_500])
    expect(overflow).toBe(15_500)
  })

  it('are separate for individual accounts', () => {
    expect(
      ownSavings([rate('pretax', 50)], 100_000, 40, plan({ planType: 'Traditional IRA' })),
    ).toBe(7_500)
    expect(ownSavings([rate('roth', 50)], 100_000, 55, plan({ planType: 'Roth IRA' }))).toBe(8_600)
  })

  it('keep all additions together within 72,000', () => {
    const rates = [rate('pretax', 10), rate('posttax', 20), rate('employer', 10)]
    expect(ownSavings(rates, 350_000, 40)).toBe(72_000)
  })

  /** 26 U.S.C. 414(v)(3)(A), 415(c)(1)(A), 457(b)(2): figures of 2026. */
  it.each([
    ['401(k)', [rate('posttax', 100)], 72_000],
    ['403(b)', [rate('posttax', 100)], 72_000],
    ['401(k)', [rate('employer', 100)], 72_000],
    ['457(b)', [rate('employer', 100)], 24_500],
    ['401(k)', [rate('pretax', 5), rate('posttax', 95)], 72_000 + 5_000],
    ['401(k)', [rate('pretax', 40), rate('posttax', 60)], 72_000 + 8_000],
    ['403(b)', [rate('roth', 40), rate('employer', 60)], 72_000 + 8_000],
    ['457(b)', [rate('pretax', 8), rate('employer', 60)], 24_500 + 8_000],
  ])('allow catch-up at 55 in a %s for deferrals only (case %#)', (planType, rates, most) => {
    expect(ownSavings(rates, 100_000, 55, plan({ planType }))).toBe(most)
  })

  /** 26 U.S.C. 415(c)(1)(B), 457(b)(2); catch-up contributions are additional (414(v)(3)(A)). */
  it.each([
    ['401(k)', 40, 10_000],
    ['403(b)', 40, 10_000],
    ['457(b)', 40, 10_000],
    ['401(k)', 55, 15_000],
    ['457(b)', 55, 15_000],
  ])(
    'allow 100 %% of a pay of 10,000, half of it paid by the employer, in a %s at %i',
    (type, age, most) => {
      const rates = [rate('pretax', 100), rate('employer', 50)]
      expect(ownSavings(rates, 10_000, age, plan({ planType: type }))).toBe(most)
    },
  )

  it("include the plan's combined limit for all own savings", () => {
    expect(
      ownSavings([rate('pretax', 8), rate('roth', 8)], 50_000, 40, plan({ combinedLimit: 10 })),
    ).toBe(5_000)
  })

  it('let nobody save more than their pay', () => {
    expect(ownSavings([rate('pretax', 100), rate('roth', 100)], 9_000, 40)).toBe(9_000)
  })
})

describe('the employer', () => {
  it('pays its rate on pay up to the compensation limit', () => {
    expect(yearOfSavings([rate('employer', 5)], [plan()], 500_000, year2026(40)).amounts).toEqual([
      18_000,
    ])
  })

  it("matches what is actually deferred, up to the match's limit", () => {
    const match = rate('employer', 0, { match: halfOnSix })
    expect(
      yearOfSavings([rate('pretax', 4), match], [plan()], 100_000, year2026(40)).amounts,
    ).toEqual([4_000, 2_000])
    expect(
      yearOfSavings([rate('pretax', 10), match], [plan()], 100_000, year2026(40)).amounts,
    ).toEqual([10_000, 3_000])
  })
})

/** Limits of 2026 from IRS Notice 2025-67; their combination follows 26 U.S.C. 402(g), 408(p), 414(v), 415(c), 457. */
describe('plans with limits of their own', () => {
  const saved = (
    accounts: readonly PlanAccount[],
    rates: readonly ContributionRate[],
    age: number,
    salary = 140_000,
  ) => yearOfSavings(rates, accounts, salary, year2026(age))
  const school = [plan({ planType: '403B' }), plan({ planType: '457B' })]
  const both = [rate('pretax', 50), rate('pretax', 50, { account: 1 })]

  it.each([
    [45, [24_500, 24_500]],
    [55, [32_500, 32_500]],
    [61, [35_750, 35_750]],
  ])('allow a full deferral each for a 403(b) and a 457(b) side by side at %i', (age, amounts) => {
    expect(saved(school, both, age).amounts).toEqual(amounts)
  })

  it('share one limit between a 401(k) and a 403(b)', () => {
    const amounts = saved([plan(), plan({ planType: '403(b)' })], both, 45).amounts
    expect(amounts).toEqual([24_500, 0])
  })

  it('count the employer’s money against the limit of a 457(b)', () => {
    const rates = [rate('pretax', 15), rate('employer', 5)]
    expect(saved([plan({ planType: '457B' })], rates, 45).amounts).toEqual([21_000, 3_500])
  })

  it.each([
    [45, 17_000],
    [50, 21_000],
    [62, 22_250],
    [64, 21_000],
  ])('allow a SIMPLE plan at %i a deferral of %i dollars', (age, most) => {
    for (const planType of ['SIMPLE IRA', 'SIMPLE 401(k)']) {
      expect(saved([plan({ planType })], [rate('pretax', 40)], age).amounts).toEqual([most])
    }
  })

  it('count a SIMPLE plan’s deferrals against what is left of the limit after a 401(k)', () => {
    const accounts = [plan(), plan({ planType: 'SIMPLE IRA' })]
    expect(saved(accounts, both, 45).amounts).toEqual([24_500, 0])
  })

  it('share the limit of all additions between the 401(k) and profit-sharing plans of one employer', () => {
    const accounts = [plan(), plan({ planType: 'Profit Sharing' })]
    const rates = [rate('pretax', 7), rate('employer', 12), rate('employer', 15, { account: 1 })]
    const { amounts } = saved(accounts, rates, 45, 340_000)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(72_000, 6)
  })
})

/** SECURE 2.0, section 603, from 2026: above $150,000 of pay, catch-up contributions are Roth. */
describe('Roth catch-up', () => {
  const split = (salary: number, age: number, rates = [rate('pretax', 25)], account = plan()) => {
    const { amounts, madeRoth } = yearOfSavings(rates, [account], salary, year2026(age, salary))
    return [amounts[0], madeRoth[0]]
  }

  it('makes contributions beyond the usual limit Roth, from age 50 on and above the wage limit', () => {
    expect(split(160_000, 55)).toEqual([32_500, 8_000])
    expect(split(160_000, 61)).toEqual([35_750, 11_250])
    expect(split(160_000, 49)).toEqual([24_500, 0])
    expect(split(150_000, 55)).toEqual([32_500, 0])
  })

  it('counts Roth deferrals as catch-up first', () => {
    const rates = [rate('pretax', 15), rate('roth', 6)]
    expect(split(160_000, 55, rates)).toEqual([24_000, 0])
  })

  it('does not apply to a SIMPLE plan', () => {
    expect(split(160_000, 55, [rate('pretax', 25)], plan({ planType: 'SIMPLE IRA' }))).toEqual([
      21_000, 0,
    ])
  })
})

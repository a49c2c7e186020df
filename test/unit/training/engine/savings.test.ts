import { describe, expect, it } from 'vitest'
import type { PlanAccount } from '#electron/training/engine/household.ts'
import { yearOfSavings, type ContributionRate } from '#electron/training/engine/savings.ts'

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
  matchRate: 0,
  matchLimit: 0,
  ...fields,
})

const ownSavings = (rates: readonly ContributionRate[], salary: number, age: number, account = plan()): number =>
  yearOfSavings(rates, [account], salary, age).amounts.reduce((sum, amount) => sum + amount, 0)

describe('limits of 2026', () => {
  it.each([
    [49, 24_500],
    [50, 32_500],
    [59, 32_500],
    [60, 35_750],
    [63, 35_750],
    [64, 32_500],
  ])('deferrals at %i are capped at %i dollars, pre-tax and Roth together', (age, most) => {
    expect(ownSavings([rate('pretax', 30), rate('roth', 30)], 200_000, age)).toBe(most)
  })

  it('what the limit pushes out is reported as overflow', () => {
    const { amounts, overflow } = yearOfSavings([rate('pretax', 20)], [plan()], 200_000, 40)
    expect(amounts).toEqual([24_500])
    expect(overflow).toBe(15_500)
  })

  it('individual accounts have their own limit', () => {
    expect(ownSavings([rate('pretax', 50)], 100_000, 40, plan({ planType: 'Traditional IRA' }))).toBe(7_500)
    expect(ownSavings([rate('roth', 50)], 100_000, 55, plan({ planType: 'Roth IRA' }))).toBe(8_600)
  })

  it('all additions together stay within 72,000', () => {
    const rates = [rate('pretax', 10), rate('posttax', 20), rate('employer', 10)]
    expect(ownSavings(rates, 350_000, 40)).toBe(72_000)
  })

  it("the plan's combined limit holds over all own sources", () => {
    expect(ownSavings([rate('pretax', 8), rate('roth', 8)], 50_000, 40, plan({ combinedLimit: 10 }))).toBe(5_000)
  })

  it('nobody saves more than the pay', () => {
    expect(ownSavings([rate('pretax', 100), rate('roth', 100)], 9_000, 40)).toBe(9_000)
  })
})

describe('the employer', () => {
  it('pays its rate of pay up to the counted compensation', () => {
    expect(yearOfSavings([rate('employer', 5)], [plan()], 500_000, 40).amounts).toEqual([18_000])
  })

  it('matches what is really deferred, up to its limit', () => {
    const match = rate('employer', 0, { matchRate: 50, matchLimit: 6 })
    expect(yearOfSavings([rate('pretax', 4), match], [plan()], 100_000, 40).amounts).toEqual([4_000, 2_000])
    expect(yearOfSavings([rate('pretax', 10), match], [plan()], 100_000, 40).amounts).toEqual([10_000, 3_000])
  })
})

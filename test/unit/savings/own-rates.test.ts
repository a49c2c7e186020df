import { describe, expect, test } from 'vitest'
import type { Account, Contribution } from '#shared/participant/profile.ts'
import { isAskedFor, limitsOfRate, type OwnRate } from '#shared/savings/own-rates.ts'
import { catchUpRules } from '#shared/strategy/statement/savings/catch-up.ts'
import { limitsSaid, rateRemark } from '#shared/strategy/statement/savings/limits.ts'
import { lawOf } from '#shared/law/law-of.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'
import { plain } from '#test/support/figures/plain.ts'

/** Tests which savings in the file a rate replaces, and how much the plan and the law allow. */

const account = (
  planId: string,
  planType: string,
  combinedLimit: number | null = null,
): Account => ({
  planId,
  planType,
  combinedLimit,
  status: 'Active',
  balance: 0,
  holdings: [],
  line: 1,
})
const accounts = [
  account('ACME401K', '401(k)', 10),
  account('SCHOOL403B', '403(b)'),
  account('COUNTY457B', '457(b)'),
  account('OWN-IRA', 'Traditional IRA'),
  account('ROTH-IRA', 'Roth IRA'),
]
const rate = (planId: string, percent: number, savingsType = 'Pretax'): OwnRate => ({
  planId,
  percent,
  savingsType,
})
const limits = (
  of: OwnRate,
  others: readonly OwnRate[] = [],
  saver: {
    readonly salary?: number | null
    readonly age?: number | null
    readonly contributions?: readonly Contribution[]
  } = {},
) => {
  const { salary = 100_000, age = 40, contributions = [] } = saver
  return limitsOfRate(of, others, { accounts, contributions, salary, year: year2026(age) })
}

describe('a rate replaces savings in the file', () => {
  const own = { kind: 'pretax', planId: 'ACME401K' } as const
  test.each([
    ['of the same plan and kind', own, rate('acme401k', 5), true],
    ['that name no plan', { ...own, planId: '' }, rate('ACME401K', 5), true],
    ['of the same plan, if the rate has no type', own, rate('ACME401K', 5, '0'), true],
    ['but not those of another plan', own, rate('COUNTY457B', 5), false],
    ['but not those of another kind', own, rate('ACME401K', 5, 'Roth'), false],
    [
      'but not those of the employer',
      { ...own, kind: 'employer' },
      rate('ACME401K', 5, '0'),
      false,
    ],
  ] as const)('%s', (_, savings, asked, is) => {
    expect(isAskedFor(savings, asked)).toBe(is)
  })
})

describe('the plan allows', () => {
  test.each([
    ['all of its limit if nothing else is paid in', [], 10],
    [
      'its limit less other savings, including after-tax savings',
      [rate('acme401k', 4, 'PostTax')],
      6,
    ],
    [
      'nothing, and no negative rate, if more is paid in already',
      [rate('ACME401K', 12, 'Roth')],
      0,
    ],
    ['its whole limit, whatever is paid into other plans', [rate('SCHOOL403B', 9)], 10],
  ] as const)('%s', (_, others, plan) => {
    expect(limits(rate('ACME401K', 5), others).plan).toBe(plan)
  })

  test('everything if the plan has no limit', () => {
    expect(limits(rate('SCHOOL403B', 5), [rate('SCHOOL403B', 90, 'Roth')]).plan).toBeNull()
  })
})

describe('the law allows', () => {
  test.each([
    ['the whole deferral limit in a 401(k)', rate('ACME401K', 5), [], 24.5, 24_500],
    [
      'the deferral limit less deferrals to a 403(b)',
      rate('ACME401K', 5),
      [rate('SCHOOL403B', 10, 'Roth')],
      14.5,
      24_500,
    ],
    [
      'a whole limit of its own in a 457(b)',
      rate('COUNTY457B', 5),
      [rate('SCHOOL403B', 10)],
      24.5,
      24_500,
    ],
    [
      'the whole limit in a 403(b), whatever is paid into a 457(b)',
      rate('SCHOOL403B', 5),
      [rate('COUNTY457B', 10)],
      24.5,
      24_500,
    ],
    [
      'the whole limit in an IRA, whatever is paid into a 401(k)',
      rate('OWN-IRA', 5),
      [rate('ACME401K', 10)],
      7.5,
      7_500,
    ],
    [
      'the limit of IRAs less what is paid into another IRA',
      rate('OWN-IRA', 5),
      [rate('ROTH-IRA', 3, 'Roth')],
      4.5,
      7_500,
    ],
    [
      'the whole deferral limit in a 401(k), whatever is paid in after tax',
      rate('ACME401K', 5),
      [rate('ACME401K', 9, 'PostTax')],
      24.5,
      24_500,
    ],
    [
      'the whole deferral limit in a 401(k), whatever is paid into an unknown plan',
      rate('ACME401K', 5),
      [rate('ELSEWHERE', 9)],
      24.5,
      24_500,
    ],
    [
      'nothing, and no negative rate, once the limit is used up',
      rate('ACME401K', 5),
      [rate('SCHOOL403B', 30)],
      0,
      24_500,
    ],
  ] as const)('%s', (_, of, others, percent, dollars) => {
    const { law } = limits(of, others)
    expect(law?.percent).toBeCloseTo(percent, 9)
    expect(law?.dollars).toBe(dollars)
  })

  /**
   * 26 U.S.C. 402(g), 408(k), 408(p), figures for 2026: the plan's own limit, and the rest of the
   * shared limit of 24,500.
   */
  test.each([
    ['SIMPLE IRA', 100_000, 0, 17],
    ['SIMPLE IRA', 100_000, 5, 17],
    ['SIMPLE IRA', 100_000, 10, 14.5],
    ['SIMPLE IRA', 100_000, 20, 4.5],
    ['SIMPLE IRA', 100_000, 30, 0],
    ['SARSEP', 40_000, 10, 25],
    ['SARSEP', 100_000, 10, 14.5],
  ])(
    'savings in a %s at a pay of %d, beside %d%% into a 401(k), up to %d percent',
    (planType, salary, beside, percent) => {
      const { law } = limitsOfRate(rate('OTHER', 1), [rate('ACME401K', beside)], {
        accounts: [...accounts, account('OTHER', planType)],
        contributions: [],
        salary,
        year: year2026(40),
      })
      expect(law?.percent).toBeCloseTo(percent, 9)
    },
  )

  test('a 401(k) beside a SIMPLE plan at least what is left after the SIMPLE plan’s lower limit', () => {
    const { law } = limitsOfRate(rate('ACME401K', 1), [rate('SIMPLE', 20)], {
      accounts: [...accounts, account('SIMPLE', 'SIMPLE IRA')],
      contributions: [],
      salary: 100_000,
      year: year2026(40),
    })
    expect(law?.percent).toBeCloseTo(7.5, 9)
  })

  test('the catch-up for the age, and none if the age is unknown', () => {
    expect(limits(rate('COUNTY457B', 5), [], { age: 61 }).law?.dollars).toBe(35_750)
    expect(limits(rate('COUNTY457B', 5), [], { age: null }).law?.dollars).toBe(24_500)
  })

  /** 26 U.S.C. 219(b)(1)(B), 415(c)(1)(B), 457(b)(2). */
  test.each(['OWN-IRA', 'ACME401K', 'SCHOOL403B', 'COUNTY457B'])(
    'no more than the pay for %s',
    (planId) => {
      const of = rate(planId, 5)
      expect(limits(of, [], { salary: 5_000 }).law).toMatchObject({ percent: 100, dollars: 5_000 })
      const beside = [rate('ROTH-IRA', 40, 'Roth')]
      expect(limits(of, beside, { salary: 5_000 }).law?.percent).toBeCloseTo(60, 9)
    },
  )

  test.each([
    ['into no plan of the file', rate('ELSEWHERE', 5), {}],
    ['of unknown pay', rate('SCHOOL403B', 5), { salary: null }],
    ['of no pay', rate('SCHOOL403B', 5), { salary: 0 }],
  ] as const)('a rate %s without a warning', (_, of, saver) => {
    expect(limits(of, [], saver)).toEqual({ plan: null, law: null })
  })

  /**
   * 26 U.S.C. 219(b), 408(p), 415(c), 457(b): one limit for all of the participant's own money, or
   * only a limit for all additions.
   */
  test.each([
    ['an IRA', rate('OWN-IRA', 5, 'PostTax'), [], 7.5, 7_500],
    [
      'an IRA that already gets some',
      rate('OWN-IRA', 5),
      [rate('OWN-IRA', 7, 'PostTax')],
      0.5,
      7_500,
    ],
    ['a 457(b)', rate('COUNTY457B', 5, 'After-tax'), [rate('COUNTY457B', 20)], 4.5, 24_500],
    ['a 401(k)', rate('ACME401K', 5, 'PostTax'), [rate('ACME401K', 30)], 47.5, 72_000],
    ['a 401(k) as Roth', rate('ACME401K', 5, 'Roth after-tax'), [], 24.5, 24_500],
    ['a 403(b)', rate('SCHOOL403B', 5, 'After-tax'), [rate('ACME401K', 20)], 72, 72_000],
  ] as const)('after-tax money into %s', (_, of, others, percent, dollars) => {
    const { law } = limits(of, others)
    expect(law?.percent).toBeCloseTo(percent, 9)
    expect(law?.dollars).toBe(dollars)
    expect(law && catchUpRules(law.deferrals(100))).toEqual([])
  })
})

/** 26 U.S.C. 415(c), 457(b): the employer's money counts too. */
describe('the employer’s money in the file', () => {
  const employer = (planId: string, over: Partial<Contribution>): Contribution => ({
    kind: 'employer',
    planId,
    rate: null,
    amount: null,
    period: 'year',
    attributes: {},
    line: 1,
    ...over,
  })
  const match = { attributes: { MatchRate: '100', MatchLimit: '6' } }
  test.each([
    ['leaves less for after-tax money', rate('ACME401K', 5, 'PostTax'), { rate: 10 }, 62],
    [
      'leaves less for after-tax money beside deferrals',
      rate('ACME401K', 5, 'PostTax'),
      { amount: 40_000 },
      32,
    ],
    ['counts with the whole match', rate('ACME401K', 5, 'PostTax'), match, 66],
    [
      'does not reduce deferrals if their own limit is lower',
      rate('ACME401K', 5),
      { rate: 10 },
      24.5,
    ],
    ['reduces deferrals if it is large', rate('ACME401K', 5), { amount: 60_000 }, 12],
    [
      'counts toward the limit of a 457(b)',
      rate('COUNTY457B', 5),
      { planId: 'COUNTY457B', rate: 4 },
      20.5,
    ],
    ['counts only in its own plan', rate('COUNTY457B', 5), { rate: 10 }, 24.5],
  ] as const)('%s', (_, of, over, percent) => {
    const contributions = [employer('ACME401K', over)]
    expect(limits(of, [], { contributions }).law?.percent).toBeCloseTo(percent, 9)
  })
})

const remarkOn = (percent: number, limits: Parameters<typeof rateRemark>[1]) =>
  plain(rateRemark(percent, limits, 'ACME401K'))

describe('the warning names the limit that is reached first, and what other savings use of it:', () => {
  const withSimple = [...accounts, account('SIMPLE', 'SIMPLE IRA')]
  const said = (of: OwnRate, others: readonly OwnRate[] = []) =>
    remarkOn(
      99,
      limitsOfRate(of, others, {
        accounts: withSimple.map((each) => ({ ...each, combinedLimit: null })),
        contributions: [],
        salary: 100_000,
        year: year2026(40),
      }),
    )
  const here = 'here. More may be cut.'
  test.each([
    [
      'the SIMPLE plan’s own cap',
      rate('SIMPLE', 1),
      [],
      `$17,000 a year is the legal limit for SIMPLE plans (2026 limits): 17% of pay ${here}`,
    ],
    [
      'the shared limit, if it leaves less than that cap',
      rate('SIMPLE', 1),
      [rate('ACME401K', 20)],
      `$24,500 a year is the legal limit for deferrals (2026 limits): after $20,000 a year into ACME401K (Pre-tax), 4.5% of pay ${here}`,
    ],
    [
      'the limit of IRAs',
      rate('ROTH-IRA', 1, 'Roth'),
      [rate('OWN-IRA', 3)],
      `$7,500 a year is the legal limit for IRAs (2026 limits): after $3,000 a year into OWN-IRA (Pre-tax), 4.5% of pay ${here}`,
    ],
    [
      'the limit of IRAs, known from the savings type',
      rate('SCHOOL403B', 1, 'IRAROTH'),
      [],
      `$7,500 a year is the legal limit for IRAs (2026 limits): 7.5% of pay ${here}`,
    ],
    [
      'the limit of all money into a plan',
      rate('ACME401K', 1, 'PostTax'),
      [],
      `$72,000 a year is the legal limit for own and the employer’s money together (2026 limits): 72% of pay ${here}`,
    ],
    [
      'the pay',
      rate('ACME401K', 1, 'PostTax'),
      [rate('COUNTY457B', 24), rate('SCHOOL403B', 60, 'PostTax')],
      `$100,000 a year is the legal limit, all of the pay (2026 limits): after $24,000 a year into COUNTY457B (Pre-tax) and $60,000 a year into SCHOOL403B (Post-tax), 16% of pay ${here}`,
    ],
  ] as const)('%s', (_, of, others, remark) => {
    expect(said(of, others)).toBe(remark)
  })
})

describe('the warning', () => {
  const byPlan = 'The plan takes at most 10% of pay here; more may be cut.'
  const byLaw =
    '$24,500 a year is the legal limit for deferrals (2026 limits): 12% of pay here. More may be cut.'
  const law = {
    percent: 12,
    dollars: 24_500,
    of: ' for deferrals',
    usedBy: [],
    ofYear: lawOf('contributionLimits', 2026),
  }
  test.each([
    [11, { plan: 10, law: null }, byPlan],
    [11, { plan: 10, law: { ...law, percent: 10 } }, byPlan],
    [13, { plan: 10, law }, byPlan],
    [13, { plan: 20, law }, byLaw],
    [25, { plan: 20, law }, byLaw],
    [13, { plan: null, law }, byLaw],
    [11, { plan: 20, law }, ''],
    [10, { plan: 10, law }, ''],
    [10.005, { plan: 10, law }, ''],
    [12.005, { plan: null, law }, ''],
    [99, { plan: null, law: null }, ''],
  ] as const)('names the right limit for a rate of %d and the limits %j', (percent, of, said) => {
    expect(remarkOn(percent, of)).toBe(said)
  })
})

test('a lever names the limit before tax and the one with Roth catch-up, if high wages make catch-up Roth', () => {
  const said = (of: OwnRate, wages: number, age = 58) => {
    const saver = { accounts, contributions: [], salary: 245_000, year: year2026(age, wages) }
    return plain(limitsSaid(limitsOfRate(of, [], saver), 'lever') ?? [])
  }
  const both = 'law $24,500 before tax, $32,500 with Roth catch-up · 2026 limits'
  expect(said(rate('SCHOOL403B', 11), 245_000)).toBe(both)
  expect(said(rate('SCHOOL403B', 11, 'Roth'), 245_000)).toBe('law $32,500 · 2026 limits')
  expect(said(rate('SCHOOL403B', 11), 149_000)).toBe('law $32,500 · 2026 limits')
  expect(said(rate('SCHOOL403B', 11), 245_000, 48)).toBe('law $24,500 · 2026 limits')
  expect(said(rate('OWN-IRA', 2), 245_000)).toBe('law $8,600 · 2026 limits')
})

import { describe, expect, test } from 'vitest'
import { limitsOfRate, type DeferralsOfYear } from '#shared/savings/own-rates.ts'
import { catchUpRules } from '#shared/strategy/statement/savings/catch-up.ts'
import { savingYear, usualRules, type SavingRules } from '#shared/savings/saving-year.ts'
import { lawFor } from '#shared/strategy/law-for.ts'
import { aProfile, anAccount } from '#test/support/samples/scripted-people.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests the sentences about SECURE 2.0, section 603. No participant file states the relevant wages,
 * or what a plan offers.
 */

const now = new Date(2026, 10, 27)
const account = anAccount({ planId: 'ACME401K', planType: '401(k)', combinedLimit: null })

const said = (deferrals: DeferralsOfYear | undefined) =>
  (deferrals === undefined ? [] : catchUpRules(deferrals)).map(plain)
const rules = (
  percent: number,
  {
    salary = 160_000,
    dateOfBirth = '1970-05-05',
    savingsType = 'Pretax',
    wagesBefore = null as number | null,
    day = now,
    planType = '401(k)',
    facts = {} as Partial<SavingRules>,
  },
) =>
  said(
    limitsOfRate({ planId: 'ACME401K', savingsType }, [], {
      accounts: [{ ...account, planType }],
      contributions: [],
      salary,
      year: savingYear({ dateOfBirth, salary, wagesBefore }, day, { ...usualRules, ...facts }),
    }).law?.deferrals(percent),
  )

const ifAbove = (pay: string) =>
  `If FICA wages of 2025 from this employer were above $150,000 (the pay here is ${pay})`
const asRoth = 'savings above $24,500 go in as Roth; a plan without Roth takes none of them.'

describe('the Roth rule', () => {
  test.each([
    ['unknown wages', {}, [`${ifAbove('$160,000')}, ${asRoth}`]],
    [
      'pay below the limit, because wages may differ',
      { salary: 140_000 },
      [`${ifAbove('$140,000')}, ${asRoth}`],
    ],
    [
      'wages above the limit',
      { wagesBefore: 150_001 },
      [`With FICA wages of 2025 from this employer above $150,000, ${asRoth}`],
    ],
    ['wages below the limit', { wagesBefore: 150_000 }, []],
    [
      'a plan that accepts Roth',
      { facts: { rothCatchUp: 'yes' } },
      [`${ifAbove('$160,000')}, savings above $24,500 go in as Roth.`],
    ],
    [
      'a plan that accepts no Roth',
      { facts: { rothCatchUp: 'no' } },
      [`${ifAbove('$160,000')}, at most $24,500 goes in: these plans take no Roth catch-up.`],
    ],
    ['savings that are already Roth', { savingsType: 'Roth' }, []],
    ['somebody who is 49 at the end of the year', { dateOfBirth: '1977-01-01' }, []],
    ['a SIMPLE plan', { planType: 'SIMPLE IRA' }, []],
    ['2025, before the rule is in force', { day: new Date(2025, 11, 31) }, []],
  ] as const)('is stated for %s', (_, over, said) => {
    expect(rules(20, over)).toEqual(said)
  })

  test('is not stated for savings within the usual limit', () => {
    expect(rules(15, {})).toEqual([])
  })
})

test('the higher limit for ages 60 to 63 applies only if the plan offers it', () => {
  const sixty = { dateOfBirth: '1966-12-20', wagesBefore: 0 }
  const words = 'Above $32,500 the plan must offer the higher catch-up of ages 60 to 63.'
  expect(rules(22, sixty)).toEqual([words])
  expect(rules(20, sixty)).toEqual([])
  expect(rules(22, { ...sixty, facts: { higherCatchUp: 'yes' } })).toEqual([])
  expect(rules(22, { ...sixty, dateOfBirth: '1962-12-20' })).toEqual([])
})

test('the sentences about a request’s savings state the year of the limits, the source, and each rule once', () => {
  const profile = aProfile({
    dateOfBirth: '1970-05-05',
    salary: 160_000,
    accounts: [account],
    contributions: [],
  })
  const rate = (SavingsType: string, Value: string) => ({ PlanId: 'ACME401K', SavingsType, Value })
  const sentences = lawFor(
    { SavingsRateDetails: [rate('Pretax', '18'), rate('Roth', '1')] },
    profile,
    now,
    { ...usualRules, wagesBefore: null },
  )
  expect(sentences.map(plain)).toEqual([
    '2026 limits (IRS Notice 2025-67).',
    `${ifAbove('$160,000')}, ${asRoth}`,
  ])
  expect(lawFor({ Salary: 1 }, profile, now, { ...usualRules, wagesBefore: null })).toEqual([])
})

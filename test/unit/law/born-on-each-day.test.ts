import { describe, expect, test } from 'vitest'
import { limitsOfRate } from '#shared/savings/own-rates.ts'
import { savingYear, usualRules, type Known, type SavingYear } from '#shared/savings/saving-year.ts'
import { yearOfSavings } from '#shared/savings/year-of-savings.ts'
import { householdOf, savingYearAt } from '#electron/training/engine/person/household.ts'
import { anAccount } from '#test/support/samples/scripted-people.ts'
import { saver } from '../training/engine/support/people.ts'

/**
 * Tests the limits for everybody born from 1950 to 1980, compared with a second calculation typed
 * from the law: IRS Notices 2024-80 and 2025-67; 26 U.S.C. 219(b)(5), 408(p), 414(v); SECURE 2.0,
 * section 603.
 */

const plans = ['401(k)', '403(b)', '457(b)', 'SIMPLE IRA', 'Roth IRA'] as const

/**
 * The highest contribution allowed, and how much of it must be Roth. No figure or age comes from
 * the program.
 */
const byHand = (
  plan: (typeof plans)[number],
  year: 2025 | 2026,
  bornIn: number,
  wages: number,
  roth: Known,
  higher: Known,
) => {
  const age = year - bornIn
  const isSixties = age === 60 || age === 61 || age === 62 || age === 63
  if (plan === 'Roth IRA') {
    if (year === 2025) return { most: age < 50 ? 7_000 : 8_000, asRoth: 0 }
    return { most: age < 50 ? 7_500 : 8_600, asRoth: 0 }
  }
  if (plan === 'SIMPLE IRA') {
    const usual = year === 2025 ? 16_500 : 17_000
    if (age < 50) return { most: usual, asRoth: 0 }
    if (isSixties && higher !== 'no') return { most: usual + 5_250, asRoth: 0 }
    return { most: year === 2025 ? 20_000 : 21_000, asRoth: 0 }
  }
  const usual = year === 2025 ? 23_500 : 24_500
  const isForced = year === 2026 && age >= 50 && wages > 150_000
  if (age < 50 || (isForced && roth === 'no')) return { most: usual, asRoth: 0 }
  const catchUp = isSixties && higher !== 'no' ? 11_250 : year === 2025 ? 7_500 : 8_000
  return { most: usual + catchUp, asRoth: isForced ? catchUp : 0 }
}

const everyDay = Array.from(
  { length: Math.round((Date.UTC(1981, 0, 1) - Date.UTC(1950, 0, 1)) / 86_400_000) },
  (_, day) => new Date(Date.UTC(1950, 0, 1 + day)).toISOString().slice(0, 10),
)

/** The program's limit on a participant's own savings into a plan, in dollars. */
const mostOwnDollars = (planType: string, salary: number, year: SavingYear) =>
  limitsOfRate({ planId: 'A', savingsType: 'Pretax' }, [], {
    accounts: [anAccount({ planId: 'A', planType })],
    contributions: [],
    salary,
    year,
  }).law?.dollars

/**
 * The program's limit for a plan, and what the program saves, and saves as Roth, for somebody who
 * asks to save all pay before tax.
 */
const inProgram = (planType: string, year: SavingYear) => {
  const account = { planId: 'A', planType, combinedLimit: null, takesContributions: true }
  const rate = { account: 0, kind: 'pretax', percent: 100, amount: 0, match: null } as const
  const { amounts, madeRoth } = yearOfSavings([rate], [account], 150_001, year)
  return { most: mostOwnDollars(planType, 150_001, year), saved: amounts[0], asRoth: madeRoth[0] }
}

const facts: readonly (readonly [Known, Known])[] = [
  ['unknown', 'unknown'],
  ['yes', 'yes'],
  ['no', 'yes'],
  ['yes', 'no'],
  ['no', 'no'],
]

test('the legal limits are right for everybody born on any day from 1950 to 1980', () => {
  expect(everyDay).toHaveLength(11_323)
  const wrong: string[] = []
  for (const year of [2025, 2026] as const)
    for (const salary of [150_000, 150_001])
      for (const [index, dateOfBirth] of everyDay.entries()) {
        // Any day of the year will do. Each plan is tested with each day of birth, and each pair of
        // facts with many days of birth.
        const now = new Date(year, index % 12, 1 + (index % 28))
        const [rothCatchUp, higherCatchUp] = facts[index % facts.length] ?? ['yes', 'yes']
        const rules = { ...usualRules, rothCatchUp, higherCatchUp }
        const counted = savingYear({ dateOfBirth, salary }, now, rules)
        const bornIn = Number(dateOfBirth.slice(0, 4))
        for (const plan of plans) {
          const hand = byHand(plan, year, bornIn, salary, rothCatchUp, higherCatchUp)
          const { most, saved, asRoth } = inProgram(plan, counted)
          if (most !== hand.most || saved !== hand.most || asRoth !== hand.asRoth)
            wrong.push(`${dateOfBirth} ${year} ${plan} ${salary}: ${most}, ${asRoth}`)
        }
      }
  expect(wrong).toEqual([])
})

/** What counts is the age reached by 31 December, not today's age. */
test.each([
  ['1976-12-20', 32_500],
  ['1966-12-20', 35_750],
  ['1962-12-20', 32_500],
  ['1976-12-31', 32_500],
  ['1977-01-01', 24_500],
])('on November 27, 2026, somebody born on %s may defer %d', (dateOfBirth, most) => {
  const year = savingYear({ dateOfBirth, salary: 100_000 }, new Date(2026, 10, 27), usualRules)
  expect(mostOwnDollars('401(k)', 100_000, year)).toBe(most)
})

test('an unknown age counts as under 50', () => {
  const year = savingYear({ dateOfBirth: '', salary: 100_000 }, new Date(2026, 10, 27), usualRules)
  expect(mostOwnDollars('401(k)', 100_000, year)).toBe(24_500)
})

describe("in Training's projected years", () => {
  test.each([
    ['1976-12-20', '2026-11-27', [32_500, 32_500, 32_500]],
    ['1977-01-01', '2026-11-27', [24_500, 32_500, 32_500]],
    ['1966-12-20', '2026-01-02', [35_750, 35_750, 35_750, 35_750, 32_500]],
    ['1962-12-20', '2026-11-27', [32_500]],
    // In dollars of 2025; prices grow by 2.4% to 2026, the newest year of law.
    ['1976-12-20', '2025-06-01', [23_500, 32_500 / 1.024, 32_500 / 1.024]],
  ])(
    'the limits are right for somebody born on %s, as computed on %s',
    (dateOfBirth, today, expected) => {
      const household = householdOf({ profile: saver({ dateOfBirth }), today })
      const most = expected.map((_, offset) =>
        mostOwnDollars('401(k)', 100_000, savingYearAt(household, offset)),
      )
      expect(most).toEqual(expected)
    },
  )
})

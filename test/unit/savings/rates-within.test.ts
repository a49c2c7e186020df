import { expect, test } from 'vitest'
import { ratesWithin } from '#shared/savings/rates-within.ts'
import { savingYear, usualRules } from '#shared/savings/saving-year.ts'
import { aProfile, anAccount } from '#test/support/samples/scripted-people.ts'

const rule = (
  kind: 'pretax' | 'roth' | 'employer',
  rate: number | null,
  amount: number | null = null,
) => ({
  ...{ kind, planId: 'ACME401K', rate, amount, attributes: {}, line: 1 },
})
const person = (salary: number, ...contributions: ReturnType<typeof rule>[]) =>
  aProfile({
    salary,
    dateOfBirth: '1980-06-15',
    accounts: [anAccount({ combinedLimit: null })],
    contributions,
  })
const yearOf = (year: number, dateOfBirth = '1980-06-15') =>
  savingYear({ dateOfBirth, salary: 90_000 }, new Date(`${year}-07-01T12:00:00`), usualRules)
const rates = (profile: ReturnType<typeof person>) =>
  ratesWithin(profile, yearOf(2025), yearOf(2026))?.contributions.map(
    ({ rate, amount }) => rate ?? amount,
  )

test('savings above the lower limit of then are lowered to it, and the employer’s stay', () => {
  expect(rates(person(400_000, rule('pretax', 8), rule('employer', 3)))).toEqual([5.875, 3])
  // The last own rate is the one that the limit cuts.
  expect(rates(person(200_000, rule('pretax', 10), rule('roth', 5)))).toEqual([10, 1.75])
})

test('an amount in dollars is lowered to dollars', () => {
  expect(rates(person(90_000, rule('pretax', null, 30_000)))).toEqual([23_500])
})

test('nothing is lowered where no limit binds, or where the limits are the same', () => {
  expect(rates(person(60_000, rule('pretax', 6)))).toBeUndefined()
  expect(ratesWithin(person(400_000, rule('pretax', 8)), yearOf(2026), yearOf(2026))).toBeNull()
  expect(
    ratesWithin({ ...person(1, rule('pretax', 8)), salary: null }, yearOf(2025), yearOf(2026)),
  ).toBeNull()
})

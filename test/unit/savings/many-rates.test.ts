import { expect, test } from 'vitest'
import { forecastInputsSchema } from '#shared/express/requests.ts'
import { usualRules } from '#shared/savings/saving-year.ts'
import { ratesAskedFor } from '#shared/strategy/asked-rates.ts'
import { saverOf } from '#shared/strategy/unusual-for.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'

const ratesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    PlanId: `PLAN-${index}`,
    SavingsType: 'Pretax',
    Value: '1',
  }))

test('a request accepts the savings rates of fifty plans, but no more', () => {
  expect(forecastInputsSchema.safeParse({ SavingsRateDetails: ratesOf(50) }).success).toBe(true)
  expect(forecastInputsSchema.safeParse({ SavingsRateDetails: ratesOf(51) }).success).toBe(false)
})

test('checking fifty rates with two thousand accounts visits each account only a few times', () => {
  const [account] = aProfile().accounts
  if (account === undefined) throw new Error('no account')
  let looks = 0
  const accounts = Array.from({ length: 2000 }, (_, index) => ({
    ...account,
    get planId() {
      looks += 1
      return `PLAN-${1999 - index}`
    },
  }))
  const profile = { ...aProfile(), accounts, salary: 100_000 }
  const rules = { ...usualRules, wagesBefore: null }
  const saver = saverOf({}, profile, new Date('2026-11-27T12:00:00Z'), rules)
  expect(ratesAskedFor(ratesOf(50), saver, profile)).toHaveLength(50)
  expect(looks).toBeLessThan(5 * 50 * 2000)
})

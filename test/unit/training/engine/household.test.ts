import { describe, expect, it } from 'vitest'
import { estimateBenefit, averageWage } from '#electron/training/engine/person/social-security.ts'
import { householdOf, savingYearAt } from '#electron/training/engine/person/household.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { yearOfSavings } from '#shared/savings/year-of-savings.ts'
import { contribution, saver, today } from './support/people.ts'

describe('a contribution given both as rate and as amount', () => {
  const savedIn = (rate: number | null, amount: number | null): number => {
    const one = contribution('pretax', 0, { rate, amount })
    const household = householdOf({
      profile: saver({ contributions: [one] }),
      today,
    })
    const { rates, accounts, salary } = household
    return yearOfSavings(rates, accounts, salary, savingYearAt(household, 0)).amounts.reduce(
      (sum, dollars) => sum + dollars,
      0,
    )
  }

  it('counts once, by its rate', () => {
    expect(savedIn(6, 4_800)).toBe(4_800)
    expect(savedIn(6, 9_999)).toBe(4_800)
  })

  it('counts by its amount if there is no rate', () => {
    expect(savedIn(null, 3_000)).toBe(3_000)
    expect(savedIn(0, 3_000)).toBe(3_000)
  })
})

describe('a retired person whose file has no salary', () => {
  const retired = saver({ dateOfBirth: '1957-03-02', salary: 0, contributions: [] })
  const benefitIn = (profile = retired): number => {
    const { worker, claimAge } = householdOf({ profile, today })
    return estimateBenefit(worker, claimAge).amount
  }

  it('gets the benefit of a lifetime of average wages, and the answer says so', () => {
    expect(benefitIn()).toBe(benefitIn(saver({ ...retired, salary: null })))
    expect(benefitIn()).toBeGreaterThan(24_000)
    expect(householdOf({ profile: retired, today }).worker.salary).toBe(averageWage(2026))
    const { StrategyOutput, notes } = forecast({ profile: retired, today, paths: 50 })
    expect(StrategyOutput[0]?.SocialSecurity).toHaveLength(2)
    expect(notes.join(' ')).toContain('average wages')
  })

  it('gets no benefit if Social Security is excluded or the person is too young to claim', () => {
    const excluded = forecast({ profile: retired, today, paths: 50, ExcludeSocialSecurity: true })
    expect(excluded.StrategyOutput[0]?.SocialSecurity).toEqual([])
    expect(excluded.notes.join(' ')).toContain('left out')
    expect(benefitIn(saver({ salary: 0 }))).toBe(0)
    expect(forecast({ profile: saver({ salary: 0 }), today, paths: 50 }).notes.join(' ')).toContain(
      'no Social Security',
    )
  })

  it('keeps the same earnings record, whatever retirement age is given', () => {
    const { worker } = householdOf({ profile: retired, today })
    expect(householdOf({ profile: retired, today, RetirementAge: 75 }).worker).toEqual(worker)
  })
})

it('a salary determines the earnings history, and the answer says so', () => {
  expect(forecast({ profile: saver(), today, paths: 50 }).notes.join(' ')).toContain(
    'estimated from the salary',
  )
})

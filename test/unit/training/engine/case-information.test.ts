import { describe, expect, it } from 'vitest'
import { caseInformation } from '#electron/training/engine/case-information.ts'
import { today } from './support/people.ts'

const input = { Salary: 70_000, RetirementAge: 67, DOB: '1970-01-22', Gender: 'F', today }

describe('case information', () => {
  it('answers the requested ages, in their order', () => {
    const answer = caseInformation({ ...input, SSAgeOverride: [67, 65] })
    expect(answer.SocialSecurity.map(({ Age }) => Age)).toEqual([67, 65])
  })

  it('answers every age from 62 to 70 by default, with a penalty only before full retirement age', () => {
    const { SocialSecurity } = caseInformation(input)
    expect(SocialSecurity.map(({ Age }) => Age)).toEqual([62, 63, 64, 65, 66, 67, 68, 69, 70])
    for (const [index, { Age, Amount, PenaltyAmount }] of SocialSecurity.entries()) {
      expect(Amount).toBeGreaterThan(SocialSecurity[index - 1]?.Amount ?? 0)
      expect(PenaltyAmount > 0).toBe(Age < 67)
    }
  })

  it('leaves out past claim ages, and pays nothing before 62', () => {
    const agesFor = (DOB: string) =>
      caseInformation({ ...input, DOB }).SocialSecurity.map(({ Age }) => Age)
    expect(agesFor('1960-03-05')).toEqual([66, 67, 68, 69, 70])
    expect(agesFor('1950-03-05')).toEqual([70])
    expect(caseInformation({ ...input, SSAgeOverride: [61] }).SocialSecurity[0]?.Amount).toBe(0)
  })

  it('pays nothing without a salary', () => {
    expect(
      caseInformation({ ...input, Salary: 0 }).SocialSecurity.every(({ Amount }) => Amount === 0),
    ).toBe(true)
  })

  it('includes the average life expectancy of a woman of 56', () => {
    expect(caseInformation(input).LifeExpectancy).toEqual({ Age: 83 })
  })
})

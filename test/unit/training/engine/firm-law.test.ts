import { expect, it } from 'vitest'
import { householdOf, savingYearAt } from '#electron/training/engine/person/household.ts'
import { incomeTax, taxYearOf } from '#electron/training/engine/person/income-tax.ts'
import { retirementRules } from '#electron/training/engine/person/retirement-rules.ts'
import { estimateBenefit } from '#electron/training/engine/person/social-security.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'
import { saver } from './support/people.ts'

const ofFirm = { firmLaw: firmLaw2027 }
const today = '2027-03-01'

it.each([
  // 10% of 20,100 less the firm's deduction of 20,000, or less the 2026 deduction of 16,100.
  [2026, ofFirm, 400],
  [2027, ofFirm, 10],
  [2030, ofFirm, 10],
  [2027, {}, 400],
])('the tax of %i on 20,100 with the law %o is %d', (year, law, tax) => {
  const person = { filing: 'single', year, age: 60, prices: 1, socialSecurity: 0, ...law } as const
  expect(incomeTax(taxYearOf(person), 20_100)).toBeCloseTo(tax, 8)
})

it.each([
  ['of the law’s own year', 2027, 1.024],
  ['of a year after it', 2030, 1.024 ** 4],
])(
  'the firm’s deduction is converted from the dollars of its own year, in a tax %s',
  (_name, year, prices) => {
    const person = {
      filing: 'single',
      year,
      age: 60,
      prices,
      socialSecurity: 0,
      ...ofFirm,
    } as const
    expect(taxYearOf(person).deduction).toBeCloseTo(20_000 / 1.024, 8)
    expect(taxYearOf({ ...person, firmLaw: [] }).deduction).toBe(16_100)
  },
)

it('somebody who may wait until 75 under the firm’s law has no required distribution at 73', () => {
  const profile = saver({ dateOfBirth: '1954-06-15', salary: 0 })
  const required = (law: typeof ofFirm | object) =>
    retirementRules(householdOf({ profile, today, ...law })).required.slice(0, 3)
  // The distribution period is 26.5 years at 73, 25.5 at 74 and 24.6 at 75.
  expect(required({})).toEqual(Float64Array.of(1 / 26.5, 1 / 25.5, 1 / 24.6))
  expect(required(ofFirm)).toEqual(Float64Array.of(0, 0, 1 / 24.6))
})

it('the tax of projected years follows the firm’s law', () => {
  const profile = saver({ dateOfBirth: '1957-06-15', salary: 0 })
  const net = (law: typeof ofFirm | object) =>
    retirementRules(householdOf({ profile, today, ...law })).net.nets[6] ?? 0
  expect(net(ofFirm)).toBeGreaterThan(net({}))
})

it.each([
  ['bend points of those who reach 62 in 2027', '1965-06-15'],
  ['the adjustment of prices before 2027', '1962-06-15'],
])('a benefit uses the firm’s %s', (_what, dateOfBirth) => {
  const profile = saver({ dateOfBirth, salary: 150_000 })
  const benefit = (law: typeof ofFirm | object) =>
    estimateBenefit(householdOf({ profile, today, ...law }).worker, 67).amount
  expect(benefit(ofFirm)).toBeGreaterThan(benefit({}) * 1.05)
})

it('the limits of projected years are the firm’s from 2027 on, in today’s dollars', () => {
  const household = householdOf({ profile: saver(), today: '2026-11-20', ...ofFirm })
  const limits = [0, 1, 5].map(
    (offset) => savingYearAt(household, offset).law.figures.electiveDeferral.value,
  )
  expect(limits).toEqual([24_500, 25_500 / 1.024, 25_500 / 1.024])
})

import { describe, expect, test } from 'vitest'
import { limitsOfRate } from '#shared/savings/own-rates.ts'
import { rateRemark } from '#shared/strategy/statement/savings/limits.ts'
import { personToday, retirementAgeRemark, unusualFor } from '#shared/strategy/unusual-for.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { lawOf } from '#shared/law/law-of.ts'
import { usualRules } from '#shared/savings/saving-year.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests what is unusual for one person: Maria, 46, with $92,000 of pay, 6% pre-tax and 2% Roth into
 * ACME401K, and a pension from 2045.
 */

const now = new Date(2026, 10, 23)
const maria = aProfile()
const said = (
  inputs: Parameters<typeof unusualFor>[0],
  profile: Parameters<typeof unusualFor>[1] = maria,
) =>
  unusualFor(inputs, profile, now, { ...usualRules, wagesBefore: null }).map(
    ({ field, message }) => ({ field, message: plain(message) }),
  )
const rate = (Value: string, SavingsType = 'Pretax', PlanId = 'ACME401K') => ({
  PlanId,
  SavingsType,
  Value,
})

test.each([
  [
    { RetirementAge: 45 },
    'RetirementAge',
    'Maria is 46 already: a retirement age of 45 is past, and the service may use another.',
  ],
  [{ RetirementAge: 46 }, 'RetirementAge', 'Maria is 46 now: that is retirement at once.'],
  [{ Salary: 1 }, 'Salary', 'A salary of $1 a year is far from the file’s $92,000 a year.'],
  [{ Salary: 7667 }, 'Salary', 'A salary of $7,667 a year is far from the file’s $92,000 a year.'],
  [
    { Salary: 920_000 },
    'Salary',
    'A salary of $920,000 a year is far from the file’s $92,000 a year.',
  ],
  [
    { SavingsRateDetails: [rate('30')] },
    'SavingsRateDetails.0.Value',
    'Saving 30% of pay into ACME401K: $24,500 a year is the legal limit for deferrals (2026 limits): after $1,840 a year into ACME401K (Roth), 24.63% of pay here. More may be cut.',
  ],
  [
    { SavingsRateDetails: [rate('5'), rate('20', 'Pretax', 'acme457'), rate('22', 'Roth')] },
    'SavingsRateDetails.0.Value',
    'Saving 5% of pay into ACME401K: $24,500 a year is the legal limit for deferrals (2026 limits): after $20,240 a year into ACME401K (Roth), 4.63% of pay here. More may be cut.',
  ],
  [
    { SavingsRateDetails: [rate('9', '0', 'ACME401K')], Salary: 280_000 },
    'Salary',
    'A salary of $280,000 a year is far from the file’s $92,000 a year.',
  ],
  [
    { PensionTypes: [{ Amount: 5000, StartYear: '2010' }] },
    'PensionTypes.0.StartYear',
    'A pension from 2010 has begun already, and the file has none from then.',
  ],
  [
    { PensionTypes: [{ Amount: 5000, StartYear: '2110' }] },
    'PensionTypes.0.StartYear',
    'A pension from 2110 starts when Maria is 130.',
  ],
  [
    { SSAgeOverride: [67, 40] },
    'SSAgeOverride.1',
    'Maria is 46 already: a Social Security age of 40 is past.',
  ],
  [
    { DOB: '2031-01-01T00:00:00.000Z' },
    'DOB',
    'A date of birth of 2031-01-01 is not that of anybody alive today.',
  ],
])('%j is unusual for Maria', (inputs, field, message) => {
  const found = said(inputs)
  expect(found[0]).toEqual({ field, message })
})

test('the limit is reduced by rates in the file that continue, but not by rates that are replaced', () => {
  // The file's 2% Roth continues beside the new pre-tax rate, so the limit is 26.63% less 2%.
  expect(said({ SavingsRateDetails: [rate('24.6')] })).toEqual([])
  expect(said({ SavingsRateDetails: [rate('24.7')] })).toHaveLength(1)
  // A rate without a specified type replaces all rates of the plan.
  expect(said({ SavingsRateDetails: [rate('26.6', '0')] })).toEqual([])
  expect(said({ SavingsRateDetails: [rate('26.7', '0')] })).toHaveLength(1)
  // After-tax money is not a deferral, and from 50 on the catch-up counts.
  expect(said({ SavingsRateDetails: [rate('60', 'PostTax')] })).toEqual([])
  const older = aProfile({ dateOfBirth: '1970-01-01' })
  expect(said({ SavingsRateDetails: [rate('33', '0')] }, older)).toEqual([])
})

test.each([
  {
    RetirementAge: 67,
    Salary: 92_000,
    SavingsRateDetails: [rate('12')],
    PensionTypes: [{ Amount: 12_400, StartYear: '2045' }],
  },
  { Salary: 40_000, SSAgeOverride: [46, 62, 70], PensionTypes: [{ StartYear: '2026' }] },
  {},
])('nothing in %j is unusual', (inputs) => {
  expect(said(inputs)).toEqual([])
})

test("a pension that is also in the file may already have begun, and the file's own salary is never implausible", () => {
  const running = aProfile({
    salary: 12,
    pensions: [{ amount: 900, startYear: '2010', cola: false, line: 1 }],
  })
  expect(said({ Salary: 12, PensionTypes: [{ Amount: 900, StartYear: '2010' }] }, running)).toEqual(
    [],
  )
})

const messages = (...given: Parameters<typeof said>): readonly string[] =>
  said(...given).map(({ message }) => message)

test('a salary of a third or three times the file’s is implausible, and anything nearer is not', () => {
  const profile = aProfile({ salary: 90_000 })
  for (const Salary of [30_000, 270_000]) expect(said({ Salary }, profile)).toHaveLength(1)
  for (const Salary of [30_001, 269_999]) expect(said({ Salary }, profile)).toEqual([])
})

test('without pay in the file, a salary is judged only by general limits', () => {
  const unpaid = aProfile({ salary: 0 })
  expect(said({ Salary: 0 }, unpaid)).toEqual([])
  expect(messages({ Salary: 500 }, unpaid)).toEqual(['A salary of $500 a year is unusually low.'])
  expect(messages({ Salary: 500 }, aProfile({ salary: 1 }))).toEqual([
    'A salary of $500 a year is far from the file’s $1 a year.',
  ])
})

test('a pension that starts after age 100 causes a warning; one whose year cannot be read does not', () => {
  const from = (StartYear: string) => said({ PensionTypes: [{ Amount: 1, StartYear }] })
  expect(from('2080')).toEqual([])
  expect(from('2081')).toHaveLength(1)
  for (const year of ['20', '', 'soon']) expect(from(year)).toEqual([])
})

test('after-tax savings in the file do not reduce a deferral limit', () => {
  const profile = aProfile({
    contributions: [
      { kind: 'posttax', planId: 'ACME401K', rate: 20, amount: null, attributes: {}, line: 1 },
    ],
  })
  expect(said({ SavingsRateDetails: [rate('24.6')] }, profile)).toEqual([])
})

test('a rate above 100% of pay causes only the general warning, and a missing rate causes none', () => {
  expect(said({ SavingsRateDetails: [rate('101')] })).toEqual([])
  expect(said({ SavingsRateDetails: [rate('100')] })).toHaveLength(1)
  const { Value: _, ...without } = rate('')
  expect(said({ SavingsRateDetails: [without] })).toEqual([])
  expect(said({ SavingsRateDetails: [without, rate('30', 'Roth')] })).toHaveLength(1)
})

describe('without a file,', () => {
  test('nothing depends on an unknown age', () => {
    const inputs = { RetirementAge: 0, SSAgeOverride: [-1], PensionTypes: [{ StartYear: '2130' }] }
    expect(said(inputs, null)).toEqual([])
  })

  test('the age is computed from the date of birth in the request', () => {
    const inputs = { DOB: '1950-05-05', RetirementAge: 67, Salary: 60_000, SSAgeOverride: [62] }
    expect(said(inputs, null).map(({ message }) => message)).toEqual([
      'The participant is 76 already: a retirement age of 67 is past, and the service may use another.',
      'The participant is 76 already: a Social Security age of 62 is past.',
    ])
  })

  test('a salary of $0 or $1 is unusual, and other salaries are not', () => {
    expect(said({ Salary: 1 }, null)).toEqual([
      { field: 'Salary', message: 'A salary of $1 a year is unusually low.' },
    ])
    expect(messages({ Salary: 0 }, null)).toEqual(['A salary of $0 a year is unusually low.'])
    for (const Salary of [-5, 1000, 9000])
      expect(said({ Salary, RetirementAge: 20 }, null)).toEqual([])
  })
})

test('a lever and a review use the same limits and sentences', () => {
  const saver = { ...maria, salary: 92_000, year: year2026(46) }
  const lever = limitsOfRate(
    { planId: 'ACME401K', savingsType: 'Pretax' },
    [{ planId: 'ACME401K', savingsType: 'Roth', percent: 2 }],
    saver,
  )
  const ofYear = lawOf('contributionLimits', 2026)
  const [review] = said({ SavingsRateDetails: [rate('30')] })
  expect(review?.message).toContain(plain(rateRemark(30, lever, 'lever')))
  expect(
    plain(
      rateRemark(
        80,
        { plan: 10, law: { percent: 20, dollars: 24_500, of: '', usedBy: [], ofYear } },
        'lever',
      ),
    ),
  ).toBe('The plan takes at most 10% of pay here; more may be cut.')
  expect(
    rateRemark(
      10,
      { plan: 10, law: { percent: 9.9996, dollars: 1, of: '', usedBy: [], ofYear } },
      'lever',
    ),
  ).toEqual([])
  expect(retirementAgeRemark(47, personToday(maria, now))).toBe('')
})

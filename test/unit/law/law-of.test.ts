import { describe, expect, test } from 'vitest'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { householdOf } from '#electron/training/engine/person/household.ts'
import { retirementRules } from '#electron/training/engine/person/retirement-rules.ts'
import { ageByYearEnd } from '#shared/law/ages.ts'
import { lawOf, lawWords, limitsWords, newestLawYear } from '#shared/law/law-of.ts'
import { lawSchema } from '#shared/law/schema.ts'
import { earningsTestWords } from '#shared/strategy/earnings-test.ts'
import { saver } from '../training/engine/support/people.ts'
import { plain } from '#test/support/figures/plain.ts'

const kinds = [
  'contributionLimits',
  'socialSecurity',
  'federalTax',
  'requiredDistributions',
] as const

test.each([2025, 2026])('the law of %i is complete and fits the schema', (year) => {
  const whole = Object.fromEntries(kinds.map((kind) => [kind, lawOf(kind, year).figures]))
  expect(lawSchema.parse(whole)).toEqual(whole)
})

/**
 * Typed from the IRS notices, Rev. Proc. 2024-40 and 2025-32, P.L. 119-21 and Social Security
 * Administration figures.
 */
test.each([
  [
    2025,
    [70_000, 350_000, 160_000],
    [15_750, 31_500, 23_625, 2_000, 1_600, 2_000, 626_350, 751_600, 626_350],
    [176_100, 2.5, 1_226, 7_391, 23_400, 62_160],
  ],
  [
    2026,
    [72_000, 360_000, 160_000],
    [16_100, 32_200, 24_150, 2_050, 1_650, 2_050, 640_600, 768_700, 640_600],
    [184_500, 2.8, 1_286, 7_749, 24_480, 65_160],
  ],
])('the other figures for %i match the published ones', (year, limits, tax, benefits) => {
  const { annualAdditions, compensation, highlyCompensated } = lawOf(
    'contributionLimits',
    year,
  ).figures
  expect([annualAdditions, compensation, highlyCompensated].map(({ value }) => value)).toEqual(
    limits,
  )
  const { standardDeduction, additionalAt65, brackets } = lawOf('federalTax', year).figures
  const filings = ['single', 'joint', 'headOfHousehold'] as const
  expect([
    ...filings.map((filing) => standardDeduction.value[filing]),
    ...filings.map((filing) => additionalAt65.value[filing]),
    ...filings.map((filing) => brackets.value[filing].at(-1)),
  ]).toEqual(tax)
  const ofYear = lawOf('socialSecurity', year).figures
  const { before, year: inYear } = ofYear.earningsTest.value
  expect([
    ofYear.taxableMaximum.value,
    ofYear.costOfLiving.value,
    ...ofYear.bendPoints.value,
    before,
    inYear,
  ]).toEqual(benefits)
})

describe('the year of the limits', () => {
  const ofFirm = (year: number) => [
    { year, contributionLimits: lawOf('contributionLimits', 2026).figures },
  ]
  test.each([
    [2025, [], '2025 limits'],
    [2026, [], '2026 limits'],
    [2027, [], '2026 limits; 2027’s are not in this version'],
    [2024, [], '2025 limits; 2024’s are not in this version'],
    [2027, ofFirm(2027), '2027 limits, from your firm'],
    [2028, ofFirm(2027), '2027 limits, from your firm; 2028’s are not in this version'],
    [2026, ofFirm(2027), '2026 limits'],
    // For a year that this version knows, its own figures are used instead of the firm's.
    [2026, ofFirm(2026), '2026 limits'],
  ])('is shown for %i', (year, firm, words) => {
    expect(limitsWords(lawOf('contributionLimits', year, firm))).toBe(words)
  })

  test('is that of this version’s law for figures that the firm does not provide', () => {
    expect(lawWords(lawOf('socialSecurity', 2027, ofFirm(2027)), 'amounts')).toBe(
      '2026 amounts; 2027’s are not in this version',
    )
    expect(newestLawYear).toBe(2026)
  })
})

describe('a firm’s provisioning file', () => {
  const { figures } = lawOf('contributionLimits', 2026)
  const read = (law: unknown) => parseProvisioning(JSON.stringify({ law }))

  test('may contain a later year, with or without environments', () => {
    const law = [{ year: 2027, contributionLimits: figures }]
    expect(read(law)).toMatchObject({ ok: true, value: { environments: [], law } })
  })

  test.each([
    [[{ year: 27, contributionLimits: figures }], 'law.0.year'],
    [
      [{ year: 2027, contributionLimits: { ...figures, catchUp: { value: 8_500, source: '' } } }],
      'law.0.contributionLimits.catchUp.source',
    ],
    [
      [{ year: 2027, contributionLimits: { ...figures, catchUp: 8_500 } }],
      'law.0.contributionLimits.catchUp',
    ],
  ])('is refused with the path of a figure that cannot be used', (law, field) => {
    const result = read(law)
    expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid', field } })
    expect(parseProvisioning('{"laws":[]}')).toMatchObject({ ok: false, error: { field: 'laws' } })
  })
})

test.each([
  ['1976-12-31', 50],
  ['1977-01-01', 49],
  ['1976-02-29', 50],
  ['', null],
  ['2027-01-01', null],
])('somebody born on %s is %s at the end of 2026', (dateOfBirth, age) => {
  expect(ageByYearEnd(dateOfBirth, 2026)).toBe(age)
})

/** SECURE 2.0, section 107, and 26 CFR 1.401(a)(9)-9(c): 26.5 at 73, 24.6 at 75. */
test.each([
  ['1953-12-31', '2026-11-27', 0, 1 / 26.5],
  ['1954-01-01', '2026-11-27', 0, 0],
  ['1954-01-01', '2026-11-27', 1, 1 / 26.5],
  ['1959-12-31', '2032-06-01', 0, 1 / 26.5],
  ['1960-01-01', '2033-06-01', 0, 0],
  ['1960-12-31', '2034-06-01', 1, 1 / 24.6],
])(
  'for somebody born on %s, the required distribution (today %s, in %i years) follows the age at the end of that year',
  (dateOfBirth, today, offset, share) => {
    const household = householdOf({ profile: saver({ dateOfBirth, salary: 0 }), today })
    expect(retirementRules(household).required[offset]).toBeCloseTo(share, 12)
  },
)

describe('the earnings test', () => {
  const now = new Date(2026, 10, 27)
  const words = (dateOfBirth: string, claimAge: number | null, retirementAge: number | null) =>
    plain(earningsTestWords({ dateOfBirth, claimAge, retirementAge }, now, []))

  test('is explained if somebody claims early and keeps working', () => {
    expect(words('1963-05-02', 63, 67)).toBe(
      'Working after claiming: until full retirement age (67), Social Security withholds $1 for every $2 earned above $24,480 a year, and in the year of that age $1 for every $3 above $65,160 (2026 amounts).',
    )
    expect(words('1959-05-02', 66, 67)).toContain('(66 and 10 months)')
    // Somebody born on January 1 counts as born in the year before.
    expect(words('1960-01-01', 66, 68)).toContain('(66 and 10 months)')
  })

  test.each([
    ['1963-05-02', 67, 70],
    ['1963-05-02', 63, 63],
    ['1963-05-02', null, 67],
    ['1963-05-02', 63, null],
    ['', 63, 67],
  ] as const)(
    'is not explained otherwise (born %s, claim age %s, retirement age %s)',
    (born, claimAge, retirementAge) => {
      expect(words(born, claimAge, retirementAge)).toBe('')
    },
  )
})

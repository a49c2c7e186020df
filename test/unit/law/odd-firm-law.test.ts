import { expect, test } from 'vitest'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { ownYearsIn } from '#shared/law/firm-law.ts'
import { contributionLimits2026 } from '#shared/law/contribution-limits/2026.ts'
import { federalTax2026 } from '#shared/law/federal-tax/2026.ts'
import { requiredDistributions2025 } from '#shared/law/required-distributions/2025.ts'
import { socialSecurity2026 } from '#shared/law/social-security/2026.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'

const limits = contributionLimits2026
const benefits = socialSecurity2026
const sourced = (value: unknown) => ({ value, source: 'IRS' })
const withLimits = (over: object) => [{ year: 2027, contributionLimits: { ...limits, ...over } }]
const tax = federalTax2026
const withTax = (over: object) => [{ year: 2027, federalTax: { ...tax, ...over } }]
const withBrackets = (single: readonly number[]) =>
  withTax({ brackets: sourced({ ...tax.brackets.value, single }) })
const withDistributions = (over: object) => [
  { year: 2027, requiredDistributions: { ...requiredDistributions2025, ...over } },
]
const divisors = requiredDistributions2025.divisors.value
const withDivisors = (values: readonly number[], fromAge = divisors.fromAge) =>
  withDistributions({ divisors: sourced({ fromAge, values }) })
const withBenefits = (over: object) => [{ year: 2027, socialSecurity: { ...benefits, ...over } }]

test.each<[what: string, law: unknown, sentence: string]>([
  [
    'a year given twice',
    [...withLimits({}), ...withLimits({ electiveDeferral: sourced(25_000) })],
    'law.1.year: 2027 is there twice.',
  ],
  ['a year without figures of any kind', [{ year: 2027 }], 'law.0: 2027 has no kind of law.'],
  [
    'a source with characters that reverse the text direction',
    withLimits({ electiveDeferral: { value: 25_000, source: 'IRS \u202e00042' } }),
    'law.0.contributionLimits.electiveDeferral.source: it has a line break or another character that cannot be seen.',
  ],
  [
    'a limit that would forbid nearly all savings',
    withLimits({ electiveDeferral: sourced(1) }),
    'law.0.contributionLimits.electiveDeferral.value: 1 cannot be right, as 2026 has 24500.',
  ],
  [
    'a limit that would allow all savings',
    withLimits({ annualAdditions: sourced(100_000_000) }),
    'law.0.contributionLimits.annualAdditions.value: 100000000 cannot be right, as 2026 has 72000.',
  ],
  [
    'no wage limit for Roth catch-up contributions',
    withLimits({ rothCatchUpWages: sourced(null) }),
    'law.0.contributionLimits.rothCatchUpWages.value: null cannot be right, as 2026 has 150000.',
  ],
  [
    'a higher catch-up below the usual one',
    withLimits({ catchUp: sourced(9_000), catchUpFrom60To63: sourced(8_000) }),
    'law.0.contributionLimits.catchUpFrom60To63: it must not be lower than the usual catch-up.',
  ],
  [
    'bend points that fall',
    withBenefits({ bendPoints: sourced([1_400, 1_300]) }),
    'law.0.socialSecurity.bendPoints.value: the second must be higher than the first.',
  ],
  [
    'a kind of law that nobody knows',
    [{ year: 2027, stateTax: federalTax2026 }],
    'law.0: a year has no "stateTax", only contributionLimits, socialSecurity, federalTax, requiredDistributions.',
  ],
  [
    'five amounts for seven rates',
    withBrackets([12_700, 51_700, 108_300, 206_800, 262_600]),
    'law.0.federalTax.brackets.value.single: it needs six amounts, for seven rates.',
  ],
  [
    'brackets that fall',
    withBrackets([12_700, 51_700, 108_300, 206_800, 206_700, 656_600]),
    'law.0.federalTax.brackets.value.single: each amount must be higher than the one before.',
  ],
  [
    'a deduction with a missing digit',
    withTax({ standardDeduction: sourced({ ...tax.standardDeduction.value, joint: 3_300 }) }),
    'law.0.federalTax.standardDeduction.value.joint: 3300 cannot be right, as 2026 has 32200.',
  ],
  [
    'thresholds for benefits that are not a pair',
    withTax({
      benefitThresholds: sourced({ ...tax.benefitThresholds.value, single: [34_000, 25_000] }),
    }),
    'law.0.federalTax.benefitThresholds.value.single: the second must be higher than the first.',
  ],
  [
    'no distribution age for the youngest people',
    withDistributions({ startAges: sourced([{ bornTo: 1950, age: 72 }]) }),
    'law.0.requiredDistributions.startAges.value: the last entry, and no other, has null as "bornTo".',
  ],
  [
    'years of birth that are not ascending',
    withDistributions({
      startAges: sourced([
        { bornTo: 1959, age: 73 },
        { bornTo: 1950, age: 72 },
        { bornTo: null, age: 75 },
      ]),
    }),
    'law.0.requiredDistributions.startAges.value: each "bornTo" must be later than the one before.',
  ],
  [
    'distributions from 57',
    withDistributions({ startAges: sourced([{ bornTo: null, age: 57 }]) }),
    'law.0.requiredDistributions.startAges.value.0.age: Too small: expected number to be >=70.',
  ],
  [
    'divisors that begin after the distributions',
    withDivisors(divisors.values, 73),
    'law.0.requiredDistributions.divisors.value.fromAge: it must not be higher than the first age of distributions.',
  ],
  [
    'divisors so low that they would take half of the money',
    withDivisors(divisors.values.map((divisor) => 1 + divisor / 20)),
    'law.0.requiredDistributions.divisors.value.values.0: 2.37 cannot be right, as 2026 has 27.4.',
  ],
  [
    'divisors that end at 81',
    withDivisors(divisors.values.slice(0, 10)),
    'law.0.requiredDistributions.divisors.value.values: it ends too early: 2026 has 49 entries.',
  ],
  [
    'divisors that rise with age',
    withDivisors(divisors.values.with(2, 52.5)),
    'law.0.requiredDistributions.divisors.value.values: each divisor must be lower than the one before.',
  ],
])('a firm’s file with %s is refused', (_what, law, sentence) => {
  const refused = parseProvisioning(JSON.stringify({ law }))
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'input.invalid',
      message: `The provisioning file was not accepted: ${sentence}`,
    },
  })
})

test('later figures of every kind are accepted if they grew like wages', () => {
  const law = [
    ...firmLaw2027,
    ...withBenefits({ taxableMaximum: sourced(195_000), costOfLiving: sourced(0) }).map((each) => ({
      ...each,
      year: 2028,
    })),
    // A higher age for people who were born later, and a longer table.
    {
      year: 2029,
      requiredDistributions: {
        startAges: sourced([
          ...requiredDistributions2025.startAges.value.slice(0, -1),
          { bornTo: 1964, age: 75 },
          { bornTo: null, age: 77 },
        ]),
        divisors: sourced({ fromAge: 72, values: [...divisors.values, 1.9] }),
      },
    },
  ]
  expect(parseProvisioning(JSON.stringify({ law }))).toMatchObject({ ok: true, value: { law } })
})

test('a list of environments nested many thousand levels deep is refused without throwing', () => {
  const deep = `[${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}]`
  expect(parseProvisioning(deep)).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
  const secret = `[${'{"a":'.repeat(20_000)}{"password":1}${'}'.repeat(20_000)}]`
  expect(parseProvisioning(secret)).toMatchObject({ ok: false, error: { field: 'password' } })
})

test('a file of a million characters, or of very many environments, is refused', () => {
  expect(parseProvisioning(' '.repeat(1_000_001))).toMatchObject({ ok: false })
  expect(parseProvisioning(JSON.stringify(Array(201).fill({})))).toMatchObject({
    ok: false,
    error: {
      message:
        'The provisioning file was not accepted: it lists 201 environments; 200 are the most.',
    },
  })
})

test("a firm's file may repeat a year that this version has, and that year is reported", () => {
  const provisioned = parseProvisioning(
    JSON.stringify({ law: [{ year: 2026, contributionLimits: limits }, ...withLimits({})] }),
  )
  expect(provisioned.ok && ownYearsIn(provisioned.value.law)).toEqual([2026])
})

import { expect, test } from 'vitest'
import { parseProvisioning } from '#electron/core/environments/provisioning.ts'
import { ownYearsIn } from '#shared/law/firm-law.ts'
import { contributionLimits2026 } from '#shared/law/contribution-limits/2026.ts'
import { federalTax2026 } from '#shared/law/federal-tax/2026.ts'
import { requiredDistributions2025 } from '#shared/law/required-distributions/2025.ts'
import { socialSecurity2026 } from '#shared/law/social-security/2026.ts'

const limits = contributionLimits2026
const benefits = socialSecurity2026
const sourced = (value: unknown) => ({ value, source: 'IRS' })
const withLimits = (over: object) => [{ year: 2027, contributionLimits: { ...limits, ...over } }]
const withBenefits = (over: object) => [{ year: 2027, socialSecurity: { ...benefits, ...over } }]

test.each<[what: string, law: unknown, sentence: string]>([
  [
    'a year twice, of which the last would silently win',
    [...withLimits({}), ...withLimits({ electiveDeferral: sourced(25_000) })],
    'law.1.year: 2027 is there twice.',
  ],
  ['a year without any kind', [{ year: 2027 }], 'law.0: 2027 has no kind of law.'],
  [
    'a source that turns the text around it',
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
    'no wages from which catch-up contributions are Roth',
    withLimits({ rothCatchUpWages: sourced(null) }),
    'law.0.contributionLimits.rothCatchUpWages.value: null cannot be right, as 2026 has 150000.',
  ],
  [
    'a higher catch-up that is lower',
    withLimits({ catchUp: sourced(9_000), catchUpFrom60To63: sourced(8_000) }),
    'law.0.contributionLimits.catchUpFrom60To63: it must not be lower than the usual catch-up.',
  ],
  [
    'bend points that fall',
    withBenefits({ bendPoints: sourced([1_400, 1_300]) }),
    'law.0.socialSecurity.bendPoints.value: the second must be higher than the first.',
  ],
  [
    'tax, which only Training computes, from this version',
    [{ year: 2027, federalTax: federalTax2026 }],
    'law.0: a year takes "contributionLimits" and "socialSecurity", and nothing else.',
  ],
  [
    'distributions, which only Training computes, from this version',
    [{ year: 2027, requiredDistributions: requiredDistributions2025 }],
    'law.0: a year takes "contributionLimits" and "socialSecurity", and nothing else.',
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

test('later figures that grew like wages are taken, of either kind', () => {
  const law = [
    { year: 2027, contributionLimits: limits, socialSecurity: benefits },
    ...withBenefits({ taxableMaximum: sourced(195_000), costOfLiving: sourced(0) }).map((each) => ({
      ...each,
      year: 2028,
    })),
  ]
  expect(parseProvisioning(JSON.stringify({ law }))).toMatchObject({ ok: true, value: { law } })
})

test('a list of environments nested many thousand deep is refused, not thrown about', () => {
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

test('a year that this version has too does not refuse the file, and is named', () => {
  const provisioned = parseProvisioning(
    JSON.stringify({ law: [{ year: 2026, contributionLimits: limits }, ...withLimits({})] }),
  )
  expect(provisioned.ok && ownYearsIn(provisioned.value.law)).toEqual([2026])
})

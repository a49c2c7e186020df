import { contributionLimits2026 } from '#shared/law/contribution-limits/2026.ts'
import { federalTax2026 } from '#shared/law/federal-tax/2026.ts'
import { requiredDistributions2026 } from '#shared/law/required-distributions/2026.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { socialSecurity2026 } from '#shared/law/social-security/2026.ts'

const source = 'Firm memo 7'

/** Invented 2027 figures for every law, different enough from 2026 to change results visibly. */
export const firmLaw2027: FirmLaw = [
  {
    year: 2027,
    contributionLimits: { ...contributionLimits2026, electiveDeferral: { value: 25_500, source } },
    socialSecurity: {
      ...socialSecurity2026,
      taxableMaximum: { value: 250_000, source },
      bendPoints: { value: [2_000, 9_000], source },
      costOfLiving: { value: 10, source },
    },
    federalTax: {
      ...federalTax2026,
      standardDeduction: {
        value: { single: 20_000, joint: 40_000, headOfHousehold: 30_000 },
        source,
      },
    },
    requiredDistributions: {
      ...requiredDistributions2026,
      startAges: {
        value: [
          { bornTo: 1950, age: 72 },
          { bornTo: 1953, age: 73 },
          { bornTo: null, age: 75 },
        ],
        source,
      },
    },
  },
]

import type { ContributionLimits } from '../schema.ts'

const notice = 'IRS Notice 2025-67'

export const contributionLimits2026: ContributionLimits = {
  electiveDeferral: { value: 24_500, source: notice },
  catchUp: { value: 8_000, source: notice },
  catchUpFrom60To63: { value: 11_250, source: notice },
  rothCatchUpWages: { value: 150_000, source: 'SECURE 2.0 Act, section 603; IRS Notice 2025-67' },
  annualAdditions: { value: 72_000, source: notice },
  compensation: { value: 360_000, source: notice },
  highlyCompensated: { value: 160_000, source: notice },
  simple: { value: 17_000, source: notice },
  simpleCatchUp: { value: 4_000, source: notice },
  simpleCatchUpFrom60To63: { value: 5_250, source: notice },
  individualAccount: { value: 7_500, source: notice },
  individualAccountCatchUp: { value: 1_100, source: notice },
}

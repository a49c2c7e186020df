import type { ContributionLimits } from '../schema.ts'

const notice = 'IRS Notice 2024-80'

export const contributionLimits2025: ContributionLimits = {
  electiveDeferral: { value: 23_500, source: notice },
  catchUp: { value: 7_500, source: notice },
  catchUpFrom60To63: { value: 11_250, source: notice },
  rothCatchUpWages: {
    value: null,
    source: 'SECURE 2.0 Act, section 603; IRS Notice 2023-62: from 2026',
  },
  annualAdditions: { value: 70_000, source: notice },
  compensation: { value: 350_000, source: notice },
  highlyCompensated: { value: 160_000, source: notice },
  simple: { value: 16_500, source: notice },
  simpleCatchUp: { value: 3_500, source: notice },
  simpleCatchUpFrom60To63: { value: 5_250, source: notice },
  individualAccount: { value: 7_000, source: notice },
  individualAccountCatchUp: { value: 1_000, source: notice },
}

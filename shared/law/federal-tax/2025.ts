import type { FederalTax } from '../schema.ts'

export const federalTax2025: FederalTax = {
  brackets: {
    value: {
      single: [11_925, 48_475, 103_350, 197_300, 250_525, 626_350],
      joint: [23_850, 96_950, 206_700, 394_600, 501_050, 751_600],
      headOfHousehold: [17_000, 64_850, 103_350, 197_300, 250_500, 626_350],
    },
    source: 'Rev. Proc. 2024-40',
  },
  standardDeduction: {
    value: { single: 15_750, joint: 31_500, headOfHousehold: 23_625 },
    source: 'P.L. 119-21, section 70102',
  },
  additionalAt65: {
    value: { single: 2_000, joint: 1_600, headOfHousehold: 2_000 },
    source: 'Rev. Proc. 2024-40',
  },
  seniorDeduction: {
    value: {
      amount: 6_000,
      above: { single: 75_000, joint: 150_000, headOfHousehold: 75_000 },
      lessPercent: 6,
      lastYear: 2028,
    },
    source: 'P.L. 119-21, section 70103',
  },
  benefitThresholds: {
    value: {
      single: [25_000, 34_000],
      joint: [32_000, 44_000],
      headOfHousehold: [25_000, 34_000],
    },
    source: '26 U.S.C. 86',
  },
}

import type { FederalTax } from '../schema.ts'

export const federalTax2026: FederalTax = {
  brackets: {
    value: {
      single: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
      joint: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
      headOfHousehold: [17_700, 67_450, 105_700, 201_750, 256_200, 640_600],
    },
    source: 'Rev. Proc. 2025-32',
  },
  standardDeduction: {
    value: { single: 16_100, joint: 32_200, headOfHousehold: 24_150 },
    source: 'Rev. Proc. 2025-32',
  },
  additionalAt65: {
    value: { single: 2_050, joint: 1_650, headOfHousehold: 2_050 },
    source: 'Rev. Proc. 2025-32',
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

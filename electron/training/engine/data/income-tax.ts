/** Federal income tax of 2026 (Rev. Proc. 2025-32; 26 U.S.C. 86 for benefits). Dollars. */

interface FilingRules {
  /** Taxable income above which the next of {@link marginalRates} applies. */
  readonly brackets: readonly [number, number, number, number, number, number]
  readonly standardDeduction: number
  /** Added to the standard deduction from age 65. */
  readonly additionalAt65: number
  /** Income plus half the benefits above which half, then up to 85 % of the benefits is taxed; never indexed. */
  readonly benefitThresholds: readonly [number, number]
}

export const marginalRates = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37] as const

export const filingRules = {
  single: {
    brackets: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
    standardDeduction: 16_100,
    additionalAt65: 2_050,
    benefitThresholds: [25_000, 34_000],
  },
  joint: {
    brackets: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
    standardDeduction: 32_200,
    additionalAt65: 1_650,
    benefitThresholds: [32_000, 44_000],
  },
} as const satisfies Record<string, FilingRules>

export type Filing = keyof typeof filingRules

/**
 * Capital-market assumptions of the training service: nominal, percent a year. Means and volatilities are the middle of
 * figures that seven firms published in 2025; the correlations are this project's own assumption. None of this is
 * market data.
 */

export const assetClasses = [
  'LargeCap',
  'SmallCap',
  'International',
  'EmergingMarkets',
  'RealEstate',
  'Bond',
  'TIPS',
  'HighYield',
  'Cash',
] as const

export type AssetClass = (typeof assetClasses)[number]

/** Percent by asset class in the order of {@link assetClasses}; adds up to 100. */
export type Mix = readonly [number, number, number, number, number, number, number, number, number]

export const capitalMarkets = {
  inflation: { mean: 2.4, sd: 1.2 },
  mean: [5.5, 6.5, 6.8, 7.8, 7.0, 4.6, 3.8, 5.6, 3.0],
  sd: [16.5, 21.0, 17.5, 23.0, 19.0, 5.5, 5.5, 10.0, 0.5],
  correlation: [
    [1.0, 0.85, 0.82, 0.7, 0.65, 0.1, 0.1, 0.65, 0.0],
    [0.85, 1.0, 0.75, 0.68, 0.68, 0.05, 0.08, 0.65, 0.0],
    [0.82, 0.75, 1.0, 0.78, 0.6, 0.12, 0.12, 0.62, 0.0],
    [0.7, 0.68, 0.78, 1.0, 0.52, 0.1, 0.12, 0.6, 0.0],
    [0.65, 0.68, 0.6, 0.52, 1.0, 0.22, 0.22, 0.58, 0.0],
    [0.1, 0.05, 0.12, 0.1, 0.22, 1.0, 0.75, 0.28, 0.15],
    [0.1, 0.08, 0.12, 0.12, 0.22, 0.75, 1.0, 0.28, 0.1],
    [0.65, 0.65, 0.62, 0.6, 0.58, 0.28, 0.28, 1.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.15, 0.1, 0.0, 1.0],
  ],
}

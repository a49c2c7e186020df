import type { Mix } from './capital-markets.ts'

/** Id, invented name, yearly expense in percent, and mix in the order of `assetClasses`. */
export type FundRow = readonly [id: string, name: string, expenseRatio: number, mix: Mix]

/**
 * The training service's funds. Names are invented and belong to no company. Columns of the mix:
 * LargeCap, SmallCap, International, EmergingMarkets, RealEstate, Bond, TIPS, HighYield, Cash.
 */
export const fundRows: readonly FundRow[] = [
  ['LCI01', 'Large company index', 0.04, [100, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['LCG01', 'Large company growth', 0.58, [97, 0, 0, 0, 0, 0, 0, 0, 3]],
  ['LCV01', 'Large company value', 0.52, [96, 0, 0, 0, 0, 0, 0, 0, 4]],
  ['LCD01', 'Rising dividends', 0.45, [90, 0, 7, 0, 0, 0, 0, 0, 3]],
  ['TSM01', 'Total domestic market index', 0.03, [84, 16, 0, 0, 0, 0, 0, 0, 0]],
  ['MCI01', 'Medium company index', 0.05, [55, 45, 0, 0, 0, 0, 0, 0, 0]],
  ['MCG01', 'Medium company growth', 0.72, [50, 46, 0, 0, 0, 0, 0, 0, 4]],
  ['MCV01', 'Medium company value', 0.69, [52, 45, 0, 0, 0, 0, 0, 0, 3]],
  ['SCI01', 'Small company index', 0.05, [0, 100, 0, 0, 0, 0, 0, 0, 0]],
  ['SCG01', 'Small company growth', 0.88, [0, 96, 0, 0, 0, 0, 0, 0, 4]],
  ['SCV01', 'Small company value', 0.84, [0, 97, 0, 0, 0, 0, 0, 0, 3]],
  ['INI01', 'International index', 0.07, [0, 0, 100, 0, 0, 0, 0, 0, 0]],
  ['ING01', 'International growth', 0.76, [0, 0, 92, 5, 0, 0, 0, 0, 3]],
  ['INV01', 'International value', 0.71, [0, 0, 93, 5, 0, 0, 0, 0, 2]],
  ['TIX01', 'Total international index', 0.09, [0, 0, 76, 24, 0, 0, 0, 0, 0]],
  ['WLD01', 'World equity', 0.68, [58, 5, 28, 7, 0, 0, 0, 0, 2]],
  ['EMI01', 'Emerging markets index', 0.14, [0, 0, 0, 100, 0, 0, 0, 0, 0]],
  ['EMA01', 'Emerging markets opportunities', 1.02, [0, 0, 6, 91, 0, 0, 0, 0, 3]],
  ['REI01', 'Real estate index', 0.12, [0, 0, 0, 0, 100, 0, 0, 0, 0]],
  ['REA01', 'Real estate income', 0.86, [0, 0, 0, 0, 88, 0, 0, 8, 4]],
  ['BDI01', 'Total bond index', 0.04, [0, 0, 0, 0, 0, 100, 0, 0, 0]],
  ['BDC01', 'Core plus bond', 0.46, [0, 0, 0, 0, 0, 86, 4, 8, 2]],
  ['BDS01', 'Short-term bond', 0.31, [0, 0, 0, 0, 0, 55, 0, 0, 45]],
  ['BDG01', 'Government bond', 0.18, [0, 0, 0, 0, 0, 90, 10, 0, 0]],
  ['TIP01', 'Inflation-protected bond', 0.1, [0, 0, 0, 0, 0, 0, 100, 0, 0]],
  ['HYB01', 'High-yield bond', 0.64, [0, 0, 0, 0, 0, 6, 0, 91, 3]],
  ['STV01', 'Stable value', 0.28, [0, 0, 0, 0, 0, 25, 0, 0, 75]],
  ['MMK01', 'Government money market', 0.11, [0, 0, 0, 0, 0, 0, 0, 0, 100]],
  ['GIA01', 'Guaranteed interest account', 0.35, [0, 0, 0, 0, 0, 30, 0, 0, 70]],
  ['BAL01', 'Balanced', 0.38, [46, 4, 10, 0, 0, 36, 0, 2, 2]],
  ['CON01', 'Conservative allocation', 0.41, [18, 2, 7, 0, 3, 48, 10, 4, 8]],
  ['MOD01', 'Moderate allocation', 0.43, [34, 5, 15, 3, 3, 30, 5, 3, 2]],
  ['AGG01', 'Growth allocation', 0.47, [50, 9, 23, 6, 4, 5, 0, 2, 1]],
  ['TDI01', 'Target date income', 0.1, [15, 2, 9, 2, 2, 42, 20, 2, 6]],
  ['TD025', 'Target date 2025', 0.1, [26, 3, 15, 3, 3, 34, 11, 2, 3]],
  ['TD030', 'Target date 2030', 0.1, [33, 4, 19, 4, 3, 28, 6, 2, 1]],
  ['TD035', 'Target date 2035', 0.1, [37, 5, 21, 5, 3, 24, 2, 2, 1]],
  ['TD040', 'Target date 2040', 0.1, [41, 6, 23, 6, 3, 18, 0, 2, 1]],
  ['TD045', 'Target date 2045', 0.1, [45, 7, 25, 7, 3, 11, 0, 1, 1]],
  ['TD050', 'Target date 2050', 0.1, [47, 7, 26, 7, 3, 8, 0, 1, 1]],
  ['TD055', 'Target date 2055', 0.1, [48, 7, 26, 8, 3, 7, 0, 0, 1]],
  ['TD060', 'Target date 2060', 0.1, [48, 7, 26, 8, 3, 7, 0, 0, 1]],
  ['TD065', 'Target date 2065', 0.1, [48, 7, 26, 8, 3, 7, 0, 0, 1]],
  ['LIF01', 'Lifetime income builder', 0.95, [30, 3, 12, 2, 2, 43, 3, 3, 2]],
  ['BRK01', 'Brokerage window', 0.0, [58, 10, 16, 6, 3, 4, 0, 1, 2]],
  ['STK01', 'Company stock', 0.02, [100, 0, 0, 0, 0, 0, 0, 0, 0]],
]

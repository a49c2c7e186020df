/**
 * The rules of Training's advice as numbers. Percent of an account unless another unit is named. The engine's README says
 * which source each rests on, or that it is this project's own assumption.
 */
export const adviceRules = {
  /** Funds that advice puts together at most; as many as the second may be held before that alone is a reason to change. */
  mostFunds: 8,
  mostFundsKept: 10,
  /** No position that advice buys is smaller, no fund is bought or reduced by less; closing a position is always possible. */
  leastPosition: 5,
  leastTrade: 2,
  /** One company's shares: kept up to the first, brought down to the second. */
  singleStockKept: 10,
  singleStockAdvised: 5,
  /** Years between a target-date fund's year and retirement up to which a fund that is held counts as the right one. */
  targetYearsApart: 5,
  /** A smaller account gets one target-date fund where the plan has it. Dollars. */
  smallAccount: 25_000,
  /** Somebody this close to retirement, or past it, whose goal is met in poor markets is not asked to take more risk. Years. */
  yearsWithoutMoreRisk: 10,
  /** Advice looks no later than this for the year of retirement: a path into retirement ends some time. */
  latestRetirement: 70,
  /** Own savings beyond this are not proposed, and these are the steps. Percent of pay. */
  mostOwnSavings: 15,
  savingsStepFar: 3,
  savingsStepNear: 2,
  /** Income below this share of the goal is far from it (0–1). */
  nearGoal: 0.85,
} as const

/** How far an account may be from the market portfolio of its age. */
export interface Bands {
  /** Points of the account that shares and real estate may be from the glide path. */
  readonly equity: number
  /** Percent of what is in shares and real estate. */
  readonly leastAbroad: number
  readonly mostAbroad: number
  readonly mostEmerging: number
  readonly mostSmall: number
  readonly mostRealEstate: number
  /** Percent of what is in bonds and cash. */
  readonly mostHighYield: number
  readonly mostInflationProtected: number
  readonly mostCash: number
  /** A class this small is within its band whatever its share of a small part is. Points of the account. */
  readonly negligible: number
}

/** What advice aims into. */
export const advisedBands: Bands = {
  equity: 5,
  leastAbroad: 20,
  mostAbroad: 42,
  mostEmerging: 15,
  mostSmall: 22,
  mostRealEstate: 12,
  mostHighYield: 15,
  mostInflationProtected: 40,
  mostCash: 40,
  negligible: 5,
}

/** What is left as it is: wider, so that nothing is changed for the sake of change. */
export const keptBands: Bands = {
  equity: 10,
  leastAbroad: 8,
  mostAbroad: 50,
  mostEmerging: 20,
  mostSmall: 30,
  mostRealEstate: 20,
  mostHighYield: 25,
  mostInflationProtected: 60,
  mostCash: 60,
  negligible: 10,
}

/**
 * The rules of Training's advice as numbers. Percent of an account unless another unit is named. The engine's README
 * names each source, or says that it is this project's own assumption.
 */
export const adviceRules = {
  /** Most funds that advice combines; up to the second number may be held without a reason to change. */
  mostFunds: 8,
  mostFundsKept: 10,
  /** Smallest position that advice buys, and smallest purchase or reduction; closing a position is always possible. */
  leastPosition: 5,
  leastTrade: 2,
  /** One company's shares: kept up to the first, reduced to the second. */
  singleStockKept: 10,
  singleStockAdvised: 5,
  /** Years between a held target-date fund's year and retirement within which it counts as right. */
  targetYearsApart: 5,
  /** A smaller account gets one target-date fund if the plan has it. Dollars. */
  smallAccount: 25_000,
  /** Nobody this close to retirement, or past it, gets more risk if the goal is met in poor markets. Years. */
  yearsWithoutMoreRisk: 10,
  /** Latest year of retirement in advice: a path into retirement must end some time. */
  latestRetirement: 70,
  /** Most own savings that advice proposes, and its steps. Percent of pay. */
  mostOwnSavings: 15,
  savingsStepFar: 3,
  savingsStepNear: 2,
  /** Income below this share of the goal is far from it (0–1). */
  nearGoal: 0.85,
} as const

/** Allowed distance of an account from the market portfolio of its age. */
export interface Bands {
  /** Points of the account between shares with real estate and the glide path. */
  readonly equity: number
  /** Percent of the part in shares and real estate. */
  readonly leastAbroad: number
  readonly mostAbroad: number
  readonly mostEmerging: number
  readonly mostSmall: number
  readonly mostRealEstate: number
  /** Percent of the part in bonds and cash. */
  readonly mostHighYield: number
  readonly mostInflationProtected: number
  readonly mostCash: number
  /** A class this small is within its band, whatever its share of a small part. Points of the account. */
  readonly negligible: number
}

/** The aim of advice. */
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

/** Mixes left as they are: wider, so that nothing changes for its own sake. */
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

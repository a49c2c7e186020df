import type { Mix } from '../data/capital-markets.ts'
import { equityOf } from '../mixes.ts'
import { sum } from '../numbers.ts'

/**
 * The rules of Training's advice, in percent of an account unless another unit is named. The engine's README has the
 * sources.
 */
export const adviceRules = {
  /**
   * Maximum number of funds that advice combines, and the maximum that may be held without being a reason to change.
   */
  mostFunds: 8,
  mostFundsKept: 10,
  /** Smallest position that advice buys, and smallest purchase or reduction; a position can always be closed. */
  leastPosition: 5,
  leastTrade: 2,
  /**
   * Limits for one company's shares: a holding up to the first percent is kept; a larger one is reduced to the second.
   */
  singleStockKept: 10,
  singleStockAdvised: 5,
  /** How many years a held target-date fund may be off retirement and still count as right. */
  targetYearsApart: 5,
  /** A smaller account gets one target-date fund if the plan has it. Dollars. */
  smallAccount: 25_000,
  /** Years before retirement from which on advice adds no risk if the goal is met in poor markets. */
  yearsWithoutMoreRisk: 10,
  /** Latest retirement age that advice assumes, because a glide path into retirement must end. */
  latestRetirement: 70,
  /** Highest own savings that advice proposes, and its steps. Percent of pay. */
  mostOwnSavings: 15,
  savingsStepFar: 3,
  savingsStepNear: 2,
  /** An income below this share of the goal (0–1) counts as far below it. */
  nearGoal: 0.85,
} as const

/** The aim of advice: how far an account may be from the market portfolio that suits its age. */
export const advisedBands = {
  /** Points of the account by which its equity may differ from the glide path. */
  equity: 5,
  /** Percent of the part in stocks and real estate. */
  leastAbroad: 20,
  mostAbroad: 42,
  mostEmerging: 15,
  mostSmall: 22,
  mostRealEstate: 12,
  /** Percent of the part in bonds and cash. */
  mostHighYield: 15,
  mostInflationProtected: 40,
  mostCash: 40,
  /**
   * A class up to this size counts as within its band, even if its part of the account is small. Points of the account.
   */
  negligible: 5,
}
type Bands = Readonly<typeof advisedBands>

/** Bands within which a mix is left as it is; they are wider, so that nothing changes for its own sake. */
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

/**
 * Percent in equity that suits an age: 90 until 25 years before retirement, then falling evenly to 50 at retirement and
 * to 30 seven years later. An assumption, shaped like published target-date paths.
 */
export const glidePath = (age: number, retirementAge: number): number => {
  const toGo = Math.min(retirementAge, adviceRules.latestRetirement) - age
  if (toGo >= 25) return 90
  if (toGo >= 0) return 50 + (40 * toGo) / 25
  return Math.max(30, 50 + (20 * toGo) / 7)
}

/**
 * Everything in a mix that is outside the bands around the market portfolio with `equity` percent in equity, in points.
 */
export const misfits = (mix: Mix, equity: number, bands: Bands) => {
  const [, small, international, emerging, realEstate, , inflationProtected, highYield, cash] = mix
  const shares = equityOf(mix)
  const steady = 100 - shares
  const abroad = international + emerging
  const above = (weight: number, part: number, percent: number) =>
    weight - Math.max(bands.negligible, (part * percent) / 100)
  const tooLittleAbroad =
    shares > bands.negligible ? (shares * bands.leastAbroad) / 100 - abroad : 0
  const found = [
    { what: 'moreRisk', points: equity - bands.equity - shares },
    { what: 'lessRisk', points: shares - equity - bands.equity },
    { what: 'tooLittleAbroad', points: tooLittleAbroad },
    ...[
      above(abroad, shares, bands.mostAbroad),
      above(emerging, shares, bands.mostEmerging),
      above(small, shares, bands.mostSmall),
      above(realEstate, shares, bands.mostRealEstate),
      above(highYield, steady, bands.mostHighYield),
      above(inflationProtected, steady, bands.mostInflationProtected),
    ].map((points) => ({ what: 'tooMuchOfOneKind', points }) as const),
    { what: 'tooMuchCash', points: above(cash, steady, bands.mostCash) },
  ] as const
  return found.filter(({ points }) => points > 0.05)
}
export type Fault = ReturnType<typeof misfits>[number]['what']

/** Total points of the account outside the bands; 0 within them. */
export const misfitOf = (mix: Mix, equity: number, bands: Bands): number =>
  sum(misfits(mix, equity, bands).map(({ points }) => points))

import type { Mix } from '../data/capital-markets.ts'
import { equityOf } from '../mixes.ts'
import { sum } from '../numbers.ts'

/**
 * The rules of Training's advice, in percent of an account unless another unit is named. The engine's README has the
 * sources.
 */
export const adviceRules = {
  /**
   * Maximum number of funds that advice combines, and the number of funds above which advice
   * suggests a change.
   */
  mostFunds: 8,
  mostFundsKept: 10,
  /**
   * Smallest position that advice buys, and smallest purchase or reduction; a position can always
   * be sold completely.
   */
  leastPosition: 5,
  leastTrade: 2,
  /**
   * Limits for one company's stock. A holding up to the first percent is kept; a larger one is
   * reduced to the second.
   */
  singleStockKept: 10,
  singleStockAdvised: 5,
  /**
   * A held target-date fund still counts as right if its year is this many years from retirement.
   */
  targetYearsApart: 5,
  /** An account with fewer dollars gets one target-date fund, if the plan offers one. */
  smallAccount: 25_000,
  /**
   * Within this many years before retirement, advice adds no risk if the goal is met in poor
   * markets.
   */
  yearsWithoutMoreRisk: 10,
  /**
   * Latest retirement age that advice assumes, because a glide path must end at some retirement
   * age.
   */
  latestRetirement: 70,
  /**
   * The highest participant savings that advice proposes, and the steps by which it raises them, in
   * percent of pay.
   */
  mostOwnSavings: 15,
  savingsStepFar: 3,
  savingsStepNear: 2,
  /** An income below this share of the goal (0–1) counts as far below the goal. */
  nearGoal: 0.85,
} as const

/**
 * The bands that advice aims for: how far an account may be from the market portfolio for the
 * person's age.
 */
export const advisedBands = {
  /** How many points of the account its stocks may differ from the glide path. */
  equity: 5,
  /** In percent of the part in stocks and real estate. */
  leastAbroad: 20,
  mostAbroad: 42,
  mostEmerging: 15,
  mostSmall: 22,
  mostRealEstate: 12,
  /** In percent of the part in bonds and cash. */
  mostHighYield: 15,
  mostInflationProtected: 40,
  mostCash: 40,
  /** An asset class with up to this many points of the account always counts as within its band. */
  negligible: 5,
}
type Bands = Readonly<typeof advisedBands>

/**
 * A mix within these bands is left alone. They are wider than the advised bands, so that small
 * differences cause no change.
 */
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
 * Percent in stocks that suits an age: 90 until 25 years before retirement, then falling evenly to
 * 50 at retirement and to 30 seven years later. This is an assumption, shaped like published
 * target-date paths.
 */
export const glidePath = (age: number, retirementAge: number): number => {
  const toGo = Math.min(retirementAge, adviceRules.latestRetirement) - age
  if (toGo >= 25) return 90
  if (toGo >= 0) return 50 + (40 * toGo) / 25
  return Math.max(30, 50 + (20 * toGo) / 7)
}

/**
 * How many points each part of a mix is outside the bands around the market portfolio with `equity`
 * percent in stocks.
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

/** The total number of points by which an account is outside the bands; 0 within them. */
export const misfitOf = (mix: Mix, equity: number, bands: Bands): number =>
  sum(misfits(mix, equity, bands).map(({ points }) => points))

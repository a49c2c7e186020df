import { priceGrowth, singleStockSwing } from '../assumptions.ts'
import { capitalMarkets, type Mix } from '../data/capital-markets.ts'
import { fillNormals, seededState } from './random.ts'

/**
 * Number of independent normals per year: nine asset classes, prices, and a single company's own
 * risk.
 */
export const drivers = 11
const priceDriver = 9
const stockDriver = 10

/** Lower triangle L with L·Lᵀ = correlation (Cholesky). Throws when it is not positive definite. */
export const choleskyOf = (correlation: readonly (readonly number[])[]) => {
  const lower: number[][] = []
  for (const [row, values] of correlation.entries()) {
    const line = new Array<number>(values.length).fill(0)
    for (let column = 0; column <= row; column++) {
      const other = column === row ? line : (lower[column] ?? [])
      let sum = values[column] ?? 0
      for (let index = 0; index < column; index++) sum -= (line[index] ?? 0) * (other[index] ?? 0)
      if (column === row && sum <= 0)
        throw new RangeError('the correlation matrix is not positive definite')
      line[column] = column === row ? Math.sqrt(sum) : sum / (other[column] ?? 1)
    }
    lower.push(line)
  }
  return lower
}

const lower = choleskyOf(capitalMarkets.correlation)

export interface Exposure {
  readonly mix: Mix
  /** The part in a single company's stock, 0–1. */
  readonly singleStock: number
  /** Expenses and taxes on growth, percent a year. */
  readonly cost: number
}

/** How much each driver changes a mix in a year, in percent. */
const loadsOf = (mix: Mix, singleStock: number): readonly number[] => {
  const loads = new Array<number>(drivers).fill(0)
  for (const [row, percent] of mix.entries()) {
    for (let column = 0; column <= row; column++) {
      loads[column] =
        (loads[column] ?? 0) +
        (percent / 100) * (capitalMarkets.sd[row] ?? 0) * (lower[row]?.[column] ?? 0)
    }
  }
  loads[stockDriver] = singleStock * singleStockSwing
  return loads
}

/**
 * Writes the coefficients of an exposure's real growth: growth = exp(c₀ + Σ cₖ₊₁·zₖ). It treats a yearly rebalanced mix
 * of correlated class returns as lognormal with the mix's own mean and variance, divided by lognormal prices.
 */
export const writeCoefficients = (
  exposure: Exposure,
  target: Float64Array,
  offset: number,
): void => {
  const mean = exposure.mix.reduce(
    (sum, percent, index) => sum + (percent / 100) * (capitalMarkets.mean[index] ?? 0),
    0,
  )
  const loads = loadsOf(exposure.mix, exposure.singleStock)
  const variance = loads.reduce((sum, load) => sum + load * load, 0) / 10_000
  const expected = 1 + (mean - exposure.cost) / 100
  const logVariance = Math.log1p(variance / (expected * expected))
  const perLoad = variance > 0 ? Math.sqrt(logVariance / variance) / 100 : 0
  target[offset] = Math.log(expected) - logVariance / 2 - Math.log1p(priceGrowth / 100)
  for (const [index, load] of loads.entries()) target[offset + 1 + index] = load * perLoad
  target[offset + 1 + priceDriver] = -capitalMarkets.inflation.sd / 100 / (1 + priceGrowth / 100)
}

/**
 * Standard normals, [pair of paths][year][driver]. Every path has a twin with the opposite draws
 * (antithetic variates), so that the median of a thousand paths is as stable as that of several
 * thousand. Only the first of each pair is stored.
 */
export const marketDraws = (seed: string, paths: number, years: number): Float32Array => {
  const length = years * drivers
  const draws = new Float32Array(Math.ceil(paths / 2) * length)
  const state = seededState(seed)
  // Fills one pair at a time, because a short loop that is called often compiles better than one endless loop.
  for (let start = 0; start < draws.length; start += length)
    fillNormals(state, draws.subarray(start, start + length))
  return draws
}

/** eˣ for |x| ≤ 3 to seven digits, from its series at x/8, with the same bits on every machine. */
const exponential = (x: number) => {
  const y = x * 0.125
  const series =
    1 + y * (1 + y * (1 / 2 + y * (1 / 6 + y * (1 / 24 + y * (1 / 120 + y * (1 / 720))))))
  const squared = series * series
  const fourth = squared * squared
  return fourth * fourth
}

/**
 * Real growth factors, [path][year][account], from coefficients laid out [year][account][1 + driver]. This is the
 * slowest loop of a forecast, so it allocates nothing and computes both paths of a pair from one sum.
 */
export const growthFactors = (
  draws: Float32Array,
  coefficients: Float64Array,
  paths: number,
  years: number,
  accounts: number,
): Float32Array => {
  const pathLength = years * accounts
  const growth = new Float32Array(paths * pathLength)
  let draw = 0
  for (let path = 0; path < paths; path += 2) {
    let out = path * pathLength
    const hasTwin = path + 1 < paths
    let at = 0
    for (let year = 0; year < years; year++) {
      const z0 = draws[draw] ?? 0
      const z1 = draws[draw + 1] ?? 0
      const z2 = draws[draw + 2] ?? 0
      const z3 = draws[draw + 3] ?? 0
      const z4 = draws[draw + 4] ?? 0
      const z5 = draws[draw + 5] ?? 0
      const z6 = draws[draw + 6] ?? 0
      const z7 = draws[draw + 7] ?? 0
      const z8 = draws[draw + 8] ?? 0
      const z9 = draws[draw + 9] ?? 0
      const z10 = draws[draw + 10] ?? 0
      draw += drivers
      for (let account = 0; account < accounts; account++) {
        const expected = coefficients[at] ?? 0
        const equity =
          (coefficients[at + 1] ?? 0) * z0 +
          (coefficients[at + 2] ?? 0) * z1 +
          (coefficients[at + 3] ?? 0) * z2 +
          (coefficients[at + 4] ?? 0) * z3 +
          (coefficients[at + 5] ?? 0) * z4
        const rest =
          (coefficients[at + 6] ?? 0) * z5 +
          (coefficients[at + 7] ?? 0) * z6 +
          (coefficients[at + 8] ?? 0) * z7 +
          (coefficients[at + 9] ?? 0) * z8 +
          (coefficients[at + 10] ?? 0) * z9 +
          (coefficients[at + 11] ?? 0) * z10
        growth[out] = exponential(expected + equity + rest)
        if (hasTwin) growth[out + pathLength] = exponential(expected - equity - rest)
        out++
        at += drivers + 1
      }
    }
  }
  return growth
}

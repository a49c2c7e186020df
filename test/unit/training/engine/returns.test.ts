import { describe, expect, it } from 'vitest'
import { capitalMarkets } from '#electron/training/engine/data/capital-markets.ts'
import { diversified, mixFrom } from '#electron/training/engine/mixes.ts'
import { selectRank } from '#electron/training/engine/outlook.ts'
import { fillNormals, nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import {
  choleskyOf,
  drivers,
  growthFactors,
  marketDraws,
  writeCoefficients,
} from '#electron/training/engine/paths/returns.ts'

const moments = (values: Float32Array): readonly number[] => {
  const sums = [0, 0, 0, 0]
  for (const value of values) {
    for (let power = 1; power <= 4; power++)
      sums[power - 1] = (sums[power - 1] ?? 0) + value ** power
  }
  return sums.map((sum) => sum / values.length)
}

describe('the random numbers', () => {
  it('are the same for the same seed and different for another', () => {
    expect(marketDraws('a', 20, 10)).toEqual(marketDraws('a', 20, 10))
    expect(marketDraws('a', 20, 10)).not.toEqual(marketDraws('b', 20, 10))
  })

  it('start with these bits on every machine', () => {
    const state = seededState('glidepath')
    expect(Array.from({ length: 3 }, () => Math.floor(nextFraction(state) * 2 ** 32)))
      .toMatchInlineSnapshot(`
      [
        2977206671,
        3499353437,
        1130156433,
      ]
    `)
  })

  it('are standard normal', () => {
    const values = new Float32Array(400_000)
    fillNormals(seededState('moments'), values)
    const [mean = 9, variance = 9, skew = 9, kurtosis = 9] = moments(values)
    expect(Math.abs(mean)).toBeLessThan(0.006)
    expect(Math.abs(variance - 1)).toBeLessThan(0.01)
    expect(Math.abs(skew)).toBeLessThan(0.02)
    expect(Math.abs(kurtosis - 3)).toBeLessThan(0.06)
    expect(values.filter((value) => value > 1.959964).length / values.length).toBeCloseTo(0.025, 2)
    expect(values.filter((value) => Math.abs(value) > 3.4427).length / values.length).toBeCloseTo(
      0.000576,
      3,
    )
  })

  it('come in mirrored pairs of paths, even for an odd count', () => {
    const [paths, years] = [5, 2]
    const coefficients = new Float64Array(years * (drivers + 1))
    for (let year = 0; year < years; year++) {
      writeCoefficients(
        { mix: diversified(60), singleStock: 0, cost: 0 },
        coefficients,
        year * (drivers + 1),
      )
    }
    const growth = growthFactors(marketDraws('pairs', paths, years), coefficients, paths, years, 1)
    expect(growth).toHaveLength(paths * years)
    const middle = 2 * (coefficients[0] ?? 0)
    for (const index of [0, 1, 4, 5]) {
      const twins = Math.log(growth[index] ?? 0) + Math.log(growth[index + years] ?? 0)
      expect(twins).toBeCloseTo(middle, 6)
      expect(growth[index]).not.toBe(growth[index + years])
    }
    expect(growth[8]).toBeGreaterThan(0)
  })
})

describe('the market', () => {
  it('has a factor that reproduces every correlation', () => {
    const lower = choleskyOf(capitalMarkets.correlation)
    for (const [row, values] of capitalMarkets.correlation.entries()) {
      for (const [column, wanted] of values.entries()) {
        const product = (lower[row] ?? []).reduce(
          (sum, value, index) => sum + value * (lower[column]?.[index] ?? 0),
          0,
        )
        expect(product).toBeCloseTo(wanted, 12)
      }
    }
  })

  it('refuses a matrix that is not a correlation', () => {
    const impossible = capitalMarkets.correlation.map((_, row) =>
      mixFrom((column) => (row + column === 1 ? 1.5 : 1)),
    )
    expect(() => choleskyOf(impossible)).toThrow(RangeError)
  })

  it('grows every asset class by its own mean above inflation, with its own volatility', () => {
    const paths = 40_000
    const coefficients = new Float64Array(9 * (drivers + 1))
    for (let row = 0; row < 9; row++) {
      const mix = mixFrom((index) => (index === row ? 100 : 0))
      writeCoefficients({ mix, singleStock: 0, cost: 0 }, coefficients, row * (drivers + 1))
    }
    const growth = growthFactors(marketDraws('classes', paths, 1), coefficients, paths, 1, 9)
    for (let row = 0; row < 9; row++) {
      const values = Float32Array.from({ length: paths }, (_, path) => growth[path * 9 + row] ?? 0)
      const [mean = 0, square = 0] = moments(values)
      const expected = (1 + (capitalMarkets.mean[row] ?? 0) / 100) / 1.024
      const spread =
        Math.hypot((capitalMarkets.sd[row] ?? 0) / 100, capitalMarkets.inflation.sd / 100) / 1.024
      expect(mean).toBeCloseTo(expected, 2)
      expect(Math.sqrt(square - mean * mean)).toBeCloseTo(spread, 2)
    }
  })

  it('never loses more than everything', () => {
    const coefficients = new Float64Array(drivers + 1)
    writeCoefficients({ mix: diversified(100), singleStock: 1, cost: 2 }, coefficients, 0)
    const growth = growthFactors(marketDraws('worst', 20_000, 1), coefficients, 20_000, 1, 1)
    expect(Math.min(...growth)).toBeGreaterThan(0)
  })
})

describe('selectRank', () => {
  it('agrees with sorting', () => {
    const state = seededState('ranks')
    for (let round = 0; round < 60; round++) {
      const values = Float64Array.from({ length: 1 + round * 3 }, () =>
        Math.floor(nextFraction(state) * 40),
      )
      const sorted = Float64Array.from(values).sort()
      const rank = Math.floor(nextFraction(state) * values.length)
      expect(selectRank(values, 0, values.length, rank)).toBe(sorted[rank])
    }
  })
})

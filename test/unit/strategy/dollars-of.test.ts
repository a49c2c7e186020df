import { expect, test } from 'vitest'
import { converted, priceFactor } from '#shared/strategy/charts/dollars-of.ts'

const ages = Float64Array.of(60, 61, 70)
const rounded = (values: Float64Array): number[] => [...values].map((value) => Math.round(value))

test('today’s dollars are converted to those of each year, and back', () => {
  const later = priceFactor('today', 'year', 10, 60)
  expect(rounded(converted(ages, Float64Array.of(100, 100, 100), later))).toEqual([100, 110, 259])
  const now = priceFactor('year', 'today', 10, 60)
  expect(rounded(converted(ages, Float64Array.of(100, 110, 259.4), now))).toEqual([100, 100, 100])
})

test('an amount already in the wanted dollars is unchanged', () => {
  const values = Float64Array.of(1, Number.NaN, 3)
  expect(converted(ages, values, priceFactor('today', 'today', 10, 60))).toBe(values)
})

test('past years are not converted', () => {
  expect(priceFactor('today', 'year', 10, 65)?.(60)).toBe(1)
})

import type { ReadAs } from '../express/read-as.ts'

/** Amounts over ages in dollars of today, or of the year in which they fall. */

export type DollarsOf = Exclude<ReadAs['dollarsOf'], 'notSaid'>

/** What an amount at an age is multiplied by. */
export type Factor = (age: number) => number

/**
 * What brings amounts that are sent in dollars of `sent` to those of `wanted`, for somebody who is `ageToday`, at prices that
 * rise by `growth` percent a year; `null` where nothing is to be converted.
 */
export const priceFactor = (
  sent: DollarsOf,
  wanted: DollarsOf,
  growth: number,
  ageToday: number,
): Factor | null => {
  if (sent === wanted) return null
  const yearly = 1 + growth / 100
  const sign = wanted === 'year' ? 1 : -1
  return (age) => yearly ** (sign * Math.max(0, age - ageToday))
}

/** Amounts beside their ages, converted. */
export const converted = (
  ages: Float64Array,
  values: Float64Array,
  factor: Factor | null,
): Float64Array =>
  factor === null ? values : values.map((value, index) => value * factor(ages[index] ?? 0))

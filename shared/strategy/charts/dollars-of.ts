import type { ReadAs } from '../../express/read-as.ts'

/**
 * Converts amounts by age between today's dollars and the dollars of the year in which the person
 * reaches that age.
 */

export type DollarsOf = Exclude<ReadAs['dollarsOf'], 'notSaid'>

/** The factor by which an amount at an age is multiplied. */
export type Factor = (age: number) => number

/**
 * The factor that converts amounts from `sent` dollars to `wanted` dollars, for a person who is
 * `ageToday` years old, with prices rising by `growth` percent a year; `null` if nothing needs to
 * be converted.
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

/** The amounts at `ages`, converted. */
export const converted = (
  ages: Float64Array,
  values: Float64Array,
  factor: Factor | null,
): Float64Array =>
  factor === null ? values : values.map((value, index) => value * factor(ages[index] ?? 0))

import type { ReadAs } from '../../express/read-as.ts'

/** Converts amounts by age between dollars of today and dollars of the year of that age. */

export type DollarsOf = Exclude<ReadAs['dollarsOf'], 'notSaid'>

/** What to multiply an amount at an age by. */
export type Factor = (age: number) => number

/**
 * Converts amounts from dollars of `sent` to dollars of `wanted`, for a person aged `ageToday`, with prices rising by
 * `growth` percent a year; `null` if nothing needs converting.
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

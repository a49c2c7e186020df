import type { ForecastReading, Percentile, Strategy } from '../express/reading.ts'

/** Values by age in any kind of buffer, such as a reading's `AgeColumn`. */
export interface ByAge {
  readonly ages: Float64Array
  readonly values: Float64Array
}

/** All finite ages of the columns, without duplicates, ascending. */
export const unionOfAges = (columns: readonly Pick<ByAge, 'ages'>[]): Float64Array => {
  const seen = new Set<number>()
  for (const { ages } of columns) for (const age of ages) if (Number.isFinite(age)) seen.add(age)
  return Float64Array.from(seen).sort()
}

/**
 * The column's values at `ages`, with `missing` for an age that it does not have. If an age is repeated, its last value
 * counts.
 */
export const alignTo = (ages: Float64Array, column: ByAge, missing: number): Float64Array => {
  const byAge = new Map<number, number>()
  column.ages.forEach((age, index) => {
    const value = column.values[index]
    if (value !== undefined && Number.isFinite(value)) byAge.set(age, value)
  })
  return ages.map((age) => byAge.get(age) ?? missing)
}

/** Index of the first age at or above `age`; -1 if there is none or `age` is unknown. */
export const indexOfAge = (ages: Float64Array, age: number | null): number =>
  age === null ? -1 : ages.findIndex((candidate) => candidate >= age)

export type AccountMapping = ForecastReading['accountMappings'][number]

const hasType = (type: string) => (strategy: Strategy) =>
  strategy.type.trim().toLowerCase() === type

/**
 * Picks Current and Revised by the service's StrategyType; `others` are in the order sent. If a
 * type is missing, the first other strategy takes its role, so that strategies with unknown types
 * are still compared in the order sent.
 */
export const pickPair = (strategies: readonly Strategy[]) => {
  const [current, revised] = ['current', 'revised'].map((type) => strategies.find(hasType(type)))
  const others = strategies.filter((strategy) => strategy !== current && strategy !== revised)
  const next = (): Strategy | null => others.shift() ?? null
  return {
    current: current ?? (revised ? null : next()),
    revised: revised ?? (current ? null : next()),
    others,
  }
}

/**
 * The percentile entry nearest to `percentage` (0–100), or the lower one if two are equally near;
 * `null` if none was sent.
 */
export const percentileAt = (strategy: Strategy | null, percentage: number): Percentile | null => {
  const distance = (entry: Percentile) =>
    entry.percentage === null ? Number.MAX_VALUE : Math.abs(entry.percentage - percentage)
  const byDistance = (strategy?.percentiles ?? []).toSorted(
    (a, b) => distance(a) - distance(b) || (a.percentage ?? 0) - (b.percentage ?? 0),
  )
  return byDistance[0] ?? null
}

/** Words for a percentile of outcomes: poor below 40, average up to 60, good above. */
const marketWords = (percentage: number): string =>
  percentage < 40 ? 'Poor markets' : percentage <= 60 ? 'Average markets' : 'Good markets'

/**
 * A percentile's name: the service's label without a leading `10th percentile –`, which only
 * repeats the number; otherwise {@link marketWords}, otherwise `Unnamed`.
 */
export const percentileWords = (label: string, percentage: number | null): string => {
  const own = label.trim().replace(/^\d+(st|nd|rd|th)?\s*percentile\s*[–—:,-]?\s*/i, '')
  if (own !== '') return own.charAt(0).toUpperCase() + own.slice(1)
  return percentage === null ? 'Unnamed' : marketWords(percentage)
}

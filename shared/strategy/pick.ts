import type { ForecastReading, Percentile, Strategy } from '../express/reading.ts'

/**
 * `after` less `before` as whole dollars of the two shown amounts, so that a reader who subtracts them gets the same
 * number.
 */
export const wholeDifference = (after: number, before: number): number =>
  Math.round(after) - Math.round(before)

/** Values by age in any kind of buffer, such as a reading's `AgeColumn`. */
interface ByAge {
  readonly ages: Float64Array
  readonly values: Float64Array
}

/** Every finite age of any column once, ascending. */
export const unionOfAges = (columns: readonly ByAge[]): Float64Array => {
  const seen = new Set<number>()
  for (const { ages } of columns) for (const age of ages) if (Number.isFinite(age)) seen.add(age)
  return Float64Array.from(seen).sort()
}

/** The column's values at `ages`; `missing` for an age it lacks. A repeated age keeps its last value. */
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

/** The strategies of one answer by their role. */
interface StrategyPair {
  readonly current: Strategy | null
  readonly revised: Strategy | null
  /** Further strategies in the order sent. */
  readonly others: readonly Strategy[]
}

const hasType = (type: string) => (strategy: Strategy) =>
  strategy.type.trim().toLowerCase() === type

/**
 * Picks Current and Revised by the service's StrategyType. If a type is missing, the first other strategy takes the
 * role, so that an answer with unknown types is still compared in the order sent.
 */
export const pickPair = (strategies: readonly Strategy[]): StrategyPair => {
  const named = {
    current: strategies.find(hasType('current')),
    revised: strategies.find(hasType('revised')),
  }
  const rest = strategies.filter(
    (strategy) => strategy !== named.current && strategy !== named.revised,
  )
  const current = named.current ?? (named.revised ? null : (rest.shift() ?? null))
  const revised = named.revised ?? (named.current ? null : (rest.shift() ?? null))
  return { current, revised, others: rest }
}

/** The percentile entry nearest to `percentage` (0–100), the lower of two equally near; `null` if none was sent. */
export const percentileAt = (strategy: Strategy | null, percentage: number): Percentile | null => {
  let best: Percentile | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const entry of strategy?.percentiles ?? []) {
    const distance =
      entry.percentage === null ? Number.MAX_VALUE : Math.abs(entry.percentage - percentage)
    const nearer = distance < bestDistance
    const lower = distance === bestDistance && (entry.percentage ?? 0) < (best?.percentage ?? 0)
    if (nearer || lower) [best, bestDistance] = [entry, distance]
  }
  return best
}

/** A percentile to choose from those sent, each once, ascending. */
interface PercentileChoice {
  readonly percentage: number
  /** See {@link percentileWords}. */
  readonly label: string
}

/** Words for a percentile of outcomes: below 40 poor, up to 60 typical, above good. */
const marketWords = (percentage: number): string =>
  percentage < 40 ? 'Poor markets' : percentage <= 60 ? 'Typical markets' : 'Good markets'

/**
 * A percentile's name: the service's label without a leading `10th percentile –`, which the number already says; else
 * {@link marketWords}, else `Unnamed`.
 */
export const percentileWords = (label: string, percentage: number | null): string => {
  const own = label.trim().replace(/^\d+(st|nd|rd|th)?\s*percentile\s*[–—:,-]?\s*/i, '')
  if (own !== '') return own.charAt(0).toUpperCase() + own.slice(1)
  return percentage === null ? 'Unnamed' : marketWords(percentage)
}

/** Every percentile of the strategies. */
export const percentileChoices = (strategies: readonly Strategy[]): readonly PercentileChoice[] => {
  const choices = new Map<number, PercentileChoice>()
  for (const { percentiles } of strategies) {
    for (const { percentage, label } of percentiles) {
      if (percentage === null || choices.get(percentage)?.label) continue
      choices.set(percentage, { percentage, label })
    }
  }
  return [...choices.values()]
    .sort((a, b) => a.percentage - b.percentage)
    .map((choice) => ({ ...choice, label: percentileWords(choice.label, choice.percentage) }))
}

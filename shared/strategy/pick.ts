import type { ForecastReading, Percentile, Strategy } from '../express/reading.ts'

export type AccountMapping = ForecastReading['accountMappings'][number]

/** The strategies of one answer by the part they play. */
interface StrategyPair {
  readonly current: Strategy | null
  readonly revised: Strategy | null
  /** Whatever the service sent beyond the two, in its order. */
  readonly others: readonly Strategy[]
}

const hasType = (type: string) => (strategy: Strategy) =>
  strategy.type.trim().toLowerCase() === type

/**
 * Picks Current and Revised by the service's StrategyType. Where a type is missing, the first strategy that is not the
 * other's plays the part, so that an answer with unknown types is still compared in the order sent.
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

/** The percentile entry nearest to `percentage` (0–100); the lower of two equally near; `null` when none was sent. */
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

/** A percentile a person can choose: what the service sent, once each, ascending. */
interface PercentileChoice {
  readonly percentage: number
  /** See {@link percentileWords}. */
  readonly label: string
}

/** Words for a percentile of outcomes: below 40 poor, to 60 typical, above good. */
const marketWords = (percentage: number): string =>
  percentage < 40 ? 'Poor markets' : percentage <= 60 ? 'Typical markets' : 'Good markets'

/**
 * What a percentile is called: the service's label without a leading `10th percentile –`, which the number says anyway;
 * else {@link marketWords}, else `Unnamed`.
 */
export const percentileWords = (label: string, percentage: number | null): string => {
  const own = label.trim().replace(/^\d+(st|nd|rd|th)?\s*percentile\s*[–—:,-]?\s*/i, '')
  if (own !== '') return own.charAt(0).toUpperCase() + own.slice(1)
  return percentage === null ? 'Unnamed' : marketWords(percentage)
}

/** Every percentile that appears in any of the strategies. */
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

import type { Strategy } from '../../express/reading.ts'

/** One stretch of market history, month by month. */
export interface Scenario {
  readonly name: string
  readonly benchmarkName: string
  /** Calendar time in years, ascending: March 2009 is 2009 + 2/12. All columns have the same length. */
  readonly times: Float64Array
  readonly values: Float64Array
  readonly benchmarkValues: Float64Array
  /** From the first value to the last, percent; `null` if the first is not positive. */
  readonly change: number | null
  readonly benchmarkChange: number | null
  /** Largest fall from an earlier high, percent (0 or negative). */
  readonly worstFall: number | null
}

const changeOf = (values: Float64Array): number | null => {
  const [first, last] = [values.at(0), values.at(-1)]
  if (first === undefined || last === undefined || !(first > 0) || !Number.isFinite(last))
    return null
  return (last / first - 1) * 100
}

const worstFallOf = (values: Float64Array): number | null => {
  let high = Number.NEGATIVE_INFINITY
  let worst: number | null = null
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    high = Math.max(high, value)
    if (high > 0) worst = Math.min(worst ?? 0, (value / high - 1) * 100)
  }
  return worst
}

/** The strategy's historical scenarios in the order sent, each sorted by time, without empty ones. */
export const historicalScenarios = (strategy: Strategy): readonly Scenario[] =>
  strategy.historicalScenarios.flatMap((scenario) => {
    const points = [...scenario.years]
      .map((year, index) => ({
        time: year + ((scenario.months[index] || 1) - 1) / 12,
        value: scenario.values[index] ?? Number.NaN,
        benchmark: scenario.benchmarkValues[index] ?? Number.NaN,
      }))
      .filter(({ time }) => Number.isFinite(time))
      .sort((a, b) => a.time - b.time)
    if (points.length === 0) return []
    const values = Float64Array.from(points, ({ value }) => value)
    const benchmarkValues = Float64Array.from(points, ({ benchmark }) => benchmark)
    return [
      {
        name: scenario.name || 'Unnamed scenario',
        benchmarkName: scenario.benchmarkName,
        times: Float64Array.from(points, ({ time }) => time),
        values,
        benchmarkValues,
        change: changeOf(values),
        benchmarkChange: changeOf(benchmarkValues),
        worstFall: worstFallOf(values),
      },
    ]
  })

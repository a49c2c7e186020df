import type { Strategy } from '../../express/reading.ts'

/** From the first value to the last, percent; `null` if the first is not positive. */
const changeOf = (values: Float64Array): number | null => {
  const [first, last] = [values.at(0), values.at(-1)]
  if (first === undefined || last === undefined || !(first > 0) || !Number.isFinite(last))
    return null
  return (last / first - 1) * 100
}

/** Largest fall from an earlier high, percent (0 or negative). */
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

/**
 * The strategy's stretches of market history in the order sent, each month by month, without empty ones. Times are
 * calendar years: March 2009 is 2009 + 2/12.
 */
export const historicalScenarios = (strategy: Strategy) =>
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
export type Scenario = Readonly<ReturnType<typeof historicalScenarios>[number]>

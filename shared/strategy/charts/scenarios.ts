import type { Strategy } from '../../express/reading.ts'

/**
 * The strategy's past market periods in the order sent, month by month; empty ones are left out.
 * Times are calendar years: March 2009 is 2009 + 2/12.
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
      },
    ]
  })
export type Scenario = Readonly<ReturnType<typeof historicalScenarios>[number]>

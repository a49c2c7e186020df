import type { Scenario } from '#shared/strategy/scenarios.ts'
import { dollars, dollarsShort } from '../lib/format.ts'
import { drawEndLabels, labelRoom, type EndLabel } from './marks.ts'
import { bottomAxis, commonOptions, moneyAxis, tooltipColors } from './picture.ts'
import type { LegendEntry, LinePicture, Point } from './picture.ts'
import type { ChartTokens } from './tokens.ts'

const monthOf = (time: number): string => {
  const year = Math.floor(time + 1e-6)
  const month = Math.round((time - year) * 12)
  return new Date(Date.UTC(year, month, 1)).toLocaleDateString(navigator.language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

const points = (times: Float64Array, values: Float64Array): Point[] =>
  [...times].flatMap((x, index) => {
    const y = values[index]
    return y === undefined || !Number.isFinite(y) ? [] : [{ x, y }]
  })

/** A stretch of history: the strategy as a line, its benchmark dashed, both named at their ends. */
export const scenarioPicture = (
  scenario: Scenario,
  strategyName: string,
  tokens: ChartTokens,
): LinePicture => {
  const benchmarkName = scenario.benchmarkName || 'Benchmark'
  const lines = [
    {
      name: strategyName,
      data: points(scenario.times, scenario.values),
      color: tokens.revised,
      dash: [],
    },
    {
      name: benchmarkName,
      data: points(scenario.times, scenario.benchmarkValues),
      color: tokens.current,
      dash: [6, 4],
    },
  ].filter(({ data }) => data.length > 0)
  const labels: EndLabel[] = lines.map(({ name, data, color }) => ({
    value: data.at(-1)?.y ?? 0,
    label: `${name === benchmarkName ? 'Benchmark' : name} ${dollarsShort(data.at(-1)?.y ?? 0)}`,
    color,
  }))
  return {
    type: 'line',
    data: {
      datasets: lines.map(({ name, data, color, dash }) => ({
        label: name,
        data,
        borderColor: color,
        backgroundColor: color,
        borderWidth: 2,
        borderDash: dash,
        pointRadius: 0,
        pointHoverRadius: 3,
      })),
    },
    options: {
      ...commonOptions(tokens),
      layout: { padding: { top: 8, right: labelRoom(labels, tokens) } },
      scales: {
        x: {
          type: 'linear',
          min: scenario.times.at(0) ?? 0,
          max: scenario.times.at(-1) ?? 1,
          ...bottomAxis(tokens, ''),
          ticks: {
            ...bottomAxis(tokens, '').ticks,
            callback: (value) => monthOf(Number(value)),
            maxTicksLimit: 6,
          },
        },
        y: { ...moneyAxis(tokens), beginAtZero: false },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...tooltipColors(tokens),
          callbacks: {
            title: (items) => monthOf(items[0]?.parsed.x ?? 0),
            label: (item) => ` ${item.dataset.label ?? ''}: ${dollars(item.parsed.y)}`,
          },
        },
      },
    },
    plugins: [{ id: 'marks', afterDatasetsDraw: (chart) => drawEndLabels(chart, tokens, labels) }],
  }
}

/** Month of a scenario's point in time, as a row's name. */
export const scenarioMonth = monthOf

/** The benchmark's own name is often long, so it stands here and not in the plot. */
export const scenarioLegend = (
  scenario: Scenario,
  strategyName: string,
  tokens: ChartTokens,
): LegendEntry[] => [
  { label: strategyName, color: tokens.revised, shape: 'line', hatch: 'none' },
  {
    label: scenario.benchmarkName === '' ? 'Benchmark' : `Benchmark: ${scenario.benchmarkName}`,
    color: tokens.current,
    shape: 'dashed',
    hatch: 'none',
  },
]

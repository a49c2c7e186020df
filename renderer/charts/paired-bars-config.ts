import { hatchFill } from './hatch.ts'
import { commonOptions, tooltipColors, type BarPicture, type LegendEntry } from './picture.ts'
import type { Names } from './tables.ts'
import type { ChartTokens } from './tokens.ts'

/** One row of paired bars; `null` draws no bar. */
export interface PairedRow {
  /** Several texts stand one below the other. */
  readonly label: string | readonly string[]
  readonly current: number | null
  readonly revised: number | null
}

interface PairedOptions {
  /** Formats a value for the end of its bar and the tooltip. */
  readonly write: (value: number) => string
  readonly hasCurrent: boolean
  readonly hasRevised: boolean
  readonly names: Names
  /** The color of the first. */
  readonly role: 'today' | 'plan'
}

const colorOf = (side: 'current' | 'revised', tokens: ChartTokens, role: 'today' | 'plan') =>
  side === 'revised' ? tokens.revised : role === 'plan' ? tokens.plan : tokens.current

/** The chart's height in pixels: two bars, or a label of two lines, need more. */
export const pairedHeight = (rows: readonly PairedRow[], options: PairedOptions): number => {
  const twoLines = rows.some(({ label }) => typeof label !== 'string')
  const rowHeight = twoLines ? 46 : options.hasCurrent && options.hasRevised ? 38 : 28
  return Math.max(90, rows.length * rowHeight + 16)
}

/** Current above Revised for every row, with the value at each bar's end instead of a value axis. */
export const pairedBarsPicture = (
  rows: readonly PairedRow[],
  tokens: ChartTokens,
  options: PairedOptions,
): BarPicture => {
  const sides = [
    ...(options.hasCurrent ? (['current'] as const) : []),
    ...(options.hasRevised ? (['revised'] as const) : []),
  ]
  const longest = Math.max(0, ...rows.flatMap((row) => [row.current ?? 0, row.revised ?? 0]))
  return {
    type: 'bar',
    data: {
      labels: rows.map(({ label }) => (typeof label === 'string' ? label : [...label])),
      datasets: sides.map((side) => ({
        label: options.names[side === 'current' ? 0 : 1],
        data: rows.map((row, y) => ({ x: row[side] ?? 0, y })),
        backgroundColor:
          side === 'current'
            ? hatchFill(
                { color: colorOf(side, tokens, options.role), hatch: 'rising' },
                tokens.surface,
              )
            : tokens.revised,
        hoverBackgroundColor: colorOf(side, tokens, options.role),
        borderRadius: 2,
        borderWidth: 0,
        barPercentage: 0.92,
        categoryPercentage: 0.76,
      })),
    },
    options: {
      ...commonOptions(tokens),
      indexAxis: 'y',
      interaction: { mode: 'index', axis: 'y', intersect: false },
      layout: { padding: { right: 52 } },
      scales: {
        x: { display: false, beginAtZero: true, max: longest > 0 ? longest : 1 },
        y: {
          border: { color: tokens.axis },
          grid: { display: false },
          ticks: {
            color: tokens.text,
            padding: 6,
            autoSkip: false,
            font: { family: tokens.font, size: 12 },
          },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...tooltipColors(tokens),
          callbacks: {
            label: ({ dataset, datasetIndex, dataIndex }) => {
              const side = sides[datasetIndex]
              const value = side === undefined ? null : (rows[dataIndex]?.[side] ?? null)
              return ` ${dataset.label ?? ''}: ${value === null ? 'not sent' : options.write(value)}`
            },
          },
        },
      },
    },
    plugins: [
      {
        id: 'values',
        afterDatasetsDraw: (chart) => {
          const { ctx } = chart
          ctx.save()
          ctx.font = `500 11px ${tokens.font}`
          ctx.textBaseline = 'middle'
          sides.forEach((side, datasetIndex) => {
            ctx.fillStyle = side === 'current' ? tokens.muted : tokens.revised
            chart.getDatasetMeta(datasetIndex).data.forEach((bar, index) => {
              const value = rows[index]?.[side]
              if (value !== null && value !== undefined)
                ctx.fillText(options.write(value), bar.x + 6, bar.y)
            })
          })
          ctx.restore()
        },
      },
    ],
  }
}

export const pairedLegend = (tokens: ChartTokens, options: PairedOptions): LegendEntry[] => [
  ...(options.hasCurrent
    ? [
        {
          label: options.names[0],
          color: colorOf('current', tokens, options.role),
          shape: 'fill',
          hatch: `repeating-linear-gradient(135deg, transparent 0 3px, color-mix(in srgb, ${tokens.surface} 55%, transparent) 3px 4.2px)`,
        } as const,
      ]
    : []),
  ...(options.hasRevised
    ? [{ label: options.names[1], color: tokens.revised, shape: 'fill', hatch: 'none' } as const]
    : []),
]

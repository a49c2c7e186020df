import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
  type TooltipItem,
} from 'chart.js'
import type { ChartTokens } from './tokens.ts'

// Registers only the parts that these charts use.
Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

export { Chart }

/** A bar: its position and its value. On a category axis, the position is the category's index. */
export interface Point {
  readonly x: number
  readonly y: number
}

export type BarChartSetup = ChartConfiguration<'bar', Point[]>

interface Bars {
  readonly labels: (string | string[])[]
  readonly datasets: BarChartSetup['data']['datasets']
  readonly options: BarChartSetup['options']
  /** Returns the text of a bar's tooltip. */
  readonly words: (item: TooltipItem<'bar'>) => string
  /** Draws on top of the bars, for example the values. */
  readonly paintOver?: (context: CanvasRenderingContext2D, chart: Chart) => void
}

/** A bar chart without animation or legend. */
export const barChart = (
  { text, surface, axis, font }: ChartTokens,
  { labels, datasets, options, words, paintOver }: Bars,
): BarChartSetup => ({
  type: 'bar',
  data: { labels, datasets: datasets.map((dataset) => ({ borderWidth: 0, ...dataset })) },
  options: {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    font: { family: font, size: 11 },
    interaction: { mode: 'index', intersect: false },
    ...options,
    plugins: {
      legend: { display: false },
      tooltip: {
        backgroundColor: surface,
        titleColor: text,
        bodyColor: text,
        borderColor: axis,
        borderWidth: 1,
        padding: 10,
        cornerRadius: 6,
        boxPadding: 4,
        boxWidth: 10,
        boxHeight: 10,
        titleFont: { family: font, size: 12, weight: 600 },
        bodyFont: { family: font, size: 12 },
        callbacks: { label: (item) => ` ${words(item)}` },
      },
    },
  },
  plugins: [
    {
      id: 'values',
      afterDatasetsDraw: (chart) => {
        chart.ctx.save()
        paintOver?.(chart.ctx, chart)
        chart.ctx.restore()
      },
    },
  ],
})

/** Light grid lines and no border; `ticks` formats the values. */
export const valueAxis = <T extends object>({ grid, muted, font }: ChartTokens, ticks: T) =>
  ({
    beginAtZero: true,
    border: { display: false },
    grid: { color: grid, drawTicks: false },
    ticks: { color: muted, padding: 8, font: { family: font, size: 11 }, ...ticks },
  }) as const

/** Title and tick labels of the horizontal axis. */
export const bottomAxis = ({ axis, muted, font }: ChartTokens, title: string) =>
  ({
    border: { color: axis },
    grid: { display: false },
    title: { display: title !== '', text: title, color: muted, font: { family: font, size: 11 } },
    ticks: { color: muted, maxRotation: 0, autoSkipPadding: 14, font: { family: font, size: 11 } },
  }) as const

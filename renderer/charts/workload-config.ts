import { count } from '../lib/format.ts'
import { bottomAxis, commonOptions, tooltipColors, type BarPicture } from './picture.ts'
import type { ChartTokens } from './tokens.ts'

interface WorkloadBar {
  readonly label: string
  readonly calls: number
  readonly listRows: number
}

/** Calls and rows of lists, stacked per hour or day. */
export const workloadPicture = (
  bars: readonly WorkloadBar[],
  axis: string,
  tokens: ChartTokens,
): BarPicture => ({
  type: 'bar',
  data: {
    labels: bars.map(({ label }) => label),
    datasets: [
      {
        label: 'Calls',
        data: bars.map(({ calls }, x) => ({ x, y: calls })),
        backgroundColor: tokens.revised,
        borderWidth: 0,
        maxBarThickness: 28,
      },
      {
        label: 'Rows of lists',
        data: bars.map(({ listRows }, x) => ({ x, y: listRows })),
        backgroundColor: tokens.current,
        borderWidth: 0,
        maxBarThickness: 28,
      },
    ],
  },
  options: {
    ...commonOptions(tokens),
    scales: {
      x: { ...bottomAxis(tokens, axis), stacked: true },
      y: {
        stacked: true,
        beginAtZero: true,
        border: { display: false },
        grid: { color: tokens.grid, drawTicks: false },
        ticks: {
          color: tokens.muted,
          padding: 8,
          precision: 0,
          maxTicksLimit: 5,
          font: { family: tokens.font, size: 11 },
        },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        ...tooltipColors(tokens),
        callbacks: {
          label: (item) => ` ${item.dataset.label ?? ''}: ${count(item.parsed.y ?? 0)}`,
        },
      },
    },
  },
})

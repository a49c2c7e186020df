import { dollars, dollarsShort } from '../lib/format.ts'
import { bottomAxis, commonOptions, moneyAxis, tooltipColors, type BarPicture } from './picture.ts'
import type { ChartTokens } from './tokens.ts'

interface ClaimBar {
  /** Age, with the person if there are several. */
  readonly label: string
  /** Dollars, as sent. */
  readonly amount: number
}

/** A bar for each claim age with its amount above it; above every second or third if bars are close. */
export const claimAgePicture = (bars: readonly ClaimBar[], tokens: ChartTokens): BarPicture => ({
  type: 'bar',
  data: {
    labels: bars.map(({ label }) => label),
    datasets: [
      {
        label: 'Social Security',
        data: bars.map(({ amount }, x) => ({ x, y: amount })),
        backgroundColor: tokens.socialSecurity.color,
        borderWidth: 0,
        borderRadius: 2,
        maxBarThickness: 56,
        categoryPercentage: 0.72,
      },
    ],
  },
  options: {
    ...commonOptions(tokens),
    layout: { padding: { top: 22 } },
    scales: { x: bottomAxis(tokens, 'Claim age'), y: moneyAxis(tokens) },
    plugins: {
      legend: { display: false },
      tooltip: {
        ...tooltipColors(tokens),
        callbacks: { label: (item) => ` ${dollars(item.parsed.y)}` },
      },
    },
  },
  plugins: [
    {
      id: 'values',
      afterDatasetsDraw: (chart) => {
        const { ctx } = chart
        ctx.save()
        ctx.font = `600 11px ${tokens.font}`
        ctx.fillStyle = tokens.text
        ctx.textAlign = 'center'
        const step = Math.ceil((46 * bars.length) / Math.max(1, chart.chartArea.width))
        chart.getDatasetMeta(0).data.forEach((bar, index) => {
          if ((bars.length - 1 - index) % step !== 0) return
          const words = dollarsShort(bars[index]?.amount ?? 0)
          // The last bar is close to the edge, so its label moves left instead of being cut.
          const rightmost = chart.width - ctx.measureText(words).width / 2
          ctx.fillText(words, Math.min(bar.x, rightmost), bar.y - 8)
        })
        ctx.restore()
      },
    },
  ],
})

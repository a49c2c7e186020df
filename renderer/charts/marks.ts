import type { Chart } from 'chart.js'
import type { ChartTokens } from './tokens.ts'

/** A line across the plot with words at it: a place on the x axis, or a level on the y axis. */
export interface Mark {
  readonly at: number
  readonly label: string
  readonly color: string
}

/** Words beside the right end of a line. */
export interface EndLabel {
  readonly value: number
  readonly label: string
  readonly color: string
}

const setFont = (context: CanvasRenderingContext2D, tokens: ChartTokens, weight: number): void => {
  context.font = `${weight} 11px ${tokens.font}`
}

/** Writes `label` on a patch of the surface's colour, so that no line runs through it. */
const write = (
  chart: Chart,
  tokens: ChartTokens,
  label: string,
  x: number,
  y: number,
  color: string,
): void => {
  const { ctx } = chart
  const width = ctx.measureText(label).width
  ctx.fillStyle = tokens.surface
  ctx.globalAlpha = 0.86
  ctx.fillRect(x - 3, y - 8, width + 6, 16)
  ctx.globalAlpha = 1
  ctx.fillStyle = color
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillText(label, x, y)
}

/**
 * The left edge of each label beside its line at `x`, in the order given, pixels: right of the line, or left of it where
 * the label would leave the plot at `right` or touch the label of the next line.
 */
export const besideLines = (
  lines: readonly { readonly x: number; readonly width: number }[],
  right: number,
): number[] => {
  const gap = 6
  const lefts = lines.map(({ x }) => x + gap)
  const order = lines
    .map((_, index) => index)
    .sort((a, b) => (lines[b]?.x ?? 0) - (lines[a]?.x ?? 0))
  let free = right
  for (const index of order) {
    const { x, width } = lines[index] ?? { x: 0, width: 0 }
    const left = x + gap + width > free ? x - gap - width : x + gap
    lefts[index] = left
    free = Math.min(x, left) - gap
  }
  return lefts
}

/** A dashed vertical for each of `marks`, its words at the top on the side where there is room. */
export const drawVerticals = (chart: Chart, tokens: ChartTokens, marks: readonly Mark[]): void => {
  const { ctx, chartArea } = chart
  ctx.save()
  setFont(ctx, tokens, 500)
  const lines = marks
    .map((mark) => ({
      ...mark,
      x: Math.round(chart.scales['x']?.getPixelForValue(mark.at) ?? Number.NaN) + 0.5,
      width: ctx.measureText(mark.label).width,
    }))
    .filter(({ x }) => x >= chartArea.left - 1 && x <= chartArea.right + 1)
  const lefts = besideLines(lines, chartArea.right)
  ctx.lineWidth = 1
  ctx.setLineDash([3, 3])
  for (const { x, color } of lines) {
    ctx.strokeStyle = color
    ctx.beginPath()
    ctx.moveTo(x, chartArea.top - 4)
    ctx.lineTo(x, chartArea.bottom)
    ctx.stroke()
  }
  lines.forEach(({ label, color }, index) => {
    write(chart, tokens, label, lefts[index] ?? 0, chartArea.top - 10, color)
  })
  ctx.restore()
}

/** A dashed horizontal at the level `mark.at`, its words above its right end. */
export const drawLevel = (chart: Chart, tokens: ChartTokens, mark: Mark): void => {
  const { ctx, chartArea } = chart
  const y = Math.round(chart.scales['y']?.getPixelForValue(mark.at) ?? Number.NaN) + 0.5
  if (!(y >= chartArea.top - 1 && y <= chartArea.bottom + 1)) return
  ctx.save()
  ctx.strokeStyle = mark.color
  ctx.lineWidth = 1.5
  ctx.setLineDash([6, 4])
  ctx.beginPath()
  ctx.moveTo(chartArea.left, y)
  ctx.lineTo(chartArea.right, y)
  ctx.stroke()
  setFont(ctx, tokens, 600)
  ctx.setLineDash([])
  const above = y - 10 > chartArea.top + 6
  write(chart, tokens, mark.label, chartArea.left + 6, above ? y - 10 : y + 10, mark.color)
  ctx.restore()
}

/** Heights from the top down, at least `gap` apart and none below `bottom`, each as near its own of `heights` (sorted) as that allows. */
export const spread = (heights: readonly number[], gap: number, bottom: number): number[] => {
  const down: number[] = []
  for (const height of heights)
    down.push(Math.max(height, (down.at(-1) ?? Number.NEGATIVE_INFINITY) + gap))
  return down.map((height, index) => Math.min(height, bottom - gap * (down.length - 1 - index)))
}

/** Words to the right of the plot, moved apart where they would overlap. */
export const drawEndLabels = (
  chart: Chart,
  tokens: ChartTokens,
  labels: readonly EndLabel[],
): void => {
  const { ctx, chartArea } = chart
  const scale = chart.scales['y']
  if (!scale) return
  ctx.save()
  setFont(ctx, tokens, 600)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  const placed = labels
    .map((entry) => ({ ...entry, y: scale.getPixelForValue(entry.value) }))
    .sort((a, b) => a.y - b.y)
  const heights = spread(
    placed.map(({ y }) => y),
    14,
    chartArea.bottom + 4,
  )
  placed.forEach((entry, index) => {
    ctx.fillStyle = entry.color
    ctx.fillText(entry.label, chartArea.right + 6, heights[index] ?? entry.y)
  })
  ctx.restore()
}

/** Room the longest label needs to the right of the plot, pixels. */
export const labelRoom = (labels: readonly EndLabel[], tokens: ChartTokens): number => {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null || labels.length === 0) return 8
  context.font = `600 11px ${tokens.font}`
  return Math.ceil(Math.max(...labels.map(({ label }) => context.measureText(label).width))) + 10
}

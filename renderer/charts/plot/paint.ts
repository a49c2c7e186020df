import { dollarsShort } from '../../lib/format.ts'
import { hatchFill, partFill } from '../hatch.ts'
import type { ChartTokens, SourceStyle } from '../tokens.ts'
import { besideLines, niceAxis, type Plot } from './plot.ts'

/** Maps the plot's values to positions on a canvas of this size in CSS pixels. */
const layOut = (plot: Plot, width: number, height: number) => {
  const [left, right, top, bottom] = [58, width - 12, 26, height - 24]
  const { from, to, step } = niceAxis(plot.least, plot.most, Math.max(2, Math.round(height / 64)))
  const [first, last] = [plot.x.at(0) ?? 0, plot.x.at(-1) ?? 1]
  const apart = (plot.stack ?? []).length > 0 ? 0.5 : 0
  const scale = (right - left) / (Math.max(1e-9, last - first + 2 * apart) || 1)
  const rise = (bottom - top) / (to - from)
  return {
    left,
    right,
    top,
    bottom,
    ticks: Array.from(
      { length: Math.round((to - from) / step) + 1 },
      (_, index) => from + index * step,
    ),
    /** Pixels between neighboring bars; 0 without bars. */
    pitch: apart > 0 ? scale : 0,
    x: (value: number) => left + (value - first + apart) * scale,
    y: (value: number) => bottom - (value - from) * rise,
    /** The value at a pixel. */
    valueAt: (pixel: number) => first - apart + (pixel - left) / scale,
  }
}
export type PlotLayout = ReturnType<typeof layOut>

type Context = CanvasRenderingContext2D

/** Patterns by style and surface. */
const fills = new Map<string, string | CanvasPattern>()
const fillOf = (style: SourceStyle, surface: string): string | CanvasPattern => {
  const key = `${style.color}${style.hatch}${surface}`
  const fill = fills.get(key) ?? hatchFill(style, surface)
  fills.set(key, fill)
  return fill
}

/** Bar width in pixels. Bars in an unbroken block overlap slightly, so that no seam shows. */
const barWidth = ({ unbroken = false }: Plot, pitch: number): number =>
  Math.max(1, unbroken ? pitch + 0.5 : pitch > 6 ? pitch - 1.5 : pitch)

/** Draws all bars of one source as one path, because a fill per bar is slow. */
const paintBars = (context: Context, plot: Plot, layout: PlotLayout, surface: string) => {
  const { pitch, x, y } = layout
  const wide = barWidth(plot, pitch)
  const up = new Float64Array(plot.x.length)
  const down = new Float64Array(plot.x.length)
  for (const { values, style } of plot.stack ?? []) {
    context.beginPath()
    for (let index = 0; index < plot.x.length; index += 1) {
      const value = values[index] ?? 0
      if (value === 0 || Number.isNaN(value)) continue
      const base = value > 0 ? up : down
      const from = base[index] ?? 0
      base[index] = from + value
      const [y0, y1] = [y(from), y(from + value)]
      context.rect(x(plot.x[index] ?? 0) - wide / 2, Math.min(y0, y1), wide, Math.abs(y1 - y0))
    }
    context.fillStyle = fillOf(style, surface)
    context.fill()
  }
}

/** Draws the hatched part of the bars. */
const paintPart = (context: Context, plot: Plot, layout: PlotLayout, surface: string) => {
  const { pitch, x, y } = layout
  if (!plot.part) return
  const { low, high, color } = plot.part
  const wide = barWidth(plot, pitch)
  context.beginPath()
  for (let index = 0; index < plot.x.length; index += 1) {
    const [from, to] = [low[index] ?? 0, high[index] ?? 0]
    // Skips parts smaller than one pixel, where a hatch would not show.
    if (!(y(from) - y(to) >= 1)) continue
    context.rect(x(plot.x[index] ?? 0) - wide / 2, y(to), wide, y(from) - y(to))
  }
  context.fillStyle = partFill(color, surface)
  context.fill()
}

/** Draws the frame around the years before the first income. */
const paintBefore = (context: Context, plot: Plot, layout: PlotLayout, tokens: ChartTokens) => {
  const { bottom, top, left, pitch, x } = layout
  const right = plot.before ? x(plot.before.until) - pitch / 2 - 2 : left
  if (!plot.before || right - left < 6) return
  context.save()
  context.strokeStyle = tokens.muted
  context.lineWidth = 1
  context.setLineDash([2, 3])
  context.strokeRect(left + 1.5, top + 0.5, right - left - 2, bottom - top - 1)
  if (right - left >= 16) {
    context.fillStyle = tokens.muted
    context.font = `11px ${tokens.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.translate((left + right) / 2, (top + bottom) / 2)
    context.rotate(-Math.PI / 2)
    context.fillText(plot.before.label, 0, 0)
  }
  context.restore()
}

/**
 * With at least this many points per pixel column, only the first, lowest, highest and last are
 * drawn. The image is the same, but drawn faster.
 */
const crowded = 4

/** Adds `values` to the path, left to right or reversed. Gaps interrupt the line. */
const trace = (
  context: Context,
  { x: xs }: Plot,
  values: Float64Array,
  { x, y, left, right }: PlotLayout,
) => {
  let isOpen = false
  const to = (px: number, py: number) => {
    if (isOpen) context.lineTo(px, py)
    else context.moveTo(px, py)
    isOpen = true
  }
  if (xs.length <= crowded * (right - left)) {
    for (let index = 0; index < xs.length; index += 1) {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value)) isOpen = false
      else to(x(xs[index] ?? 0), y(value))
    }
    return
  }
  const [origin, zero] = [x(0), y(0)]
  const [scale, rise] = [x(1) - origin, y(1) - zero]
  let [column, least, most, last] = [Number.NaN, 0, 0, 0]
  const close = () => {
    if (Number.isNaN(column)) return
    if (least !== most) {
      to(column, zero + least * rise)
      to(column, zero + most * rise)
    }
    to(column, zero + last * rise)
  }
  for (let index = 0; index < xs.length; index += 1) {
    const value = values[index] ?? Number.NaN
    if (value !== value) {
      close()
      column = Number.NaN
      isOpen = false
      continue
    }
    const at = Math.round(origin + (xs[index] ?? 0) * scale)
    if (at === column) {
      if (value < least) least = value
      else if (value > most) most = value
    } else {
      close()
      to(at, zero + value * rise)
      column = at
      least = value
      most = value
    }
    last = value
  }
  close()
}

/** Adds `values` to the path as steps as wide as a bar. */
const traceSteps = (
  context: Context,
  { x: xs }: Plot,
  values: Float64Array,
  { x, y, pitch }: PlotLayout,
) => {
  let isOpen = false
  for (let index = 0; index < xs.length; index += 1) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) {
      isOpen = false
      continue
    }
    const [at, height] = [x(xs[index] ?? 0), y(value)]
    if (isOpen) context.lineTo(at - pitch / 2, height)
    else context.moveTo(at - pitch / 2, height)
    context.lineTo(at + pitch / 2, height)
    isOpen = true
  }
}

const paintBand = (
  context: Context,
  { x: xs }: Plot,
  { x, y }: PlotLayout,
  low: Float64Array,
  high: Float64Array,
) => {
  const both = Array.from(xs.keys()).filter(
    (index) => !Number.isNaN(low[index]) && !Number.isNaN(high[index]),
  )
  const to = (values: Float64Array) => (index: number) =>
    context.lineTo(x(xs[index] ?? 0), y(values[index] ?? 0))
  context.beginPath()
  both.forEach(to(high))
  both.toReversed().forEach(to(low))
  context.closePath()
  context.fill()
}

const paintAxes = (context: Context, plot: Plot, layout: PlotLayout, tokens: ChartTokens) => {
  const { left, right, bottom, ticks, x, y } = layout
  context.font = `11px ${tokens.font}`
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const tick of ticks) {
    const at = Math.round(y(tick)) + 0.5
    context.fillStyle = tick === 0 ? tokens.axis : tokens.grid
    context.fillRect(left, at - 0.5, right - left, 1)
    context.fillStyle = tokens.muted
    context.fillText(dollarsShort(tick), left - 8, at)
  }
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.fillStyle = tokens.muted
  const [first, last] = [plot.x.at(0) ?? 0, plot.x.at(-1) ?? 0]
  const room = context.measureText(plot.xWords(last)).width + 22
  const fits = Math.max(1, Math.floor((right - left) / room))
  const step =
    [1, 2, 5, 10, 20, 25, 50].find(
      (each) => each >= (plot.ticks ?? 1) && (last - first) / each <= fits,
    ) ?? 100
  for (let tick = Math.ceil(first / step) * step; tick <= last + 1e-9; tick += step) {
    context.fillText(plot.xWords(tick), x(tick), bottom + 17)
  }
}

const paintWords = (context: Context, plot: Plot, layout: PlotLayout, tokens: ChartTokens) => {
  const { left, right, top, bottom, x, y } = layout
  const write = (words: string, px: number) => {
    context.fillStyle = tokens.surface
    context.globalAlpha = 0.86
    context.fillRect(px - 3, top - 22, context.measureText(words).width + 6, 16)
    context.globalAlpha = 1
    context.fillStyle = tokens.muted
    context.fillText(words, px, top - 14)
  }
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineWidth = 1.5
  const rule = (x0: number, y0: number, x1: number, y1: number) => {
    context.beginPath()
    context.moveTo(x0, y0)
    context.lineTo(x1, y1)
    context.stroke()
  }
  if (plot.level) {
    const at = Math.round(y(plot.level.at)) + 0.5
    context.setLineDash([5, 4])
    context.strokeStyle = plot.level.color
    rule(left, at, right, at)
  }
  context.lineWidth = 1
  context.setLineDash([3, 3])
  context.font = `500 11px ${tokens.font}`
  const lines = plot.marks
    .map((mark) => ({ ...mark, x: x(mark.at), width: context.measureText(mark.label).width }))
    .filter((mark) => mark.x >= left - 1 && mark.x <= right + 1)
  const lefts = besideLines(lines, right)
  lines.forEach((mark, index) => {
    const at = Math.round(mark.x) + 0.5
    context.strokeStyle = tokens.muted
    rule(at, top - 8, at, bottom)
    write(mark.label, lefts[index] ?? 0)
  })
  context.setLineDash([])
}

/** Draws `plot` on a canvas of `width` × `height` CSS pixels, replacing the previous drawing. */
export const paint = (
  context: Context,
  plot: Plot,
  tokens: ChartTokens,
  width: number,
  height: number,
): PlotLayout => {
  const layout = layOut(plot, width, height)
  context.clearRect(0, 0, width, height)
  paintAxes(context, plot, layout, tokens)
  for (const { low, high, color } of plot.bands ?? []) {
    context.fillStyle = color
    paintBand(context, plot, layout, low, high)
  }
  paintBefore(context, plot, layout, tokens)
  paintBars(context, plot, layout, tokens.surface)
  paintPart(context, plot, layout, tokens.surface)
  context.lineJoin = 'round'
  for (const line of plot.lines) {
    context.strokeStyle = line.color
    context.lineWidth = line.width
    context.setLineDash([...line.dash])
    context.beginPath()
    if (line.steps) traceSteps(context, plot, line.values, layout)
    else trace(context, plot, line.values, layout)
    context.stroke()
  }
  context.setLineDash([])
  paintWords(context, plot, layout, tokens)
  return layout
}

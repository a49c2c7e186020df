import { dollarsShort } from '../../lib/format.ts'
import { hatchFill } from '../hatch.ts'
import { besideLines } from '../marks.ts'
import type { ChartTokens, SourceStyle } from '../tokens.ts'
import { niceAxis, type Plot, type PlotBar } from './plot.ts'

/** Position of a plot's values on a canvas of a size in CSS pixels. */
export interface PlotLayout {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly ticks: readonly number[]
  /** Pixels from one bar to the next; 0 without bars. */
  readonly pitch: number
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** The value under a pixel. */
  readonly valueAt: (pixel: number) => number
}

export const layOut = (plot: Plot, width: number, height: number): PlotLayout => {
  const [left, right, top, bottom] = [58, width - 12, 26, height - 24]
  const { from, to, step } = niceAxis(plot.least, plot.most, Math.max(2, Math.round(height / 64)))
  const [first, last] = [plot.x.at(0) ?? 0, plot.x.at(-1) ?? 1]
  const apart = plot.stack.length > 0 ? 0.5 : 0
  const span = Math.max(1e-9, last - first + 2 * apart) || 1
  const scale = (right - left) / span
  const rise = (bottom - top) / (to - from)
  return {
    ...{ left, right, top, bottom },
    ticks: Array.from(
      { length: Math.round((to - from) / step) + 1 },
      (_, index) => from + index * step,
    ),
    pitch: apart > 0 ? scale : 0,
    x: (value) => left + (value - first + apart) * scale,
    y: (value) => bottom - (value - from) * rise,
    valueAt: (pixel) => first - apart + (pixel - left) / scale,
  }
}

type Context = CanvasRenderingContext2D

/** Patterns, made once per style and surface. */
const fills = new Map<string, string | CanvasPattern>()
const fillOf = (style: SourceStyle, surface: string): string | CanvasPattern => {
  const key = `${style.color}${style.hatch}${surface}`
  const known = fills.get(key)
  if (known !== undefined) return known
  const made = hatchFill(style, surface)
  fills.set(key, made)
  return made
}

/** Draws all bars of one source in one path: a fill per bar would change the state for each age. */
const paintBars = (context: Context, plot: Plot, layout: PlotLayout, surface: string): void => {
  const { pitch, x, y } = layout
  const wide = Math.max(1, pitch > 6 ? pitch - 1.5 : pitch)
  const up = new Float64Array(plot.x.length)
  const down = new Float64Array(plot.x.length)
  const paintOne = ({ values, style }: PlotBar): void => {
    context.beginPath()
    for (let index = 0; index < plot.x.length; index += 1) {
      const value = values[index] ?? 0
      if (!(value !== 0) || Number.isNaN(value)) continue
      const base = value > 0 ? up : down
      const from = base[index] ?? 0
      base[index] = from + value
      const [y0, y1] = [y(from), y(from + value)]
      context.rect(x(plot.x[index] ?? 0) - wide / 2, Math.min(y0, y1), wide, Math.abs(y1 - y0))
    }
    context.fillStyle = fillOf(style, surface)
    context.fill()
  }
  plot.stack.forEach(paintOne)
}

/** From this many points per pixel column, only the first, least, most and last are drawn: the same image, sooner. */
const crowded = 4

/** Adds `values` to the path from left to right, or back; gaps interrupt the line. */
const trace = (
  context: Context,
  { x: xs }: Plot,
  values: Float64Array,
  { x, y, left, right }: PlotLayout,
): void => {
  let isOpen = false
  const to = (px: number, py: number): void => {
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
  const close = (): void => {
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

const paintBand = (
  context: Context,
  plot: Plot,
  layout: PlotLayout,
  low: Float64Array,
  high: Float64Array,
): void => {
  context.beginPath()
  const { x, y } = layout
  const both = Array.from(plot.x.keys()).filter(
    (index) => !Number.isNaN(low[index] ?? Number.NaN) && !Number.isNaN(high[index] ?? Number.NaN),
  )
  both.forEach((index, order) => {
    const [px, py] = [x(plot.x[index] ?? 0), y(high[index] ?? 0)]
    if (order === 0) context.moveTo(px, py)
    else context.lineTo(px, py)
  })
  both.toReversed().forEach((index) => context.lineTo(x(plot.x[index] ?? 0), y(low[index] ?? 0)))
  context.closePath()
  context.fill()
}

const paintAxes = (context: Context, plot: Plot, layout: PlotLayout, tokens: ChartTokens): void => {
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
  const step = [1, 2, 5, 10, 20, 25, 50].find((each) => (last - first) / each <= fits) ?? 100
  for (let tick = Math.ceil(first / step) * step; tick <= last + 1e-9; tick += step) {
    context.fillText(plot.xWords(tick), x(tick), bottom + 17)
  }
}

const paintWords = (
  context: Context,
  plot: Plot,
  layout: PlotLayout,
  tokens: ChartTokens,
): void => {
  const { left, right, top, bottom, x, y } = layout
  const write = (words: string, px: number, py: number, color: string): void => {
    context.fillStyle = tokens.surface
    context.globalAlpha = 0.86
    context.fillRect(px - 3, py - 8, context.measureText(words).width + 6, 16)
    context.globalAlpha = 1
    context.fillStyle = color
    context.fillText(words, px, py)
  }
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineWidth = 1.5
  for (const { at, color } of plot.levels) {
    context.setLineDash([5, 4])
    context.strokeStyle = color
    context.beginPath()
    context.moveTo(left, Math.round(y(at)) + 0.5)
    context.lineTo(right, Math.round(y(at)) + 0.5)
    context.stroke()
  }
  context.lineWidth = 1
  context.setLineDash([3, 3])
  context.font = `500 11px ${tokens.font}`
  const lines = plot.marks
    .map((mark) => ({ ...mark, x: x(mark.at), width: context.measureText(mark.label).width }))
    .filter((mark) => mark.x >= left - 1 && mark.x <= right + 1)
  const lefts = besideLines(lines, right)
  lines.forEach((mark, index) => {
    context.strokeStyle = tokens.muted
    context.beginPath()
    context.moveTo(Math.round(mark.x) + 0.5, top - 8)
    context.lineTo(Math.round(mark.x) + 0.5, bottom)
    context.stroke()
    write(mark.label, lefts[index] ?? 0, top - 14, tokens.muted)
  })
  context.setLineDash([])
}

/** Draws `plot` on a canvas of `width` × `height` CSS pixels, over its former content. */
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
  for (const { low, high, color } of plot.bands) {
    context.fillStyle = color
    paintBand(context, plot, layout, low, high)
  }
  paintBars(context, plot, layout, tokens.surface)
  context.lineJoin = 'round'
  for (const line of plot.lines) {
    context.strokeStyle = line.color
    context.lineWidth = line.width
    context.setLineDash([...line.dash])
    context.beginPath()
    trace(context, plot, line.values, layout)
    context.stroke()
  }
  context.setLineDash([])
  paintWords(context, plot, layout, tokens)
  return layout
}

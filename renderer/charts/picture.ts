import type { ChartConfiguration } from 'chart.js'
import { dollarsShort } from '../lib/format.ts'
import type { ChartTokens } from './tokens.ts'

/** A value at a place; for a category axis the place is the category's index. */
export interface Point {
  readonly x: number
  readonly y: number
}

export type LinePicture = ChartConfiguration<'line', Point[]>
export type BarPicture = ChartConfiguration<'bar', Point[]>
export type Picture = LinePicture | BarPicture

/** An entry of a legend. `line` draws a stroke, `fill` a square. */
export interface LegendEntry {
  readonly label: string
  readonly color: string
  readonly shape: 'line' | 'dashed' | 'fill' | 'band'
  /** CSS background laid over the colour; `none` for plain. */
  readonly hatch: string
}

/** A line of a readout: what it is, how it is drawn, and its figures under the cursor, one a column. */
export interface ReadoutRow {
  readonly key: string
  readonly label: string
  readonly swatch: Pick<LegendEntry, 'color' | 'shape' | 'hatch'>
  readonly cells: readonly string[]
  readonly strong?: boolean
  /** Keys of the accounts that can be hidden by this row. */
  readonly accounts?: readonly string[]
}

/** What every picture has in common: no animation, numbers taken as they are, quiet axes. */
export const commonOptions = (tokens: ChartTokens) =>
  ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: true,
    font: { family: tokens.font, size: 11 },
    interaction: { mode: 'index', intersect: false },
  }) as const

export const tooltipColors = (tokens: ChartTokens) =>
  ({
    backgroundColor: tokens.surface,
    titleColor: tokens.text,
    bodyColor: tokens.text,
    footerColor: tokens.muted,
    borderColor: tokens.axis,
    borderWidth: 1,
    padding: 10,
    cornerRadius: 6,
    boxPadding: 4,
    boxWidth: 10,
    boxHeight: 10,
    titleFont: { family: tokens.font, size: 12, weight: 600 },
    bodyFont: { family: tokens.font, size: 12 },
    footerFont: { family: tokens.font, size: 12, weight: 600 },
  }) as const

/** Ticks in short dollars, light lines, no border; pictures given the same `suggestedMax` have the same axis. */
export const moneyAxis = (tokens: ChartTokens, suggestedMax?: number) =>
  ({
    beginAtZero: true,
    ...(suggestedMax === undefined ? {} : { suggestedMax }),
    border: { display: false },
    grid: { color: tokens.grid, drawTicks: false },
    ticks: {
      color: tokens.muted,
      padding: 8,
      maxTicksLimit: 6,
      font: { family: tokens.font, size: 11 },
      callback: (value: string | number) => dollarsShort(Number(value)),
    },
  }) as const

/** Title and ticks of an axis along the bottom. */
export const bottomAxis = (tokens: ChartTokens, title: string) =>
  ({
    border: { color: tokens.axis },
    grid: { display: false },
    title: {
      display: title !== '',
      text: title,
      color: tokens.muted,
      font: { family: tokens.font, size: 11 },
    },
    ticks: {
      color: tokens.muted,
      maxRotation: 0,
      autoSkipPadding: 14,
      font: { family: tokens.font, size: 11 },
    },
  }) as const

/** Which of the two a strategy is; decides its colour and its stroke. */
type Role = 'current' | 'revised'

/** A strategy's picture data with the part it plays. */
export interface Played<T> {
  readonly role: Role
  /** What the strategy is called on screen. */
  readonly name: string
  readonly view: T
}

import type { ChartConfiguration } from 'chart.js'
import { dollarsShort } from '../lib/format.ts'
import type { ChartTokens } from './tokens.ts'

/** A value at a place; on a category axis the place is the category's index. */
export interface Point {
  readonly x: number
  readonly y: number
}

type LinePicture = ChartConfiguration<'line', Point[]>
export type BarPicture = ChartConfiguration<'bar', Point[]>
export type Picture = LinePicture | BarPicture

/** An entry of a legend. `line` draws a stroke, `fill` a square. */
export interface LegendEntry {
  readonly label: string
  readonly color: string
  readonly shape: 'line' | 'dashed' | 'fill' | 'band'
  /** CSS background over the color; `none` for plain. */
  readonly hatch: string
}

/** A row of a readout: its label, its look, and its figures under the cursor, one per column. */
export interface ReadoutRow {
  readonly key: string
  readonly label: string
  readonly swatch: Pick<LegendEntry, 'color' | 'shape' | 'hatch'>
  readonly cells: readonly string[]
  readonly strong?: boolean
  /** Keys of the accounts that this row can hide. */
  readonly accounts?: readonly string[]
}

/** Common to every chart: no animation, numbers as they are, quiet axes. */
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

/** Ticks in short dollars, light lines, no border; charts with the same `suggestedMax` share an axis. */
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

/** The strategy's role, which sets its color and stroke. */
type Role = 'current' | 'revised'

/** A strategy's chart data with its role. */
export interface Played<T> {
  readonly role: Role
  /** The strategy's name on screen. */
  readonly name: string
  readonly view: T
}

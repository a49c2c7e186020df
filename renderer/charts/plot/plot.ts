import type { Cell } from '../figures.ts'
import type { SourceStyle } from '../tokens.ts'

/** A chart over ages or time, stored as columns and drawn by `paint.ts`. Values are dollars; `NaN` is a gap. */
export interface Plot {
  /** Ascending: whole years of age, or years of calendar time. */
  readonly x: Float64Array
  readonly xWords: (x: number) => string
  /** Smallest distance between ticks; 1 by default. */
  readonly ticks?: number
  /** Stacked bars, with the first at the bottom; negative bars extend downward. */
  readonly stack?: readonly { readonly values: Float64Array; readonly style: SourceStyle }[]
  /** Draws the stack as one block, without gaps between ages. */
  readonly unbroken?: boolean
  /** A hatched part of the bars, from `low` to `high`, which shows taxes. */
  readonly part?: {
    readonly low: Float64Array
    readonly high: Float64Array
    readonly color: string
  } | null
  /** Ages before `until` have no values yet; `label` says why. */
  readonly before?: { readonly until: number; readonly label: string } | null
  readonly bands?: readonly {
    readonly low: Float64Array
    readonly high: Float64Array
    readonly color: string
  }[]
  readonly lines: readonly {
    readonly values: Float64Array
    readonly color: string
    readonly width: number
    readonly dash: readonly number[]
    /** Draws a level step at each bar instead of a line between points. */
    readonly steps?: boolean
  }[]
  /** A dashed horizontal line, which shows the goal. */
  readonly level?: { readonly at: number; readonly color: string } | null
  /** Dashed vertical lines with labels. */
  readonly marks: readonly { readonly at: number; readonly label: string }[]
  /** The axis must include `least` and `most`. */
  readonly least: number
  readonly most: number
}

/** A row of the readout: its label, its style, and its figures under the cursor, one per column. */
export interface ReadoutRow {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly shape: 'line' | 'dashed' | 'fill' | 'hatch' | 'none'
  /** A CSS background over the color. */
  readonly hatch?: string
  readonly cells: readonly Cell[]
  readonly strong?: boolean
  /** Keys of the accounts that this row can hide. */
  readonly accounts?: readonly string[]
}

/**
 * The left edge of each label in pixels, in the given order. A label is to the right of its line at `x`, or to the left
 * if it would pass `right` or touch the next line's label.
 */
export const besideLines = (
  lines: readonly { readonly x: number; readonly width: number }[],
  right: number,
): number[] => {
  const gap = 6
  const lefts = lines.map(({ x }) => x + gap)
  let free = right
  for (const [index, { x, width }] of [...lines.entries()].toSorted(([, a], [, b]) => b.x - a.x)) {
    const left = x + gap + width > free ? x - gap - width : x + gap
    lefts[index] = left
    free = Math.min(x, left) - gap
  }
  return lefts
}

/**
 * The two ends and the step for an axis from `least` to `most`, with about `wanted` round steps.
 */
export const niceAxis = (least: number, most: number, wanted: number) => {
  const span = Math.max(1, most - least)
  const rough = span / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  return { from: Math.floor(least / step) * step, to: Math.ceil(most / step) * step, step }
}

/** The least and greatest finite values, or zero if it lies outside them. */
export const rangeOf = (columns: readonly Float64Array[]) => {
  let [least, most] = [0, 0]
  for (const column of columns)
    for (const value of column) {
      if (value < least) least = value
      if (value > most) most = value
    }
  return { least, most }
}

/** Index of the value nearest to `at`; -1 if `xs` is empty. `xs` ascends. */
export const nearestIndex = (xs: Float64Array, at: number): number => {
  let [low, high] = [0, xs.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  if (high <= 0) return high
  return at - (xs[low - 1] ?? 0) <= (xs[low] ?? 0) - at ? low - 1 : low
}

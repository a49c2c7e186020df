import type { SourceStyle } from '../tokens.ts'

/** A picture over ages or over time, as columns: what `paint.ts` draws. Values are dollars; `NaN` is a gap. */
export interface Plot {
  /** Ascending: whole years of age, or calendar time in years. */
  readonly x: Float64Array
  readonly xWords: (x: number) => string
  /** Bars on top of each other, the first at the bottom; below zero downwards. */
  readonly stack: readonly PlotBar[]
  readonly bands: readonly PlotBand[]
  readonly lines: readonly PlotLine[]
  /** Levels across the plot: the need. */
  readonly levels: readonly {
    readonly at: number
    readonly label: string
    readonly color: string
  }[]
  /** Dashed verticals with words. */
  readonly marks: readonly { readonly at: number; readonly label: string }[]
  /** Least and most that the axis has to hold. */
  readonly least: number
  readonly most: number
}

export interface PlotBar {
  readonly values: Float64Array
  readonly style: SourceStyle
}

export interface PlotBand {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly color: string
}

export interface PlotLine {
  readonly values: Float64Array
  readonly color: string
  readonly width: number
  readonly dash: readonly number[]
}

/** Ends and step of an axis that holds `least` to `most` in about `wanted` round steps. */
export const niceAxis = (
  least: number,
  most: number,
  wanted = 5,
): { readonly from: number; readonly to: number; readonly step: number } => {
  const span = Math.max(1, most - least)
  const rough = span / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  return { from: Math.floor(least / step) * step, to: Math.ceil(most / step) * step, step }
}

/** Least and most of all finite values, with zero among them. */
export const rangeOf = (
  columns: readonly Float64Array[],
): { readonly least: number; readonly most: number } => {
  let [least, most] = [0, 0]
  for (const column of columns) {
    for (const value of column) {
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return { least, most }
}

/** The index of the `x` nearest to `at`; -1 where there is none. `xs` ascends. */
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

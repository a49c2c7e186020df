import type { SourceStyle } from '../tokens.ts'

/** A chart over ages or time as columns, drawn by `paint.ts`. Values are dollars; `NaN` is a gap. */
export interface Plot {
  /** Ascending: whole years of age, or calendar time in years. */
  readonly x: Float64Array
  readonly xWords: (x: number) => string
  /** Stacked bars, the first at the bottom; negative ones go down. */
  readonly stack: readonly PlotBar[]
  readonly bands: readonly PlotBand[]
  readonly lines: readonly PlotLine[]
  /** Horizontal lines: the need. */
  readonly levels: readonly {
    readonly at: number
    readonly label: string
    readonly color: string
  }[]
  /** Dashed vertical lines with labels. */
  readonly marks: readonly { readonly at: number; readonly label: string }[]
  /** Least and most values that must fit the axis. */
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

/** Ends and step of an axis from `least` to `most` in about `wanted` round steps. */
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

/** Least and most of all finite values and zero. */
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

/** The index of the `x` nearest to `at`; -1 if there is none. `xs` ascends. */
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

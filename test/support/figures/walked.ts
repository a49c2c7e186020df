/** What a walk through the page finds; see `page-walk.ts`. */

/** A figure as shown in one place on screen. */
export interface Reading {
  readonly id: string
  readonly text: string
  readonly where: string
}

/** Everything found since the last `take`. */
export interface Walked {
  /** Each figure with each of its texts, as first seen. */
  readonly readings: readonly Reading[]
  /** A sentence for each sum that differs from the total of its parts. */
  readonly faults: readonly string[]
  /** Every dollar amount in any text, whether it is a figure or not. */
  readonly dollars: readonly string[]
}

/** A table on screen, and a copy of it as a file. */
export interface CopiedTable {
  readonly name: string
  readonly format: 'CSV' | 'JSON'
  readonly text: string
  /** The number of rows including the head, rendered or not. */
  readonly rows: number
  /** The figures that are rendered; the head is row 0. */
  readonly cells: readonly {
    readonly row: number
    readonly column: number
    readonly id: string
    readonly text: string
  }[]
}

/** A pressed figure and its explanation, as copied to the clipboard. */
export interface Explained {
  readonly id: string
  readonly shown: string
  readonly text: string
}

/** What a walk through the page brings back, see `page-walk.ts`. */

/** A figure as some place on screen shows it. */
export interface Reading {
  readonly id: string
  readonly text: string
  readonly where: string
}

/** What a walk found, since the last `take`. */
export interface Walked {
  /** The first place of each text of each figure. */
  readonly readings: readonly Reading[]
  /** Sums that are not that of their parts, and amounts without the id of a figure, in sentences. */
  readonly faults: readonly string[]
  /** Every amount in dollars in any text that was read, figures or not. */
  readonly dollars: readonly string[]
}

/** A table on screen, and a copy of it as a file. */
export interface CopiedTable {
  readonly name: string
  readonly format: 'CSV' | 'JSON'
  readonly text: string
  /** Rows of the table with its head, on screen or not. */
  readonly rows: number
  /** The figures on screen; the head is row 0. */
  readonly cells: readonly {
    readonly row: number
    readonly column: number
    readonly id: string
    readonly text: string
  }[]
}

/** A pressed figure and the text of its explanation, as it goes to the clipboard. */
export interface Explained {
  readonly id: string
  readonly shown: string
  readonly text: string
}

import type { ReadingWarning } from './profile.ts'

/** The place that a remark is about. */
export interface Place {
  readonly line: number
  readonly column: number
}

const wholeFile: Place = { line: 0, column: 0 }

/** Collects remarks in the order of the file, at most `limit` of them, and counts the rest. */
export class Remarks {
  readonly #limit: number
  readonly #kept: ReadingWarning[] = []
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add({ line, column }: Place, message: string): void {
    if (this.#kept.length < this.#limit) this.#kept.push({ line, column, message })
    else this.#dropped += 1
  }

  all(): ReadingWarning[] {
    const sorted = this.#kept.toSorted((a, b) => a.line - b.line || a.column - b.column)
    if (this.#dropped === 0) return sorted
    return [
      ...sorted,
      { ...wholeFile, message: `${this.#dropped} further remarks are not listed.` },
    ]
  }
}

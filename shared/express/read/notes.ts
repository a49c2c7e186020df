import type { ReadingNote } from '../reading.ts'

/**
 * The path of a value in a response. It is stored as a linked chain, because only the few paths
 * with a note are ever written as text.
 */
export interface AnswerPlace {
  readonly parent: AnswerPlace | null
  readonly key: string | number
  readonly notes: Notes
}

/** Maximum number of notes; the rest are only counted. */
const maxNotes = 200

/** The path as text, for example `StrategyOutput[0].Percentile[2]`; empty for the root. */
const pathOf = (place: AnswerPlace): string => {
  const parts: string[] = []
  let at = place
  while (at.parent) {
    parts.unshift(typeof at.key === 'number' ? `[${at.key}]` : `.${at.key}`)
    at = at.parent
  }
  return parts.join('').replace(/^\./, '')
}

/** A response with more entries than a reading may hold. */
export class TooMany extends Error {
  override readonly name = 'TooMany'
}

/**
 * How much one reading may hold: a list's entry costs ten, a value of unspecified shape one. The answer of a household
 * with 40 accounts costs 20,000. Main copies, checks and saves a reading, and must not be blocked by it.
 */
const mostHeld = 100_000

/** Collects deviations while one response is read, and limits what its reading holds. */
export class Notes {
  readonly #kept: ReadingNote[] = []
  #more = 0
  #left = mostHeld

  /** Counts what the reading holds; throws {@link TooMany}. */
  hold(cost: number): void {
    this.#left -= cost
    if (this.#left < 0) throw new TooMany('the answer has more entries than a reading may hold')
  }

  add(place: AnswerPlace, message: string): void {
    if (this.#kept.length < maxNotes) this.#kept.push({ path: pathOf(place), message })
    else this.#more += 1
  }

  /** All notes in the order of reading; the last one says how many were left out. */
  list(): ReadingNote[] {
    return this.#more === 0
      ? [...this.#kept]
      : [...this.#kept, { path: '', message: `and ${this.#more} more` }]
  }
}

/** The root of a reading, with a fresh set of notes. */
export const rootPlace = (): AnswerPlace => ({ parent: null, key: '', notes: new Notes() })

export const inside = (place: AnswerPlace, key: string | number): AnswerPlace => ({
  parent: place,
  key,
  notes: place.notes,
})

/** The costs of {@link Notes.hold}. */
export const entryCost = 10
export const valueCost = 1

export const note = (place: AnswerPlace, message: string): void => place.notes.add(place, message)

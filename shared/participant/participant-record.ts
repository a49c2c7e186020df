import type { Said } from '../figures/figure.ts'
import type { Contribution, ParticipantProfile, ReadingWarning } from './profile.ts'
import type { Captures } from './mapping-lookup.ts'
import type { XmlElement } from './scan-xml.ts'

/** The position in the file that a remark is about. */
export interface Place {
  readonly line: number
  readonly column: number
}

const wholeFile: Place = { line: 0, column: 0 }

/** Collects remarks in the order of the file. It keeps at most `limit` of them and counts the rest. */
export class Remarks {
  readonly #limit: number
  readonly #kept: ReadingWarning[] = []
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds the sentences that are neither `false` nor empty. */
  add({ line, column }: Place, ...sentences: readonly (string | Said | false)[]): void {
    for (const sentence of sentences) {
      if (sentence === false || sentence.length === 0) continue
      const message = typeof sentence === 'string' ? [sentence] : sentence
      if (this.#kept.length < this.#limit) this.#kept.push({ line, column, message })
      else this.#dropped += 1
    }
  }

  all(): ReadingWarning[] {
    const sorted = this.#kept.toSorted((a, b) => a.line - b.line || a.column - b.column)
    const rest = { ...wholeFile, message: [`${this.#dropped} further remarks are not listed.`] }
    return this.#dropped === 0 ? sorted : [...sorted, rest]
  }
}

/** An element that begins a part of a participant, and the texts found for it. */
export interface Found {
  readonly place: XmlElement
  readonly captures: Captures
}

export interface FoundAccount extends Found {
  readonly holdings: Found[]
}

export interface FoundRule extends Found {
  readonly kind: Contribution['kind']
  /** The account that the rule is in; null if it is in none. */
  readonly account: Found | null
}

/**
 * A participant as text; once `hasParticipant` is true, `place` is the position of the
 * participant's own element.
 */
export interface FoundRecord {
  place: XmlElement
  hasParticipant: boolean
  /** Index among all records of the file. */
  readonly number: number
  /** The element that began the record. */
  readonly begunBy: XmlElement
  readonly captures: Captures
  readonly accounts: FoundAccount[]
  readonly pensions: Found[]
  readonly contributions: FoundRule[]
}

/** A participant whose texts were read; each part has the position of the {@link Found} at the same index. */
export interface ReadRecord extends ParticipantProfile {
  readonly found: FoundRecord
}

export const profileOf = ({ found: _found, ...profile }: ReadRecord): ParticipantProfile => profile

/** First and last name, otherwise the UserID, for remarks. */
export const nameOfRecord = (record: ParticipantProfile): string =>
  [record.firstName, record.lastName].filter((part) => part !== '').join(' ') ||
  record.userId ||
  'This participant'

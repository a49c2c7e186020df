import { searchKey, withoutZeros } from '../identity-key.ts'
import { dayOf } from '../moments.ts'
import type { RecordSummary } from './record.ts'
import { lastMade } from './saved.ts'

/** What to look for; an empty text or choice fits every result. */
export interface Sought {
  /** Words, each of which must be in the result. */
  readonly text: string
  readonly kind: string
  readonly outcome: string
  readonly environmentId: string
  readonly tag: string
  /** The first and the last day, YYYY-MM-DD in local time. */
  readonly from: string
  readonly until: string
}

export const anything: Sought = {
  ...{ text: '', kind: '', outcome: '', environmentId: '', tag: '', from: '', until: '' },
}

/** The searched words; a comma or a full stop behind one, as in a date, does not count. */
export const wordsOf = (text: string): readonly string[] =>
  searchKey(text)
    .split(/\s+/)
    .map((word) => word.replace(/[.,]+$/, ''))
    .filter(Boolean)

/** Without apostrophes and leading zeros, which people leave out. */
const looseOf = (key: string): string => withoutZeros(key.replaceAll("'", ''))

/**
 * Finds saved results. `say` gives what a line shows beside names, numbers, plans, notes and tags, such as its date; it
 * is called once for each line.
 */
export const createFinder = (say: (item: RecordSummary) => readonly string[]) => {
  const texts = new WeakMap<RecordSummary, string>()
  const textOf = (item: RecordSummary): string => {
    const known = texts.get(item)
    if (known !== undefined) return known
    const { subject, scenario, tags = [], environment, foundBy } = item
    const people = [subject, ...(subject.among ?? [])]
    const text = [
      ...people.flatMap(({ name, participantId }) => [name, participantId]),
      ...[scenario?.name ?? '', scenario?.note ?? '', environment.name, ...tags, ...say(item)],
    ].join(' ')
    const folded = `${searchKey(text)} ${foundBy}`
    const loose = looseOf(folded)
    const made = loose === folded ? folded : `${folded} ${loose}`
    texts.set(item, made)
    return made
  }
  const isWithin = ({ from, until }: Sought, item: RecordSummary) => {
    if (from === '' && until === '') return true
    const day = dayOf(new Date(lastMade(item)))
    return (from === '' || day >= from) && (until === '' || day <= until)
  }
  return {
    /** The results that fit, in their order. */
    find: (items: readonly RecordSummary[], sought: Sought): readonly RecordSummary[] => {
      const { kind, outcome, environmentId, tag } = sought
      const words = wordsOf(sought.text).map((word) => [word, looseOf(word)] as const)
      return items.filter((item) => {
        if (kind !== '' && item.kind !== kind) return false
        if (outcome !== '' && item.outcome !== outcome) return false
        if (environmentId !== '' && item.environment.id !== environmentId) return false
        if (tag !== '' && item.tags?.includes(tag) !== true) return false
        if (!isWithin(sought, item)) return false
        const text = words.length === 0 ? '' : textOf(item)
        return words.every(([word, loose]) => text.includes(word) || text.includes(loose))
      })
    },
    /** Prepares a line, so that the first search does not wait for it. */
    prepare: (item: RecordSummary): void => void textOf(item),
  }
}

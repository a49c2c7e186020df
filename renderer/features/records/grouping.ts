import { searchKey } from '#shared/identity-key.ts'
import { dayOf } from '#shared/moments.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { lastMade } from '#shared/records/saved.ts'
import { written } from '#shared/strategy/statement/said.ts'
import { screenWriter } from '../../ui/figures/writer.ts'
import { date, dayHeading } from '../../lib/format.ts'
import { kindLooks, subjectName } from './record-words.ts'
import { locale } from '../../lib/locale.ts'

export const wordsOf = (text: string): readonly string[] =>
  searchKey(text).split(/\s+/).filter(Boolean)

const texts = new WeakMap<RecordSummary, string>()
const textOf = (item: RecordSummary) => {
  const known = texts.get(item)
  if (known !== undefined) return known
  const day = new Date(lastMade(item))
  const parts = [
    subjectName(item.subject),
    item.subject.participantId,
    kindLooks[item.kind].label,
    written(item.summary, screenWriter),
    item.scenario?.name ?? '',
    item.scenario?.note ?? '',
    item.environment.name,
    date(item.savedAt),
    date(lastMade(item)),
    day.toLocaleDateString(locale()),
    dayOf(day),
  ]
  const text = searchKey(parts.join(' '))
  texts.set(item, text)
  return text
}

/**
 * Items that match `filter`. Each typed word must occur in the name, number, kind, summary, environment or date, or in
 * the result itself according to `isWithin`.
 */
export const matching = (
  items: readonly RecordSummary[],
  filter: Readonly<Record<'text' | 'kind' | 'environmentId', string>>,
  isWithin: (word: string, id: string) => boolean = () => false,
): readonly RecordSummary[] => {
  const words = wordsOf(filter.text)
  return items.filter((item) => {
    if (filter.kind !== '' && item.kind !== filter.kind) return false
    if (filter.environmentId !== '' && item.environment.id !== filter.environmentId) return false
    const text = words.length === 0 ? '' : textOf(item)
    return words.every((word) => text.includes(word) || isWithin(word, item.id))
  })
}

/** `items`, newest first, under a heading for each day in the reader's time zone. */
export const byDay = (items: readonly RecordSummary[], now: Date) => {
  const days = Map.groupBy(items, (item) => dayHeading(lastMade(item), now))
  return [...days].map(([heading, group]) => ({ heading, items: group }))
}

/** The forecasts of one "Forecast all" run, shown as one entry. */
export interface GroupedRun {
  readonly run: string
  /** Newest first; at least two. */
  readonly items: readonly RecordSummary[]
}

/**
 * Groups the items of each run at the position of its newest item. A single item stays as it is.
 */
export const groupRuns = (
  items: readonly RecordSummary[],
): readonly (RecordSummary | GroupedRun)[] => {
  const byRun = Map.groupBy(items, ({ forAllRun }) => forAllRun)
  return items.flatMap((item): (RecordSummary | GroupedRun)[] => {
    const run = item.forAllRun
    const together = run === undefined ? [] : (byRun.get(run) ?? [])
    if (run === undefined || together.length < 2) return [item]
    return item === together[0] ? [{ run, items: together }] : []
  })
}

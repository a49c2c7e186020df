import type { LibraryItem } from '#shared/ipc/views.ts'
import { dayHeading } from '../../lib/format.ts'
import { kindLooks, subjectName } from './words.ts'

/** What a person narrows the list with; empty means all. */
interface LibraryFilter {
  readonly text: string
  readonly kind: string
  readonly environmentId: string
}

/** Items that match `filter`: every word typed must occur in the name, number, kind, summary or environment. */
export const matching = (items: readonly LibraryItem[], filter: LibraryFilter): readonly LibraryItem[] => {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    if (filter.kind !== '' && item.kind !== filter.kind) return false
    if (filter.environmentId !== '' && item.environment.id !== filter.environmentId) return false
    const text = [
      subjectName(item.subject),
      item.subject.participantId,
      kindLooks[item.kind].label,
      item.summary,
      item.environment.name,
    ]
      .join(' ')
      .toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Newest first, under a heading for each day of the reader's calendar. */
export const byDay = (
  items: readonly LibraryItem[],
  now: Date,
): readonly { readonly heading: string; readonly items: readonly LibraryItem[] }[] => {
  const groups = new Map<string, LibraryItem[]>()
  for (const item of items.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))) {
    const heading = dayHeading(item.savedAt, now)
    const group = groups.get(heading)
    if (group === undefined) groups.set(heading, [item])
    else group.push(item)
  }
  return [...groups].map(([heading, group]) => ({ heading, items: group }))
}

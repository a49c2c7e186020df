import { identityKey } from '#shared/identity-key.ts'
import type { LibraryItem, Likeness } from '#shared/ipc/views.ts'

/** Whom and what a submission is about, as far as known; an empty text matches nothing. */
export interface ReceiptsAbout extends Pick<Likeness, 'body' | 'file'> {
  readonly participantId: string
}

/** Lines of saved results by their id, and receipts by what they are about, so that one among thousands is found at once. */
export interface ItemIndex {
  has(id: string): boolean
  ids(): Iterable<string>
  all(): Iterable<LibraryItem>
  set(item: LibraryItem): void
  delete(id: string): void
  /** Receipts of the same participant, the same body or the same file, each once. */
  receiptsAbout(about: ReceiptsAbout): readonly LibraryItem[]
}

const keysOf = ({ participantId, body, file }: ReceiptsAbout): readonly string[] => {
  const person = identityKey(participantId)
  return [
    ...(person === '' ? [] : [`participant ${person}`]),
    ...(body === '' ? [] : [`body ${body}`]),
    ...(file === '' ? [] : [`file ${file}`]),
  ]
}

const aboutOf = ({ subject, likeness }: LibraryItem): ReceiptsAbout => ({
  participantId: subject.participantId,
  body: likeness.body,
  file: likeness.file,
})

export const createItemIndex = (): ItemIndex => {
  const items = new Map<string, LibraryItem>()
  const byKey = new Map<string, Set<string>>()

  const remove = (id: string): void => {
    const item = items.get(id)
    if (!item) return
    items.delete(id)
    for (const key of keysOf(aboutOf(item))) {
      const ids = byKey.get(key)
      ids?.delete(id)
      if (ids?.size === 0) byKey.delete(key)
    }
  }

  return {
    has: (id) => items.has(id),
    ids: () => items.keys(),
    all: () => items.values(),
    set: (item) => {
      remove(item.id)
      items.set(item.id, item)
      if (item.kind !== 'receipt') return
      for (const key of keysOf(aboutOf(item))) byKey.set(key, (byKey.get(key) ?? new Set<string>()).add(item.id))
    },
    delete: remove,
    receiptsAbout: (about) => {
      const ids = new Set(keysOf(about).flatMap((key) => [...(byKey.get(key) ?? [])]))
      return [...ids].flatMap((id) => items.get(id) ?? [])
    },
  }
}

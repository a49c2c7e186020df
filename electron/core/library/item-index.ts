import { identityKey } from '#shared/identity-key.ts'
import type { LibraryItem } from '#shared/ipc/views.ts'

/** Lines of saved results by their id, and receipts by whom they are about, so that one among thousands is found at once. */
export interface ItemIndex {
  has(id: string): boolean
  ids(): Iterable<string>
  all(): Iterable<LibraryItem>
  set(item: LibraryItem): void
  delete(id: string): void
  receiptsOf(participantId: string): readonly LibraryItem[]
}

export const createItemIndex = (): ItemIndex => {
  const items = new Map<string, LibraryItem>()
  const byPerson = new Map<string, Set<string>>()

  const remove = (id: string): void => {
    const item = items.get(id)
    if (!item) return
    items.delete(id)
    const key = identityKey(item.subject.participantId)
    const ids = byPerson.get(key)
    ids?.delete(id)
    if (ids?.size === 0) byPerson.delete(key)
  }

  return {
    has: (id) => items.has(id),
    ids: () => items.keys(),
    all: () => items.values(),
    set: (item) => {
      remove(item.id)
      items.set(item.id, item)
      if (item.kind !== 'receipt') return
      const key = identityKey(item.subject.participantId)
      const ids = byPerson.get(key) ?? new Set<string>()
      byPerson.set(key, ids.add(item.id))
    },
    delete: remove,
    receiptsOf: (participantId) =>
      [...(byPerson.get(identityKey(participantId)) ?? [])].flatMap((id) => items.get(id) ?? []),
  }
}

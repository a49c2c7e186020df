import { eachAtOnce } from '#shared/each-at-once.ts'
import type { LibraryItem, LibraryRecord } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { createKeyRing, type KeyRing, type KeyRingNeeds } from '../crypto/key-ring.ts'
import type { MasterKey } from '../crypto/record-file.ts'
import { createQueue } from '#shared/queue.ts'
import { createItemIndex, type ReceiptsAbout } from './item-index.ts'
import { createHeldRecords } from './held-records.ts'
import { isLostForGood } from './lost-for-good.ts'
import { createRecordStore, isRecordId, type Saved } from './record-store.ts'
import { itemOf } from './summary.ts'

export interface LibraryState {
  /** Whether what is saved now outlives the session. */
  readonly persistent: boolean
  /** Why not, and which files could not be read; empty when all is well. */
  readonly message: string
}

/** Saved forecasts, case information and receipts, each with the service's answer exactly as it came. */
export interface Library {
  /**
   * Durable when it resolves. Fails with `library.diskFull`. A record of the same id is replaced. With `hold`, one that
   * could not be written is kept in memory all the same, and written as soon as that can be done.
   */
  readonly save: (
    record: LibraryRecord,
    verbatim: string,
    hold?: 'hold',
  ) => Promise<Result<LibraryItem>>
  /** Newest first. Files that cannot be read are counted in {@link state}, never removed. */
  list(): Promise<Result<readonly LibraryItem[]>>
  /**
   * Receipts of all environments about the same participant, with the same body or with the same file, in no order; costs
   * the same however many results are kept.
   */
  receiptsAbout(about: ReceiptsAbout): Promise<Result<readonly LibraryItem[]>>
  /** Fails with `library.notFound`, `library.damaged`, `library.newerVersion` or `library.keyUnreachable`. */
  readonly open: (id: string) => Promise<Result<LibraryRecord>>
  /** The service's answer as it came. Fails as {@link open} does. */
  verbatim(id: string): Promise<Result<string>>
  /** Fails with `library.notFound`. */
  remove(id: string): Promise<Result<void>>
  /**
   * A new state of a saved record, such as a settled receipt, made from the one that is there; the verbatim answer stays.
   * Changes of the same record come one after the other, so that none is lost. Fails as {@link open} and `change` do.
   */
  update(
    id: string,
    change: (record: LibraryRecord) => Result<LibraryRecord>,
  ): Promise<Result<LibraryRecord>>
  state(): Promise<LibraryState>
  /** Whether the results of earlier sessions can be read. Without the keychain they cannot, or were never kept. */
  knowsEarlier(): Promise<boolean>
  /** Whether every file of a saved result can be read. */
  readonly readsAll: () => Promise<boolean>
  /** Calls `listener` after every change; the returned function ends that. */
  onChange(listener: () => void): () => void
}

export interface LibraryNeeds extends KeyRingNeeds {
  /** Shared with other sealed stores; made from the other needs when left out. */
  readonly keyRing?: KeyRing
}

/** Open files at a time while headers are read. */
const parallelReads = 16
/** Another program may write to the same folder: it is looked into again when the last look is older, milliseconds. */
const lookAgainMs = 2_000

const newestFirst = (a: LibraryItem, b: LibraryItem): number =>
  b.savedAt.localeCompare(a.savedAt) || a.id.localeCompare(b.id)

const notFound = (): Result<never> =>
  fail({ code: 'library.notFound', message: 'This saved result is no longer there.' })

const plural = (count: number, what: string): string =>
  `${count} saved ${count === 1 ? 'result' : 'results'} ${what}`

/** Without it nobody could settle the submission, and the same would be sent again without a word. */
const stays = fail({
  code: 'submission.inDoubt',
  message: 'This submission is in doubt. Its receipt stays until it is settled.',
  advice: 'Find out what became of it, and settle it. Then the receipt can be removed.',
})

export const createLibrary = (needs: LibraryNeeds): Library => {
  const { files, logger } = needs
  const keyRing = needs.keyRing ?? createKeyRing(needs)
  const store = createRecordStore(files)
  const inOrder = createQueue()
  const listeners = new Set<() => void>()
  /** Records kept in memory only, while there is no key or they could not be written. */
  const session = createHeldRecords()
  const sessionItems = createItemIndex()
  /** Headers of sealed records, once read. */
  const items = createItemIndex()
  const unreadable = new Map<string, string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<Result<void>> | null = null

  const changed = () => {
    for (const listener of listeners) listener()
  }

  const readItem = async (master: MasterKey, id: string): Promise<void> => {
    const kept = await store.item(master, id)
    // An earlier version's line of a receipt neither says who settled it nor what it is found by.
    const isOlder = kept.ok && kept.value.kind === 'receipt' && kept.value.foundBy === null
    const record = isOlder ? await store.open(master, id) : null
    const item = record?.ok ? ok(itemOf(record.value.record)) : kept
    // Written by us while it was read: what we wrote is newer.
    if (items.has(id)) return
    if (item.ok) {
      items.set(item.value)
      unreadable.delete(id)
    } else if (item.error.code !== 'library.notFound') {
      if (!unreadable.has(id)) logger.warn(`saved result ${id}: ${item.error.code}`)
      unreadable.set(id, item.error.code)
    }
  }

  /** Brings `items` in step with the folder: new files are read, vanished ones forgotten. */
  const look = async (master: MasterKey): Promise<Result<void>> => {
    const began = needs.clock.monotonic()
    // Only these can have vanished: what is written meanwhile may be missing in the list of names.
    const before = [...items.ids(), ...unreadable.keys()]
    const ids = await store.ids()
    if (!ids.ok) return ids
    const present = new Set(ids.value)
    for (const known of before) {
      if (present.has(known)) continue
      items.delete(known)
      unreadable.delete(known)
    }
    const fresh = ids.value.filter((id) => !items.has(id) && !unreadable.has(id))
    const read = await store.rowItems(master, fresh, (item) => {
      // Written by us while it was read: what we wrote is newer.
      if (!items.has(item.id)) items.set(item)
    })
    if (!read.ok) return read
    const waiting = fresh.filter((id) => !items.has(id))
    await eachAtOnce(waiting, parallelReads, (id) => readItem(master, id))
    lookedAt = began
    return ok(undefined)
  }
  const refresh = (master: MasterKey): Promise<Result<void>> => {
    looking ??= look(master).finally(() => {
      looking = null
    })
    return looking
  }

  const openSaved = async (id: string): Promise<Result<Saved & { readonly revision: number }>> => {
    const kept = await session.get(id)
    if (kept) return ok({ ...kept, revision: 0 })
    if (!isRecordId(id)) return notFound()
    const master = await keyRing.get()
    if (master.ok) return store.open(master.value, id)
    const ids = await store.ids()
    return ids.ok && !ids.value.includes(id) ? notFound() : master
  }

  const keepInMemory = (saved: Saved): LibraryItem => {
    const item = itemOf(saved.record)
    session.set(item.id, saved)
    sessionItems.set(item)
    return item
  }

  const write = async (
    saved: Saved,
    revision: number,
    hold?: 'hold',
  ): Promise<Result<LibraryItem>> => {
    const { id } = saved.record
    if (!isRecordId(id)) throw new Error('a record id that cannot name a file')
    const master = session.has(id) ? null : await keyRing.get()
    if (!master?.ok) return ok(keepInMemory(saved))
    const { record } = saved
    const batch =
      record.kind === 'receipt' && revision === 1 && !items.has(id) ? record.batch : null
    const item = await (batch
      ? store.writeRow(master.value, saved, batch.batchId)
      : store.write(master.value, saved, revision))
    if (item.ok) items.set(item.value)
    else if (hold) keepInMemory(saved)
    return item
  }

  const writing = <T>(id: string, task: () => Promise<Result<T>>): Promise<Result<T>> =>
    inOrder(id, async () => {
      const result = await task()
      if (result.ok) changed()
      return result
    })

  const unreadableMessage = (): string => {
    const count = (...codes: string[]) =>
      [...unreadable.values()].filter((code) => codes.includes(code)).length
    const parts = [
      { found: count('library.newerVersion'), what: 'from a newer version of the program' },
      { found: count('library.keyUnreachable'), what: 'locked with another key' },
    ]
    const other = unreadable.size - parts.reduce((sum, { found }) => sum + found, 0)
    return [{ found: other, what: 'damaged and left as found' }, ...parts]
      .filter(({ found }) => found > 0)
      .map(({ found, what }) => `${plural(found, what)}.`)
      .join(' ')
  }

  /**
   * A receipt of an earlier run that was found interrupted while its file could not be read: what the file says of the
   * participant and of an answer stays, what became of the submission since is taken over.
   */
  const seal = async (master: MasterKey, saved: Saved): Promise<Result<LibraryItem>> => {
    const before = await store.open(master, saved.record.id)
    if (!before.ok)
      return before.error.code === 'library.notFound' ? store.write(master, saved, 1) : before
    const { record, verbatim, revision } = before.value
    if (record.kind !== 'receipt' || saved.record.kind !== 'receipt')
      return store.write(master, saved, revision + 1)
    if (record.outcome !== 'inDoubt') return ok(itemOf(record))
    if (saved.record.answeredAt !== null) return store.write(master, saved, revision + 1)
    const { outcome, explanation, settled } = saved.record
    return store.write(
      master,
      { record: { ...record, outcome, explanation, settled }, verbatim },
      revision + 1,
    )
  }

  /** Seals what was kept for the session, once there is a key after all. */
  const adopt = async (master: MasterKey): Promise<void> => {
    for (const id of session.ids()) {
      await inOrder(id, async () => {
        const saved = await session.get(id)
        const item = saved && (await seal(master, saved))
        if (!item?.ok) return
        items.set(item.value)
        session.delete(id)
        sessionItems.delete(id)
      })
    }
  }

  /** What is in memory is newer. */
  const withoutHeld = (found: Iterable<LibraryItem>): LibraryItem[] =>
    [...found].filter(({ id }) => !session.has(id))

  /** The key, with nothing left behind in memory. */
  const reach = async (): Promise<Result<MasterKey>> => {
    const master = await keyRing.get()
    if (master.ok && session.size() > 0) await adopt(master.value)
    return master
  }

  /** Looks into the folder unless that was done a moment ago; without a key there is nothing to look at. */
  const lookedLately = async (): Promise<Result<void>> => {
    const master = await reach()
    const isStale = needs.clock.monotonic() - lookedAt > lookAgainMs
    return master.ok && isStale ? refresh(master.value) : ok(undefined)
  }

  return {
    save: (record, verbatim, hold) =>
      writing(record.id, () => write({ record, verbatim }, 1, hold)),

    list: async () => {
      const master = await reach()
      if (master.ok) {
        const refreshed = await refresh(master.value)
        if (!refreshed.ok) return refreshed
      }
      return ok([...withoutHeld(items.all()), ...sessionItems.all()].sort(newestFirst))
    },

    receiptsAbout: async (about) => {
      const looked = await lookedLately()
      if (!looked.ok) return looked
      return ok([...withoutHeld(items.receiptsAbout(about)), ...sessionItems.receiptsAbout(about)])
    },

    open: async (id) => {
      const saved = await openSaved(id)
      return saved.ok ? ok(saved.value.record) : saved
    },

    verbatim: async (id) => {
      const saved = await openSaved(id)
      return saved.ok ? ok(saved.value.verbatim) : saved
    },

    remove: (id) =>
      writing(id, async () => {
        const saved = await openSaved(id)
        if (
          saved.ok &&
          saved.value.record.kind === 'receipt' &&
          saved.value.record.outcome === 'inDoubt'
        )
          return stays
        // What cannot be opened now may be in doubt.
        if (!saved.ok && !isLostForGood(saved.error)) return saved
        sessionItems.delete(id)
        const wasHeld = session.delete(id)
        const ids = await store.ids()
        if (!ids.ok) return ids
        if (!ids.value.includes(id)) return wasHeld ? ok(undefined) : notFound()
        const removed = await store.remove(id)
        if (removed.ok) {
          items.delete(id)
          unreadable.delete(id)
        }
        return removed
      }),

    update: (id, change) =>
      writing(id, async () => {
        const before = await openSaved(id)
        const changed = before.ok ? change(before.value.record) : before
        if (!before.ok || !changed.ok) return changed
        const saved = { record: changed.value, verbatim: before.value.verbatim }
        const written = await write(saved, before.value.revision + 1)
        return written.ok ? changed : written
      }),

    state: async () => {
      const master = await reach()
      if (master.ok) {
        const held =
          session.size() === 0
            ? []
            : [`${plural(session.size(), 'could not be written to disk yet')}.`]
        return {
          persistent: session.size() === 0,
          message: [...held, unreadableMessage()].join(' ').trim(),
        }
      }
      const ids = await store.ids()
      const locked = ids.ok ? ids.value.length : 0
      const message = `${master.error.message} Results are kept for this session only.`
      return {
        persistent: false,
        message:
          locked === 0 ? message : `${message} ${plural(locked, 'cannot be opened until then')}.`,
      }
    },

    knowsEarlier: async () => (await reach()).ok,

    readsAll: async () => (await lookedLately()).ok && unreadable.size === 0,

    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

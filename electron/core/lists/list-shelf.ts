import { setImmediate as nextTurn } from 'node:timers/promises'
import { eachAtOnce } from '#shared/each-at-once.ts'
import { createQueue } from '#shared/queue.ts'
import { fail, invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { RowRecord } from '../submission/table/row-record.ts'
import type { CheckedRow } from './file/check-rows.ts'
import type { ListSource } from './file/list-reader.ts'
import { createListBook, type ListBook } from './list-book.ts'
import type { ListNeeds } from './list-needs.ts'
import type { StoredList } from './list-store.ts'
import type { OpenList } from './list-views.ts'
import { earlierMessage } from './sending/run-words.ts'

/** How many rows are looked up before other work gets a turn. */
const rowsAtOnce = 20
const lookedUpAtOnce = 8

export const isBeingSent = invalid('The list is being sent.', 'Pause it first.')
export const gone = fail({ code: 'input.invalid', message: 'This list is no longer there.' })
const interrupted = 'The program ended in the middle. Nothing is sent until you go on.'

export type CheckedList = OpenList & { readonly book: ListBook }

type ShelfNeeds = Pick<ListNeeds, 'store' | 'reader' | 'table' | 'logger' | 'earlierIn' | 'plans'>

/** Leaves out rows that were already sent; for rows that this list began, their own submission decides. */
const lookBack = async (
  earlier: ReturnType<ListNeeds['earlierIn']>,
  book: ListBook,
): Promise<Result<void>> => {
  let looked: Result<void> = ok(undefined)
  await eachAtOnce(book.rows, lookedUpAtOnce, async ({ row, state, participantId, plans }) => {
    if (row % rowsAtOnce === 0) await nextTurn()
    const isSendable = state === 'ready' || state === 'unusual'
    if (!looked.ok || !isSendable || book.record(row)?.begun) return
    const planIds = plans.map(({ PlanId }) => PlanId)
    const found = await earlier(participantId, planIds)
    if (!found.ok) looked = found
    else if (found.value !== null) {
      const isInDoubt = found.value.outcome === 'inDoubt'
      if (isInDoubt || found.value.needsReason)
        book.leaveOut(row, { message: earlierMessage(found.value), needsReason: !isInDoubt })
    }
  })
  return looked
}

/** All lists in memory, loaded from disk; {@link load} runs again when the keychain becomes available. */
const createLoaded = ({ store, table, logger }: ShelfNeeds) => {
  const lists = new Map<string, OpenList>()
  let loading: Promise<Result<void>> | null = null
  let loadedWithKey = false

  /** Adds the rows' outcomes, because a killed program could not store them in the list. */
  const asFound = (stored: StoredList, sent: ReadonlyMap<number, RowRecord>): OpenList => {
    const rows = [...sent.values()]
    const inDoubt = rows.filter(
      ({ begun, outcome }) => outcome === 'inDoubt' || (begun && outcome === null),
    ).length
    const wasCut = stored.state === 'running' || (stored.state === 'checked' && rows.length > 0)
    return {
      stored: wasCut ? { ...stored, state: 'paused', why: interrupted } : stored,
      book: null,
      isStale: wasCut || inDoubt !== stored.counts.inDoubt,
    }
  }

  const loadAll = async (): Promise<Result<void>> => {
    const found = await store.all()
    if (!found.ok) return found
    if (found.value.locked > 0) logger.warn(`${found.value.locked} lists could not be opened`)
    for (const stored of found.value.lists) {
      if (lists.has(stored.listId)) continue
      const sent = table.rowsOf(stored.listId)
      if (!sent.ok) return sent
      lists.set(stored.listId, asFound(stored, sent.value))
    }
    return ok(undefined)
  }
  const load = async (): Promise<Result<void>> => {
    const hasKey = await store.isKept()
    // The keychain was unavailable at the last load and is available now, so more of what was sent can be recognized.
    if (hasKey && !loadedWithKey) {
      loading = null
      for (const [listId, list] of lists)
        if (list.book && list.stored.state !== 'running')
          lists.set(listId, { ...list, book: null, isStale: true })
    }
    loadedWithKey = hasKey
    loading ??= loadAll()
    const loaded = await loading
    if (!loaded.ok) loading = null
    return loaded
  }
  return {
    lists,
    load,
    /** Call this after other code wrote lists into the database. */
    lookAgain: (): void => {
      loading = null
    },
  }
}

export const createListShelf = (needs: ShelfNeeds) => {
  const { store, reader, table, logger } = needs
  const { lists, load, lookAgain } = createLoaded(needs)

  const get = async (listId: string): Promise<Result<OpenList>> => {
    const loaded = await load()
    if (!loaded.ok) return loaded
    const list = lists.get(listId)
    return list ? ok(list) : gone
  }

  const sourceOf = ({ listId, pieces }: StoredList): ListSource => ({
    key: listId,
    pieces: () => store.pieces(listId, pieces),
  })

  /** Plans learned from receipts are too few to judge others by, so they count only beside imported ones. */
  const knownPlans = async (environmentId: string): Promise<string[]> => {
    const found = await needs.plans.list(environmentId)
    const plans = found.ok ? found.value : []
    return plans.some(({ source }) => source === 'imported')
      ? plans.map(({ planId }) => planId)
      : []
  }

  const checkRows = async (
    { reading, mapping, defaults, ...stored }: StoredList,
    environmentId: string,
  ): Promise<Result<CheckedRow[]>> =>
    reader.check(
      sourceOf({ reading, mapping, defaults, ...stored }),
      reading,
      mapping,
      defaults,
      await knownPlans(environmentId),
    )

  const makeBook = async (stored: StoredList, environmentId: string): Promise<Result<ListBook>> => {
    const rows = await checkRows(stored, environmentId)
    if (!rows.ok) return rows
    const sent = table.rowsOf(stored.listId)
    if (!sent.ok) return sent
    const book = createListBook(rows.value, sent.value, stored.again)
    const looked = await lookBack(needs.earlierIn(environmentId), book)
    return looked.ok ? ok(book) : looked
  }

  const checked = async (listId: string): Promise<Result<CheckedList>> => {
    const list = await get(listId)
    if (!list.ok) return list
    const { stored, book } = list.value
    if (book) return ok({ ...list.value, book })
    if (!stored.environment)
      return invalid('The list has not been checked.', 'Choose its columns and check it first.')
    const made = await makeBook(stored, stored.environment.id)
    if (!made.ok) return made
    const now = lists.get(listId)
    if (!now) return gone
    // The list was read or checked again meanwhile, so this book describes other rows.
    if (!now.book && now.stored !== stored) return checked(listId)
    const full = { ...now, book: now.book ?? made.value, isStale: false }
    lists.set(listId, full)
    return ok(full)
  }

  const keep = async (list: OpenList, changes: Partial<StoredList>): Promise<Result<OpenList>> => {
    const { book } = list
    const counted = book
      ? { counts: book.counts(), needReason: book.needReason(), again: book.forgiven() }
      : {}
    const kept = { ...list, stored: { ...list.stored, ...counted, ...changes } }
    const saved = await store.save(kept.stored)
    if (!saved.ok) return saved
    lists.set(kept.stored.listId, kept)
    return ok(kept)
  }

  const inTurn = createQueue()

  const refreshed = (listId: string) =>
    inTurn(listId, async () => whenOk(await checked(listId), (list) => keep(list, {})))

  return {
    lookAgain,
    now: (listId: string): OpenList | undefined => lists.get(listId),
    put: (list: OpenList): void => void lists.set(list.stored.listId, list),
    drop: (listId: string): void => void lists.delete(listId),
    get,
    sourceOf,
    checkRows,
    makeBook,
    checked,
    keep,
    /**
     * Runs changes of one list one after another: saving takes time, and a list that is removed or started meanwhile
     * must not be overwritten with its earlier state.
     */
    inTurn,

    all: async (): Promise<Result<readonly OpenList[]>> => {
      const loaded = await load()
      if (!loaded.ok) return loaded
      for (const { stored, isStale } of [...lists.values()]) {
        const fresh = isStale ? await refreshed(stored.listId) : ok(undefined)
        if (!fresh.ok) logger.warn(`list ${stored.listId}: ${fresh.error.code}`)
      }
      return ok([...lists.values()])
    },

    /** A list without any begun row, which may still be read another way. */
    untouched: async (listId: string): Promise<Result<OpenList>> => {
      const list = await get(listId)
      if (!list.ok) return list
      if (list.value.stored.state === 'running') return isBeingSent
      const sent = table.rowsOf(listId)
      if (!sent.ok) return sent
      return sent.value.size === 0
        ? list
        : invalid(
            'Rows of this list were already sent.',
            'Open the file again as a new list: what was accepted is left out.',
          )
    },
  }
}

export type ListShelf = ReturnType<typeof createListShelf>

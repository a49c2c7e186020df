import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  AskedReading,
  ListDefaults,
  ListFile,
  ListMapping,
  ListRowsRequest,
  OutcomeRequest,
} from '#shared/lists/list.ts'
import { isoNow } from '#shared/moments.ts'
import { invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import { noted } from '../platform/note.ts'
import { createThrottles } from '../platform/events.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { RecordStore } from '../records/record-store.ts'
import { heldBack, holdOf } from '../records/saved/holds.ts'
import { type ListFacts, maxListBytes } from './file/list-messages.ts'
import { noCounts } from './list-book.ts'
import type { ListNeeds } from './list-needs.ts'
import { createListShelf, isBeingSent } from './list-shelf.ts'
import type { ListShelf } from './list-shelf.ts'
import { createListStore, createMappingMemory, type StoredList } from './list-store.ts'
import { fetchResults, fileView, listView } from './list-views.ts'
import { outcomeCells, outcomeName, usualOptions } from './list-views.ts'
import { createListSending, type ListSending } from './sending/list-sending.ts'

const pieceBytes = 1024 * 1024
/**
 * Minimum time between two messages about one list, milliseconds; more than five a second would slow the page for its
 * user.
 */
const tellApartMs = 200

const piecesOf = async (bytes: Uint8Array): Promise<readonly Uint8Array[]> => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.slice(at, at + pieceBytes))
    await nextTurn()
  }
  return pieces
}

const neededColumns = ['participantId', 'firstName', 'lastName', 'planId'] as const

const createListFiles = (
  needs: ListNeeds,
  shelf: ListShelf,
  { holds }: ListSending,
  tell: (listId: string) => void,
) => {
  const { store, reader, clock } = needs

  /** See {@link ListShelf}. Call it again after each await, because the list may be started or removed meanwhile. */
  const untouched: ListShelf['untouched'] = async (listId) =>
    holds(listId) ? isBeingSent : shelf.untouched(listId)

  const view = async (stored: StoredList): Promise<Result<ListFile>> =>
    ok(fileView(stored, await store.isKept()))

  const factsFor = ({ unnamedTaxColumns, ...facts }: ListFacts) => {
    const known = facts.reading.hasHeader ? needs.mappings.find(facts.columns) : null
    const isTax = unnamedTaxColumns.some((column) => column === known?.participantId)
    const remembered = known && isTax ? { ...known, participantId: null } : known
    return {
      ...facts,
      mapping: remembered ?? facts.mapping,
      mappingRemembered: known !== null,
      environment: null,
      state: 'mapping',
      why: '',
      counts: noCounts(),
      needReason: 0,
      again: [],
    } satisfies Partial<StoredList>
  }

  return {
    /** Fails with `input.invalid` if the file is not a table, or is too long. */
    open: async (fileName: string, bytes: Uint8Array) => {
      if (bytes.length > maxListBytes)
        return invalid('The file is larger than 50 MB.', 'Split it into several files.')
      const others = await shelf.all()
      if (!others.ok) return others
      const pieces = await piecesOf(bytes)
      const listId = randomUUID()
      const facts = await reader.read({ key: listId, pieces: async () => ok(pieces) }, {})
      if (!facts.ok) return facts
      const stored: StoredList = {
        listId,
        fileName,
        bytes: bytes.length,
        pieces: pieces.length,
        openedAt: isoNow(clock),
        ...factsFor(facts.value),
        defaults: { planType: '', reason: '', planSeparator: '' },
        options: usualOptions,
        startedAt: null,
        attempt: 1,
        before: null,
      }
      const saved = await store.savePieces(listId, pieces)
      if (!saved.ok) return saved
      const kept = await shelf.keep({ stored, book: null, isStale: false }, {})
      if (!kept.ok) return kept
      needs.log.record({ action: 'list', outcome: 'opened', id: listId })
      return view(stored)
    },

    /** Fails with `input.invalid` once the first row was begun. */
    read: async (listId: string, reading: AskedReading) => {
      if (Object.keys(reading).length === 0) {
        return whenOk(await shelf.get(listId), (list) => view(list.stored))
      }
      const list = await untouched(listId)
      if (!list.ok) return list
      const facts = await reader.read(shelf.sourceOf(list.value.stored), reading)
      if (!facts.ok) return facts
      return shelf.inTurn(listId, async () => {
        const still = await untouched(listId)
        if (!still.ok) return still
        const kept = await shelf.keep({ ...still.value, book: null }, factsFor(facts.value))
        return whenOk(kept, ({ stored }) => {
          // Other windows show this list too.
          tell(listId)
          return view(stored)
        })
      })
    },

    /**
     * Binds the list to the environment on screen. Fails like {@link read}, and with `environment.other` if it is not in
     * use.
     */
    check: async (
      listId: string,
      mapping: ListMapping,
      defaults: ListDefaults,
      to: Destination,
    ) => {
      const list = await untouched(listId)
      if (!list.ok) return list
      if (neededColumns.some((field) => mapping[field] === null)) {
        return invalid(
          'Participant id, first name, last name and plan id each need a column.',
          'Choose the columns that are missing.',
        )
      }
      if (list.value.stored.encodingChoices.length > 0)
        return invalid('Two encodings fit this file.', 'Choose the one whose names are right.')
      const environment = await needs.environments.useInUse(to)
      if (!environment.ok) return environment
      const { id, name, kind, place } = environment.value
      const stored: StoredList = { ...list.value.stored, mapping, defaults, again: [] }
      const book = await shelf.makeBook(stored, id)
      if (!book.ok) return book
      const kept = await shelf.inTurn(listId, async () => {
        const still = await untouched(listId)
        if (!still.ok) return still
        if (still.value.stored.reading !== stored.reading) {
          return invalid('The file was read another way meanwhile.', 'Check its columns again.')
        }
        return shelf.keep(
          { stored, book: book.value, isStale: false },
          { environment: { id, name, kind, place }, state: 'checked', why: '' },
        )
      })
      if (!kept.ok) return kept
      tell(listId)
      if (stored.reading.hasHeader) needs.mappings.keep(stored.columns, mapping)
      return ok(listView(kept.value, null))
    },
  }
}

export const createLists = (
  { clock, logger, settingsFile }: CoreParts,
  around: Omit<ListNeeds, 'clock' | 'logger' | 'store' | 'mappings'> & {
    readonly store: RecordStore
  },
) => {
  const store = createListStore({ store: around.store })
  const needs = { ...around, clock, logger, store, mappings: createMappingMemory(settingsFile) }
  const { reader, table, savedRecords } = needs
  const shelf = createListShelf(needs)
  const tellProgress = (listId: string): void => {
    const list = shelf.now(listId)
    if (list) needs.events.emit('list.progress', listView(list, sending.runOf(listId)))
  }
  const tell = createThrottles(clock, tellProgress, tellApartMs)
  const sending = createListSending(needs, shelf, tell)

  table.onRow((listId, row) => {
    const list = shelf.now(listId)
    if (list && !list.book) shelf.put({ ...list, isStale: true })
    const book = list?.book
    if (!book) return
    // A person settled the row, so its receipt has new content.
    if (book.record(row)?.settled === true) book.results.delete(row)
    tell(listId)
  })

  /**
   * Succeeds if no client under a legal hold can be in a list; a list whose columns are unknown may contain anybody.
   */
  const mayGo = async (listId: string): Promise<Result<void>> => {
    const holds = await savedRecords.holds.list()
    if (!holds.ok) return holds
    const [any] = holds.value
    if (any === undefined) return ok(undefined)
    const list = await shelf.checked(listId)
    const environment = list.ok ? list.value.stored.environment : null
    if (!list.ok || environment === null) return heldBack(any)
    const hold = list.value.book.rows
      .map(({ participantId }) => ({ environment, subject: { participantId, name: '' } }))
      .map((row) => holdOf(holds.value, row))
      .find((each) => each !== undefined)
    return hold === undefined ? ok(undefined) : heldBack(hold)
  }

  return {
    ...sending,
    ...createListFiles(needs, shelf, sending, tell),

    list: async () => {
      const lists = await shelf.all()
      if (!lists.ok) return lists
      const views = lists.value.map((list) => listView(list, sending.runOf(list.stored.listId)))
      return ok(views.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt)))
    },

    rows: async (request: ListRowsRequest) => {
      const { listId, states, offset, limit } = request
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      const { book } = list.value
      const wanted = states === undefined ? null : new Set(states)
      const numbers = book.rows
        .map(({ row }) => row)
        .filter((row) => wanted?.has(book.stateOf(row)) ?? true)
      const page = numbers.slice(offset, offset + limit)
      await fetchResults(book, page, savedRecords.open)
      return ok({ total: numbers.length, rows: page.map(book.viewOf) })
    },

    outcome: async ({ listId, as }: OutcomeRequest) => {
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      const { book, stored } = list.value
      const every = book.rows.map(({ row }) => row)
      await fetchResults(book, every, savedRecords.open)
      const source = shelf.sourceOf(stored)
      const bytes = await reader.outcome(source, stored.reading, outcomeCells(book), as)
      if (!bytes.ok) return bytes
      const environmentId = stored.environment?.id ?? ''
      needs.log.record({ action: 'export', outcome: 'prepared', id: listId, environmentId })
      return ok({ fileName: outcomeName(stored.fileName, as), bytes: bytes.value })
    },

    mayGo,

    /** Fails with `records.held` if a client under a legal hold may be in it. */
    remove: (listId: string) =>
      shelf.inTurn(listId, async () => {
        const list = await shelf.get(listId)
        if (!list.ok) return list
        const allowed = await mayGo(listId)
        if (!allowed.ok) return allowed
        if (sending.holds(listId) || list.value.stored.state === 'running') return isBeingSent
        // The list is dropped before the first await, so that nobody can start it any more.
        shelf.drop(listId)
        const removed = await store.remove(listId, list.value.stored.pieces)
        if (!removed.ok) shelf.put(list.value)
        return noted(needs.log, removed, { action: 'remove', id: listId })
      }),

    lookAgain: shelf.lookAgain,

    /** Resolves once nothing is under way and all results are kept. */
    close: async (): Promise<void> => {
      await sending.end()
      await reader.close()
    },
  }
}

/** Removes every list. Fails like the removal of one. */
export const removeLists = async ({ list, remove }: Pick<Lists, 'list' | 'remove'>) => {
  const all = await list()
  if (!all.ok) return all
  for (const { listId } of all.value) {
    const removed = await remove(listId)
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

export type Lists = ReturnType<typeof createLists>

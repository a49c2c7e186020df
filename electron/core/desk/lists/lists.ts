import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  ListDefaults,
  ListFile,
  ListMapping,
  ListOptions,
  AskedReading,
  ListRows,
  ListRowState,
  ListView,
  OutcomeRequest,
} from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import { ok, type Result } from '#shared/result.ts'
import { isoNow } from '#shared/moments.ts'
import type { FindRow } from '../../submissions/recovery/recover.ts'
import type { ListNeeds, RestReason } from './list-needs.ts'
import { createListShelf, createRowFinder, isBeingSent, refuse } from './list-shelf.ts'
import { noCounts } from './list-book.ts'
import {
  fetchResults,
  fileView,
  listView,
  outcomeCells,
  outcomeName,
  usualOptions,
} from './list-views.ts'
import { createListSending } from './sending/list-sending.ts'
import type { StoredList } from './list-store.ts'
import { type ListFacts, maxListBytes } from './file/list-messages.ts'
import { createMoves } from './moves.ts'

/**
 * Lists of opt-outs: reads and checks them, sends them row by row through the submission service, and reports on them.
 */
export interface Lists {
  list(): Promise<Result<ListView[]>>
  /** Fails with `input.invalid` if the file is no table, or is too long. */
  open(fileName: string, bytes: Uint8Array): Promise<Result<ListFile>>
  /** Fails with `input.invalid` after the first row was begun. */
  read(listId: string, reading: AskedReading): Promise<Result<ListFile>>
  /**
   * Binds the list to the environment on screen. Fails like {@link read}, and with `environment.other` if it is not in
   * use.
   */
  check(
    listId: string,
    mapping: ListMapping,
    defaults: ListDefaults,
    to: Destination,
  ): Promise<Result<ListView>>
  rows(request: {
    listId: string
    states?: readonly ListRowState[] | undefined
    offset: number
    limit: number
  }): Promise<Result<ListRows>>
  /**
   * Fails with `submission.confirmation` if `rowsToSend` is not the number of rows to send, and with
   * `environment.other` if the environment on screen is not in use.
   */
  start(
    listId: string,
    options: ListOptions,
    rowsToSend: number,
    to: Destination,
  ): Promise<Result<ListView>>
  /** Rows under way are finished first. */
  pause(listId: string): Promise<Result<ListView>>
  rerunFailed(listId: string): Promise<Result<ListView>>
  outcome(
    request: OutcomeRequest,
  ): Promise<Result<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }>>
  remove(listId: string): Promise<Result<void>>
  /** The content of a row; null if its list is unavailable. */
  readonly rowOf: FindRow
  /** A sentence while a list is being sent, otherwise null. */
  readonly busy: () => string | null
  /** Starts no further row and finishes those under way. */
  readonly beginNoMore: (why: RestReason) => void
  /** Resolves once nothing is under way and all results are kept. */
  close(): Promise<void>
}

const pieceBytes = 1024 * 1024

const neededColumns = ['participantId', 'firstName', 'lastName', 'planId'] as const

export const createLists = (needs: ListNeeds): Lists => {
  const { store, reader, ledger, clock } = needs
  const circumstances = async () => ({
    isKept: await store.isKept(),
    readsAll: await needs.readsAll(),
    hasReceipts: await needs.hasReceipts(),
  })
  const shelf = createListShelf(needs)
  const moves = createMoves(clock, (listId) => {
    const list = shelf.now(listId)
    if (list) needs.onProgress(listView(list, sending.runOf(listId)))
  })
  const sending = createListSending(needs, shelf, moves.tell)

  ledger.onRow((listId, row) => {
    const list = shelf.now(listId)
    if (list && !list.book) shelf.put({ ...list, isStale: true })
    const book = list?.book
    if (!book) return
    // A person settled it, so its receipt has new content.
    if (book.stateOf(row) === 'inDoubt') book.results.delete(row)
    book.refresh(row)
    moves.tell(listId)
  })

  /**
   * See {@link ListShelf.untouched}; repeat it after each await, because the list may be started or removed meanwhile.
   */
  const untouched: typeof shelf.untouched = async (listId) =>
    sending.holds(listId) ? isBeingSent : shelf.untouched(listId)

  /** Facts about a file, with the columns that were used for such a file before. */
  const factsFor = ({ unnamedTaxColumns, ...facts }: ListFacts) => {
    const known = facts.reading.hasHeader ? needs.mappings.find(facts.columns) : null
    const isTax =
      known !== null &&
      known.participantId !== null &&
      unnamedTaxColumns.includes(known.participantId)
    const remembered = known !== null && isTax ? { ...known, participantId: null } : known
    return {
      ...facts,
      mapping: remembered ?? facts.mapping,
      mappingRemembered: known !== null,
      environment: null,
      url: '',
      state: 'mapping',
      why: '',
      counts: noCounts(),
      needReason: 0,
      again: [],
    } satisfies Partial<StoredList>
  }

  const piecesOf = async (bytes: Uint8Array): Promise<readonly Uint8Array[]> => {
    const pieces: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      pieces.push(bytes.slice(at, at + pieceBytes))
      await nextTurn()
    }
    return pieces
  }

  return {
    start: sending.start,
    pause: sending.pause,
    rerunFailed: sending.rerunFailed,
    busy: sending.busy,
    beginNoMore: sending.beginNoMore,

    list: async () => {
      const lists = await shelf.all()
      if (!lists.ok) return lists
      const views = lists.value.map((list) => listView(list, sending.runOf(list.stored.listId)))
      return ok(views.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt)))
    },

    open: async (fileName, bytes) => {
      if (bytes.length > maxListBytes)
        return refuse('The file is larger than 50 MB.', 'Split it into several files.')
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
      needs.onAction('opened', listId, '')
      return ok(fileView(stored, await circumstances()))
    },

    read: async (listId, reading) => {
      if (Object.keys(reading).length === 0) {
        const list = await shelf.get(listId)
        return list.ok ? ok(fileView(list.value.stored, await circumstances())) : list
      }
      const list = await untouched(listId)
      if (!list.ok) return list
      const facts = await reader.read(shelf.sourceOf(list.value.stored), reading)
      if (!facts.ok) return facts
      const still = await untouched(listId)
      if (!still.ok) return still
      const kept = await shelf.keep({ ...still.value, book: null }, factsFor(facts.value))
      return kept.ok ? ok(fileView(kept.value.stored, await circumstances())) : kept
    },

    check: async (listId, mapping, defaults, to) => {
      const list = await untouched(listId)
      if (!list.ok) return list
      if (neededColumns.some((field) => mapping[field] === null)) {
        return refuse(
          'Participant id, first name, last name and plan id each need a column.',
          'Choose the columns that are missing.',
        )
      }
      const environment = await needs.environment(to)
      if (!environment.ok) return environment
      const { id, name, kind, place, url } = environment.value
      const stored: StoredList = { ...list.value.stored, mapping, defaults, again: [] }
      const book = await shelf.makeBook(stored, id)
      if (!book.ok) return book
      const still = await untouched(listId)
      if (!still.ok) return still
      const changes = {
        environment: { id, name, kind, place },
        url,
        state: 'checked',
        why: '',
      } as const
      const kept = await shelf.keep({ stored, book: book.value, isStale: false }, changes)
      if (!kept.ok) return kept
      if (stored.reading.hasHeader) needs.mappings.keep(stored.columns, mapping)
      return ok(listView(kept.value, null))
    },

    rows: async ({ listId, states, offset, limit }) => {
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      const { book } = list.value
      const wanted = states === undefined ? null : new Set(states)
      const numbers = book.rows
        .map(({ row }) => row)
        .filter((row) => wanted?.has(book.stateOf(row)) ?? true)
      const page = numbers.slice(offset, offset + limit)
      await fetchResults(book, page, needs.openReceipt)
      return ok({ total: numbers.length, rows: page.map(book.viewOf) })
    },

    outcome: async ({ listId, as }) => {
      const list = await shelf.checked(listId)
      if (!list.ok) return list
      const { book, stored } = list.value
      const every = book.rows.map(({ row }) => row)
      await fetchResults(book, every, needs.openReceipt)
      const bytes = await reader.outcome(
        shelf.sourceOf(stored),
        stored.reading,
        outcomeCells(book),
        as,
      )
      if (!bytes.ok) return bytes
      needs.onAction('exported', listId, stored.environment?.id ?? '')
      return ok({ fileName: outcomeName(stored.fileName, as), bytes: bytes.value })
    },

    remove: async (listId) => {
      const list = await shelf.get(listId)
      if (!list.ok) return list
      if (sending.holds(listId) || list.value.stored.state === 'running') return isBeingSent
      // This is before the first await, so that nobody can start the list any more.
      shelf.drop(listId)
      const removed = await store.remove(listId, list.value.stored.pieces)
      if (!removed.ok) shelf.put(list.value)
      return removed
    },

    rowOf: createRowFinder(shelf, reader),

    close: async () => {
      await sending.end()
      await reader.close()
    },
  }
}

import type { ListFile, ListOptions, ListView } from '#shared/lists/list.ts'
import type { ListBook } from './list-book.ts'
import { isFinished, sendableRows, type Run } from './sending/list-runner.ts'
import type { StoredList } from './list-store.ts'

/** Default options for sending a list. */
export const usualOptions: ListOptions = {
  concurrency: 4,
  perMinute: null,
  stopAfterErrors: 25,
  overrideReason: '',
  sendsUnusual: false,
}

/** A list in the running program: its stored form, and its rows after the check. */
export interface OpenList {
  readonly stored: StoredList
  readonly book: ListBook | null
  /** The stored counts are older than the journal. */
  readonly isStale: boolean
}

const withoutKeychain =
  'Without the keychain, this list is kept until Glidepath closes, and rows that were sent before Glidepath was started cannot be recognized.'

const someUnreadable =
  'Some saved results cannot be read, so rows that were sent before may not be recognized. See Saved results.'

const receiptsGone =
  'Receipts of rows that were sent in earlier lists are gone from the saved results, so these rows cannot be recognized. Make sure that this list has none of them.'

interface Circumstances {
  /** The list outlives this start. */
  readonly isKept: boolean
  /** Every saved record was readable. */
  readonly readsAll: boolean
  /** The receipts of all rows that count as sent are among the saved records. */
  readonly hasReceipts: boolean
}

export const fileView = (
  stored: StoredList,
  { isKept, readsAll, hasReceipts }: Circumstances,
): ListFile => ({
  listId: stored.listId,
  fileName: stored.fileName,
  bytes: stored.bytes,
  encoding: stored.reading.encoding,
  delimiter: stored.reading.delimiter,
  hasHeader: stored.reading.hasHeader,
  columns: stored.columns,
  rows: stored.rows,
  sample: stored.sample,
  mapping: stored.mapping,
  mappingRemembered: stored.mappingRemembered,
  defaults: stored.defaults,
  notes: [
    ...stored.notes,
    ...(isKept ? [] : [withoutKeychain]),
    ...(readsAll ? [] : [someUnreadable]),
    // Without the keychain or with unreadable receipts this says nothing new.
    ...(hasReceipts || !isKept || !readsAll ? [] : [receiptsGone]),
  ],
})

export const listView = ({ stored, book }: OpenList, run: Run | null): ListView => {
  const counts = book?.counts() ?? stored.counts
  const rowsPerHour = run?.rowsPerHour() ?? null
  const needReason = book?.needReason() ?? stored.needReason
  // A program that was killed during the last rows could not note the end.
  const isOver =
    run === null && stored.state === 'paused' && book !== null && isFinished(book, stored.options)
  const left = counts.sending + sendableRows(counts, needReason, stored.options)
  return {
    listId: stored.listId,
    fileName: stored.fileName,
    openedAt: stored.openedAt,
    environment: stored.environment,
    state: isOver ? 'done' : stored.state,
    why: isOver ? '' : (run?.why() ?? stored.why),
    rows: stored.rows,
    counts,
    needReason,
    options: stored.options,
    startedAt: stored.startedAt,
    rowsPerHour,
    secondsLeft:
      rowsPerHour === null || rowsPerHour === 0 ? null : Math.round((left / rowsPerHour) * 3600),
    attempt: stored.attempt,
    before: stored.before,
  }
}

import { hash } from 'node:crypto'
import { eachAtOnce } from '#shared/each-at-once.ts'
import type {
  ListFile,
  ListOptions,
  ListRowState,
  ListView,
  OutcomeForm,
} from '#shared/lists/list.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import { standingLabels } from '#shared/receipt/standing.ts'
import { isLostForGood } from '../records/damaged.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { isUntold, type ListBook, resultOf } from './list-book.ts'
import type { StoredList } from './list-store.ts'
import { isFinished, type Run, sendableRows } from './sending/list-runner.ts'

const outcomeNames: Readonly<Record<ListRowState, string>> = {
  ready: 'not sent yet',
  unusual: 'not sent: something is unusual',
  invalid: 'not sent: the row is not right',
  skipped: 'left out',
  sending: 'being sent',
  accepted: 'accepted',
  declined: 'declined',
  rejected: 'rejected',
  notSent: 'not sent',
  inDoubt: 'in doubt',
  alreadyOut: 'already out',
  notEnrolled: 'not enrolled',
}

const hasReceipt = (state: ListRowState): boolean => state !== 'sending' && !isUntold(state)
const openedAtOnce = 8

/**
 * Reads the receipts of rows that were sent by an earlier run or settled since. If a receipt was deleted, the row's
 * result stays unknown.
 */
export const fetchResults = async (
  book: ListBook,
  rows: readonly number[],
  open: SavedRecords['open'],
): Promise<void> => {
  const wanted = rows.filter((row) => hasReceipt(book.stateOf(row)) && !book.results.has(row))
  await eachAtOnce(wanted, openedAtOnce, async (row) => {
    const record = await open(book.record(row)?.receiptId ?? '')
    if (!record.ok && !isLostForGood(record.error)) return
    const isReceipt = record.ok && record.value.kind === 'receipt'
    book.results.set(row, resultOf(isReceipt ? record.value : null))
  })
}

/** The cells of the program's columns for every row, in the order of `outcomeColumns`. */
export const outcomeCells = (book: ListBook): string[][] =>
  book.rows.map(({ row }) => {
    const { state, settled, messages, receiptNumber } = book.viewOf(row)
    const result = hasReceipt(state) ? book.results.get(row) : undefined
    const name = settled
      ? settledLabel({ wentThrough: state === 'accepted' }).toLowerCase()
      : outcomeNames[state]
    // The service's own words may be more precise than the outcome.
    const standing = result?.standing ? standingLabels[result.standing].toLowerCase() : 'not known'
    return [
      name,
      settled || !result ? name : standing,
      receiptNumber,
      result?.transactionId ?? '',
      messages.join(' '),
      result?.sentAt ?? '',
    ]
  })

/** `people.csv` becomes `people-outcome.csv`, or `people-outcome.json`. */
export const outcomeName = (fileName: string, as: OutcomeForm): string => {
  const dot = fileName.lastIndexOf('.')
  const [stem, ending] =
    dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '.csv']
  return `${stem}-outcome${as === 'json' ? '.json' : ending}`
}

export const usualOptions: ListOptions = {
  concurrency: 4,
  perMinute: null,
  stopAfterErrors: 25,
  overrideReason: '',
  sendsUnusual: false,
}

export interface OpenList {
  readonly stored: StoredList
  readonly book: ListBook | null
  /** True if the stored counts are older than the table of submissions. */
  readonly isStale: boolean
}

const withoutKeychain =
  'Without the keychain, this list is kept until Glidepath closes, and rows that were sent before Glidepath was started cannot be recognized.'

/** `isKept`: the list survives the end of this run. */
export const fileView = ({ reading, notes, ...stored }: StoredList, isKept: boolean): ListFile => {
  const { listId, fileName, bytes, columns, rows, sample, mapping, mappingRemembered, defaults } =
    stored
  const { encodingChoices } = stored
  return {
    listId,
    fileName,
    bytes,
    columns,
    rows,
    sample,
    mapping,
    mappingRemembered,
    defaults,
    ...reading,
    encodingChoices,
    notes: isKept ? notes : [...notes, withoutKeychain],
  }
}

/** See {@link ListView}'s `check`. */
export const checkOf = ({ reading, mapping, defaults, environment }: StoredList): string =>
  hash('sha256', JSON.stringify([reading, mapping, defaults, environment?.id]), 'base64url')

export const listView = ({ stored, book }: OpenList, run: Run | null): ListView => {
  const counts = book?.counts() ?? stored.counts
  const rowsPerHour = run?.rowsPerHour() ?? null
  const needReason = book?.needReason() ?? stored.needReason
  // A program that was killed during the last rows could not record the end.
  const isOver =
    run === null && stored.state === 'paused' && book !== null && isFinished(book, stored.options)
  const left = counts.sending + sendableRows(counts, needReason, stored.options)
  const { listId, fileName, openedAt, environment, rows, options, startedAt, attempt, before } =
    stored
  return {
    listId,
    fileName,
    openedAt,
    environment,
    rows,
    options,
    startedAt,
    attempt,
    before,
    counts,
    needReason,
    check: checkOf(stored),
    rowsPerHour,
    state: isOver ? 'done' : stored.state,
    why: isOver ? '' : (run?.why() ?? stored.why),
    secondsLeft:
      rowsPerHour === null || rowsPerHour === 0 ? null : Math.round((left / rowsPerHour) * 3600),
  }
}

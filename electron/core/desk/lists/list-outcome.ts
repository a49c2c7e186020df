import { eachAtOnce } from '#shared/each-at-once.ts'
import type { ListRowState, OutcomeForm } from '#shared/lists/list.ts'
import { standingLabels, type OptOutStanding } from '#shared/receipt/standing.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Result } from '#shared/result.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import { isLostForGood } from '../../records/saved/lost-for-good.ts'
import { resultOf, type ListBook } from './list-book.ts'

export type OpenReceipt = (receiptId: string) => Promise<Result<SavedRecord>>

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
}

/** More precise than the outcome, if the service's own words say more; `not known` for a deleted receipt. */
const standingName = (standing: OptOutStanding | ''): string =>
  standing === '' ? 'not known' : standingLabels[standing].toLowerCase()

const hasReceipt = (state: ListRowState): boolean =>
  !['ready', 'unusual', 'invalid', 'skipped', 'sending'].includes(state)
const openedAtOnce = 8

/**
 * Reads the receipts of rows whose outcome is from an earlier run, or was settled since. For a deleted receipt the
 * result stays unknown.
 */
export const fetchResults = async (
  book: ListBook,
  rows: readonly number[],
  open: OpenReceipt,
): Promise<void> => {
  const wanted = rows.filter((row) => hasReceipt(book.stateOf(row)) && !book.results.has(row))
  await eachAtOnce(wanted, openedAtOnce, async (row) => {
    const record = await open(book.record(row)?.receiptId ?? '')
    if (!record.ok && !isLostForGood(record.error)) return
    const isReceipt = record.ok && record.value.kind === 'receipt'
    book.results.set(
      row,
      isReceipt
        ? resultOf(record.value)
        : { message: '', transactionId: '', sentAt: '', standing: '' },
    )
  })
}

/** The program's columns for every row, in the order of `outcomeColumns`. */
export const outcomeCells = (book: ListBook): string[][] =>
  book.rows.map(({ row }) => {
    const { state, settled, messages, receiptNumber } = book.viewOf(row)
    const result = hasReceipt(state) ? book.results.get(row) : undefined
    const name = settled
      ? settledLabel({ wentThrough: state === 'accepted' }).toLowerCase()
      : outcomeNames[state]
    const standing = settled ? name : result ? standingName(result.standing) : name
    return [
      name,
      standing,
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

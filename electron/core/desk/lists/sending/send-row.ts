import type { AppError } from '#shared/errors.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { Limiter } from '../../../http/limiter.ts'
import type { Exchanged } from '../../../submissions/carry-out/exchange.ts'
import type { Prepared } from '../../../submissions/carry-out/prepare.ts'
import type { RowSteps } from '../../../submissions/submissions.ts'
import type { Brakes } from './brakes.ts'
import type { CheckedRow } from '../file/check-rows.ts'
import { resultOf } from '../list-book.ts'
import type { RunOf } from './list-runner.ts'
import {
  addressChanged,
  earlierMessage,
  elsewhereMeanwhile,
  inWords,
  notKept,
} from './run-words.ts'

/** Everything for sending a row: its list, the steps of the submission service, and the brakes. */
export interface RowSending {
  readonly run: RunOf
  readonly steps: RowSteps
  readonly brakes: Brakes
  /** Limits the rows at once, by list and environment. */
  readonly limiter: Limiter
  /** Whether the destination is still the checked one; if not, pauses the list. */
  readonly isStillThere: () => Promise<boolean>
  /** Called when a row has its outcome. */
  readonly onDone: () => void
}

/** Refusals that concern one row and not the whole list. */
const aboutTheRow: readonly AppError['code'][] = [
  'submission.inDoubt',
  'submission.alreadySent',
  'submission.confirmation',
]

const draftOf = (row: CheckedRow): SubmissionDraft => ({
  operation: 'optout',
  participantId: row.participantId,
  firstName: row.firstName,
  lastName: row.lastName,
  optoutInfo: row.plans,
  reason: row.reason,
})

/** Exchanges a row on its turn, within the limits of the list. Null if the list was paused first. */
const exchangeInTurn = (
  { run, steps, brakes, limiter, isStillThere }: RowSending,
  row: number,
  prepared: Prepared,
): Promise<Exchanged | null> =>
  limiter.run('row', async () => {
    if (!(await brakes.turn()) || !(await isStillThere())) return null
    run.book.setSending(row, true)
    run.onMove()
    const exchanged = await steps.exchange(prepared)
    const { receipt, begun, heldBack } = exchanged
    // A row that the program itself held back says nothing about the service.
    if (begun && !(heldBack && receipt.outcome === 'notSent')) brakes.judge(receipt)
    if (heldBack && (await isStillThere())) brakes.pause(elsewhereMeanwhile(run.to.name))
    return exchanged
  })

/** Reads the result of a sent row from disk. */
const lookUp = ({ run: { book }, brakes, onDone }: RowSending, row: number, receipt: Receipt) => {
  const record = book.record(row)
  if (!record || record.outcome === null) return brakes.pause(notKept(row))
  if (!record.begun) return brakes.pause(receipt.explanation || 'Sending could not begin.')
  book.results.set(row, resultOf(receipt))
  return onDone()
}

/** Sends a row, leaves it out, or pauses the list; the book gets the outcome. */
export const sendRow = async (sending: RowSending, checked: CheckedRow): Promise<void> => {
  const { run, steps, brakes } = sending
  const { book, options, listId, to } = run
  const { row } = checked
  const refused = (error: AppError): void => {
    if (aboutTheRow.includes(error.code))
      book.leaveOut(row, { message: error.message, needsReason: false })
    else brakes.pause(inWords(error))
  }

  const place = { listId, row, attempt: (book.record(row)?.attempt ?? 0) + 1 }
  const reviewed = await steps.review(draftOf(checked), to, place)
  if (!reviewed.ok) return refused(reviewed.error)
  const { url, earlier } = reviewed.value.review
  if (url !== run.url) return brakes.pause(addressChanged)
  if (earlier?.outcome === 'inDoubt')
    return book.leaveOut(row, { message: earlierMessage(earlier), needsReason: false })
  if (earlier?.needsReason && (options.overrideReason === '' || book.isUnusual(row)))
    return book.leaveOut(row, { message: earlierMessage(earlier), needsReason: true })

  const sent = await steps.letThrough(reviewed.value, options, async (overrideReason) => {
    const prepared = await steps.prepare(reviewed.value, overrideReason)
    if (!prepared.ok) return prepared
    const exchanged = await exchangeInTurn(sending, row, prepared.value)
    return steps.record(prepared.value, exchanged, () => brakes.pause(notKept(row)))
  })
  return sent.ok ? lookUp(sending, row, sent.value) : refused(sent.error)
}

import type { AppError } from '#shared/errors.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { Limiter } from '../../http/limiter.ts'
import type { Exchanged } from '../../submissions/carry-out/exchange.ts'
import type { Prepared } from '../../submissions/carry-out/prepare.ts'
import type { RowSteps } from '../../submissions/submissions.ts'
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

/** What a row is sent with: its list, the steps of the submission service, and what makes the list wait or pause. */
export interface RowSending {
  readonly run: RunOf
  readonly steps: RowSteps
  readonly brakes: Brakes
  /** As many rows at once as list and environment allow. */
  readonly limiter: Limiter
  /** Whether rows would still go where the list was checked for; pauses it where not. */
  readonly isStillThere: () => Promise<boolean>
  /** Told when a row has its outcome. */
  readonly onDone: () => void
}

/** Refusals that are about one row and not about the list. */
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

/** Exchanges a row when it is its turn: so many at once, not too many in a minute, and null once the list was paused. */
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
    // A row that the program itself kept back says nothing of the service.
    if (begun && !(heldBack && receipt.outcome === 'notSent')) brakes.judge(receipt)
    if (heldBack && (await isStillThere())) brakes.pause(elsewhereMeanwhile(run.to.name))
    return exchanged
  })

/** What is on disk of a row that was sent. */
const lookUp = ({ run: { book }, brakes, onDone }: RowSending, row: number, receipt: Receipt) => {
  const record = book.record(row)
  if (!record || record.outcome === null) return brakes.pause(notKept(row))
  if (!record.begun) return brakes.pause(receipt.explanation || 'Sending could not begin.')
  book.results.set(row, resultOf(receipt))
  return onDone()
}

/** Sends a row, or leaves it out, or pauses the list; what became of it is in the book. */
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

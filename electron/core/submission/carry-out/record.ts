import type { Receipt } from '#shared/records/receipt.ts'
import { mootOf } from '#shared/receipt/standing.ts'
import { ok, type Result } from '#shared/result.ts'
import { noteLogged } from '../note-state.ts'
import type { SubmissionNeeds } from '../needs.ts'
import type { Exchanged } from './exchange.ts'
import type { Prepared } from './prepare.ts'

const neverTaken = (before: Receipt): Exchanged => ({
  receipt: {
    ...before,
    outcome: 'notSent',
    explanation: 'The list was stopped before this row was sent.',
  },
  text: '',
  begun: false,
  heldBack: false,
})

/**
 * Writes the outcome and its receipt to disk, in one transaction; `exchanged` is null for a row whose list stopped before
 * the row's turn. A receipt that cannot be written stays in memory, and its outcome waits with it. `onUnkept` is then called
 * before the activity log is written; otherwise the list would begin its next row meanwhile.
 */
export const record = async (
  needs: SubmissionNeeds,
  { reviewed, receipt: before }: Prepared,
  exchanged: Exchanged | null,
  onUnkept: () => void = () => undefined,
): Promise<Result<Receipt>> => {
  const { savedRecords, table, logger } = needs
  const { receipt, text, begun } = exchanged ?? neverTaken(before)
  const { submissionId, outcome } = receipt
  const standing = mootOf(receipt)
  const along = table.moved(submissionId, outcome, { standing })
  const hasReceipt = reviewed.row === null || begun
  const written = hasReceipt
    ? await savedRecords.save(receipt, text, { hold: true, along })
    : table.write(along)
  // A failed write does no harm to a row that never began: its intent on disk says the same.
  const kept = hasReceipt ? written : ok(undefined)
  if (!kept.ok) {
    onUnkept()
    // Even a full disk may have room for the outcome alone; the next start then completes the receipt.
    table.write(table.moved(submissionId, outcome, { isKept: false, standing }))
  }
  await noteLogged(needs, receipt, outcome)
  if (kept.ok) return ok(receipt)
  logger.error(`outcome ${outcome} of submission ${submissionId} could not be kept on disk`)
  const unkept = 'This receipt could not be kept on disk: write down its numbers.'
  return ok({ ...receipt, explanation: `${receipt.explanation} ${unkept}`.trim() })
}

import type { Receipt } from '#shared/records/receipt.ts'
import { ok, type Result } from '#shared/result.ts'
import { isoNow } from '#shared/moments.ts'
import { noteState } from '../journal/note-state.ts'
import type { Exchanged } from './exchange.ts'
import type { Prepared } from './prepare.ts'
import type { SubmissionNeeds } from '../needs.ts'

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
 * Writes receipt and outcome to disk, in that order; `exchanged` is null for a row whose list stopped before the row's
 * turn. A receipt that cannot be written stays in memory. `onUnkept` is then called at once, before the journal is
 * written; otherwise the list would begin its next row meanwhile.
 */
export const record = async (
  needs: SubmissionNeeds,
  { receipt: before, isSaved }: Prepared,
  exchanged: Exchanged | null,
  onUnkept: () => void = () => undefined,
): Promise<Result<Receipt>> => {
  const { savedRecords, journal, log, logger } = needs
  const { receipt, text, begun } = exchanged ?? neverTaken(before)
  const { submissionId, outcome } = receipt
  // A row that was never begun gets no receipt, only a journal entry.
  const saved = isSaved || begun ? await savedRecords.save(receipt, text, 'hold') : ok(undefined)
  if (!saved.ok) onUnkept()
  // A receipt in doubt must survive the program even without the keychain, like an interrupted submission. The journal
  // is written last, because an entry with an outcome says whether the receipt is on disk.
  const isKept = saved.ok && (outcome !== 'inDoubt' || (await savedRecords.knowsEarlier()))
  const [recorded, noted] = await Promise.all([
    journal.write({
      state: outcome,
      submissionId,
      at: isoNow(needs.clock),
      ...(isKept ? {} : { unkept: true }),
    }),
    noteState(log, receipt, outcome),
  ])
  if (!noted.ok)
    logger.error(`outcome of submission ${submissionId} is missing in the activity log`)
  if (!recorded.ok) onUnkept()
  if (saved.ok && recorded.ok) return ok(receipt)
  logger.error(`outcome ${outcome} of submission ${submissionId} could not be kept on disk`)
  const unkept = 'This receipt could not be kept on disk: write down its numbers.'
  return ok({ ...receipt, explanation: `${receipt.explanation} ${unkept}`.trim() })
}

import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import type { Receipt, Settled } from '#shared/records/receipt.ts'
import { createQueue } from '#shared/queue.ts'
import { inUtc, settledWords } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isoNow } from '#shared/moments.ts'
import { noteLogged } from './note-state.ts'
import type { SubmissionNeeds } from './needs.ts'
import { changeReceipt, noReceipt } from './recover.ts'

/** What a person found out: what happened, who says so, and how they know. */
type Verdict = Omit<ParsedRequestOn<'submission.settle'>, 'submissionId'>

const notInDoubt = fail({
  code: 'submission.alreadySent',
  message: 'This submission is not in doubt.',
})
const stillSending = fail({
  code: 'submission.alreadySent',
  message: 'This submission is being sent right now.',
  advice: 'Wait for its answer.',
})

/** The receipt of a submission in its present state. Fails with `submission.notFound`. */
export const receiptOf = async (
  { table, savedRecords }: SubmissionNeeds,
  submissionId: string,
): Promise<Result<Receipt>> => {
  const row = table.of(submissionId)
  if (!row.ok) return row
  const record = row.value ? await savedRecords.open(row.value.receiptId) : noReceipt
  return record.ok && record.value.kind === 'receipt' ? ok(record.value) : noReceipt
}

const settleOne = async (
  needs: SubmissionNeeds,
  receipt: Receipt,
  { wentThrough, note, transactionId, saidBy }: Verdict,
): Promise<Result<Receipt>> => {
  const { user, clock, table, savedRecords } = needs
  const settled: Settled = {
    by: user,
    at: isoNow(clock),
    saidBy: saidBy ?? null,
    wentThrough,
    transactionId,
  }
  const id = transactionId === '' ? '' : ` Transaction id ${transactionId}.`
  const found = {
    outcome: wentThrough ? 'accepted' : 'notSent',
    settled,
    explanation: `${settledWords(settled, inUtc)}${id} ${note}`,
  } as const
  const isKept = await savedRecords.knowsEarlier()
  const changed = await changeReceipt(
    savedRecords,
    receipt.id,
    (now) => (now.outcome === 'inDoubt' ? ok({ ...now, ...found }) : notInDoubt),
    table.moved(receipt.submissionId, found.outcome, { settled: true, isKept }),
  )
  if (changed.ok)
    await noteLogged(needs, receipt, wentThrough ? 'settledAccepted' : 'settledNotSent')
  return changed
}

/**
 * Records a person's verdict on a submission in doubt, one at a time. Fails with `submission.alreadySent` for any other
 * submission, and while `isSending` says that the answer is still awaited, because then only the answer decides.
 */
export const createSettlement = (
  needs: SubmissionNeeds,
  isSending: (submissionId: string) => boolean,
) => {
  const inOrder = createQueue()
  return (submissionId: string, verdict: Verdict): Promise<Result<Receipt>> =>
    inOrder(submissionId, async () => {
      const receipt = await receiptOf(needs, submissionId)
      if (!receipt.ok) return receipt
      if (receipt.value.outcome !== 'inDoubt') return notInDoubt
      return isSending(submissionId) ? stillSending : settleOne(needs, receipt.value, verdict)
    })
}

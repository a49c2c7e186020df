import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import type { Receipt, Settled } from '#shared/records/receipt.ts'
import { createQueue } from '#shared/queue.ts'
import { inUtc, settledWords } from '#shared/receipt/settled.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isoNow } from '#shared/moments.ts'
import { noteLogged } from './journal/note-state.ts'
import type { SubmissionNeeds } from './needs.ts'
import { changeReceipt, noReceipt } from './recovery/recover.ts'

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

const receiptOf = async (
  savedRecords: SubmissionNeeds['savedRecords'],
  submissionId: string,
): Promise<Result<Receipt>> => {
  const items = await savedRecords.list()
  if (!items.ok) return items
  const inDoubtFirst = items.value.toSorted(
    (a, b) => Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt'),
  )
  for (const item of inDoubtFirst) {
    if (item.kind !== 'receipt') continue
    const record = await savedRecords.open(item.id)
    if (record.ok && record.value.kind === 'receipt' && record.value.submissionId === submissionId)
      return ok(record.value)
  }
  return noReceipt
}

const settleOne = async (
  needs: SubmissionNeeds,
  receipt: Receipt,
  { wentThrough, note, transactionId, saidBy }: Verdict,
): Promise<Result<Receipt>> => {
  const { user, clock, journal, savedRecords } = needs
  const recorded = await journal.write({
    state: 'settled',
    submissionId: receipt.submissionId,
    at: isoNow(clock),
    wentThrough,
    ...((await savedRecords.knowsEarlier()) ? {} : { unkept: true }),
  })
  if (!recorded.ok) return recorded
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
  const changed = await changeReceipt(savedRecords, receipt.id, (now) =>
    now.outcome === 'inDoubt' ? ok({ ...now, ...found }) : notInDoubt,
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
      const receipt = await receiptOf(needs.savedRecords, submissionId)
      if (!receipt.ok) return receipt
      if (receipt.value.outcome !== 'inDoubt') return notInDoubt
      return isSending(submissionId) ? stillSending : settleOne(needs, receipt.value, verdict)
    })
}

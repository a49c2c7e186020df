import { randomUUID } from 'node:crypto'
import type { Receipt } from '#shared/records/receipt.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../../ports.ts'
import { notJournalled, type IntendedEntry } from '../journal/journal.ts'
import type { Reviewed } from '../reviews/make-review.ts'
import { enter, type EnterNeeds } from './enter.ts'
import { receiptBefore } from './receipt.ts'

/** A submission that is about to leave; its intent is on disk. */
export interface Prepared {
  readonly reviewed: Reviewed
  /** In doubt until an answer settles it. */
  readonly receipt: Receipt
  /** Whether the receipt is on disk as well. */
  readonly isSaved: boolean
}

export interface PrepareNeeds extends EnterNeeds {
  readonly clock: Pick<Clock, 'now'>
  readonly appVersion: string
  readonly user: string
  readonly log: EnterNeeds['log'] & Pick<ActivityLog, 'pseudonymOf'>
  readonly savedRecords: Pick<SavedRecords, 'save'>
  readonly newReceiptNumber: (now: number) => string
}

const receiptOf = (
  { clock, appVersion, user, newReceiptNumber }: PrepareNeeds,
  { review, body: _body, row, ...reviewed }: Reviewed,
  overrideReason: string,
): Receipt =>
  receiptBefore({
    id: randomUUID(),
    savedAt: isoNow(clock),
    receiptNumber: newReceiptNumber(clock.now()),
    ...{ appVersion, user, overrideReason },
    submissionId: review.submissionId,
    environment: review.environment,
    subject: review.subject,
    operation: review.operation,
    plans: review.plans,
    bodySha256: review.bodySha256,
    sent: review.sent,
    reason: reviewed.reason,
    likeness: reviewed.likeness,
    ...(reviewed.readAs === undefined ? {} : { readAs: reviewed.readAs }),
    matches: reviewed.matches,
    call: reviewed.call,
    list: row,
  })

const intentOf = ({ clock, log, user }: PrepareNeeds, receipt: Receipt): IntendedEntry => {
  const { submissionId, operation, environment, subject, list } = receipt
  return {
    state: 'intended',
    submissionId,
    at: isoNow(clock),
    operation,
    environmentId: environment.id,
    environmentName: environment.name,
    environmentKind: environment.kind,
    pseudonym: log.pseudonymOf(subject.participantId),
    people: peopleKeys(subject).map(log.pseudonymOf),
    receiptId: receipt.id,
    receiptNumber: receipt.receiptNumber,
    user,
    ...(list ? { list } : {}),
  }
}

/**
 * Writes the intent to disk, and a receipt in doubt. A row needs no receipt yet, because its list is kept; a row that
 * is sent again for a reason gets one, because the guard must find it. If this fails, nothing was sent.
 */
export const prepare = async (
  needs: PrepareNeeds,
  reviewed: Reviewed,
  overrideReason: string,
): Promise<Result<Prepared>> => {
  const receipt = receiptOf(needs, reviewed, overrideReason)
  const intended = await enter(needs, receipt, intentOf(needs, receipt))
  if (!intended.ok) return intended
  const isSaved = reviewed.row === null || overrideReason !== ''
  const saved = isSaved ? await needs.savedRecords.save(receipt, '') : null
  // An error without its own sentence at least says that nothing was sent.
  if (saved?.ok === false)
    return saved.error.code === 'internal' ? fail(notJournalled(saved.error.message)) : saved
  return ok({ reviewed, receipt, isSaved })
}

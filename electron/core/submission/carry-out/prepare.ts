import { randomUUID } from 'node:crypto'
import { isoNow } from '#shared/moments.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { drawRandom } from '../../records/aead.ts'
import { type IntendedEntry, notJournalled } from '../journal/journal.ts'
import { enter } from '../journal/note-state.ts'
import type { Reviewed } from '../reviews/make-review.ts'
import { receiptBefore } from './receipt.ts'
import type { SubmissionNeeds } from '../needs.ts'

/** Crockford's alphabet without letters that people mishear or misread on the phone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const drawNumber = (day: string) =>
  `GP-${day}-${Array.from(drawRandom(6), (byte) => alphabet.charAt(byte % alphabet.length)).join('')}`

/**
 * Makes receipt numbers that a person can read aloud: `GP-20261120-7F3K2M`, the UTC date and six random characters. It
 * never gives a number twice on the same day; otherwise one in fifteen lists of ten thousand rows would have two equal
 * numbers.
 */
export const createReceiptNumbers = (): ((now: number) => string) => {
  let today = ''
  const given = new Set<string>()
  return (now) => {
    const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
    if (day !== today) given.clear()
    today = day
    let number = drawNumber(day)
    while (given.has(number)) number = drawNumber(day)
    given.add(number)
    return number
  }
}

/** A submission that is ready to send; its intent is on disk. */
export interface Prepared {
  readonly reviewed: Reviewed
  readonly receipt: Receipt
  /** True if the receipt is on disk as well. */
  readonly isSaved: boolean
}

interface PrepareNeeds extends SubmissionNeeds {
  readonly newReceiptNumber: (now: number) => string
}

/** What the review's forecast recommended; the receipt shows this recommendation, whatever the answer suggests. */
const recommendedIn = ({ changes }: Reviewed['review']): Receipt['recommended'] =>
  changes.kind === 'forecast'
    ? { ...changes.recommended, forecastId: changes.forecastId, madeAt: changes.madeAt }
    : null

const receiptOf = (
  { clock, appVersion, user, newReceiptNumber }: PrepareNeeds,
  { review, row, inputs, reason, likeness, readAs, matches, call, advisor }: Reviewed,
  overrideReason: string,
): Receipt => {
  const { submissionId, environment, subject, operation, plans, bodySha256, sent } = review
  return receiptBefore({
    id: randomUUID(),
    savedAt: isoNow(clock),
    receiptNumber: newReceiptNumber(clock.now()),
    appVersion,
    user,
    advisor,
    overrideReason,
    doubts: review.unusual,
    submissionId,
    environment,
    subject,
    operation,
    plans,
    bodySha256,
    sent,
    inputs,
    recommended: recommendedIn(review),
    reason,
    likeness,
    ...(readAs === undefined ? {} : { readAs }),
    matches,
    call,
    list: row,
  })
}

const intentOf = ({ clock, log, user }: SubmissionNeeds, receipt: Receipt): IntendedEntry => {
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
 * Writes the intent to disk, and a receipt in doubt. A row of a list needs no receipt yet, because the list itself is
 * saved. A row that is sent again for a reason gets a receipt, because the guard must find it. If this fails, nothing
 * was sent.
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
  // An error without a sentence of its own must at least say that nothing was sent.
  if (saved?.ok === false) {
    // Without this entry, the next start would count the submission as interrupted; a row of a list stays ready. Even a
    // full disk may have room for one line.
    if (reviewed.row === null)
      await needs.journal.write({
        state: 'notSent',
        submissionId: receipt.submissionId,
        at: isoNow(needs.clock),
      })
    return saved.error.code === 'internal' ? fail(notJournalled(saved.error.message)) : saved
  }
  return ok({ reviewed, receipt, isSaved })
}

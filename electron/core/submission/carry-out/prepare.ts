import { randomUUID } from 'node:crypto'
import { isoNow } from '#shared/moments.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isTroubleOfDisk } from '#shared/disk-full.ts'
import { drawRandom } from '../../records/aead.ts'
import { noteState, unrecorded } from '../note-state.ts'
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

/** A submission that is ready to send. Its intent is on disk, and its receipt unless it is a row of a list. */
export interface Prepared {
  readonly reviewed: Reviewed
  readonly receipt: Receipt
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

/**
 * Writes the intent and a receipt in doubt to disk, in one transaction. A list's row gets its receipt only at its turn,
 * because many rows wait. If this fails, nothing was sent.
 */
export const prepare = async (
  needs: PrepareNeeds,
  reviewed: Reviewed,
  overrideReason: string,
): Promise<Result<Prepared>> => {
  const { log, table, guardClock, savedRecords } = needs
  const receipt = receiptOf(needs, reviewed, overrideReason)
  const noted = await noteState(log, receipt, 'intended')
  if (!noted.ok) return fail(unrecorded(noted.error.message))
  const { id: receiptId, submissionId, receiptNumber, sentAt, list } = receipt
  const along = await table.intended(
    { submissionId, receiptId, receiptNumber, sentAt, countsFrom: guardClock.stamp(), list },
    reviewed.traits,
  )
  const isRow = reviewed.row !== null
  const saved = isRow ? table.write(along) : await savedRecords.save(receipt, '', { along })
  if (saved.ok) return ok({ reviewed, receipt })
  // A disk failure must at least say that nothing was sent.
  return isTroubleOfDisk(saved.error) ? fail(unrecorded(saved.error.message)) : saved
}

import { takesInputs } from '../express/operations.ts'
import { identityKey } from '../identity-key.ts'
import type { Receipt } from '../records/receipt.ts'

/** What of a participant's submissions still stands. */

const isThrough = ({ outcome }: Pick<Receipt, 'outcome'>) => outcome === 'accepted'

/** Whether the opt-out, sent later, covers every plan of the receipt. */
const ends = (optOut: Receipt, { plans, sentAt }: Receipt): boolean => {
  const left = new Set(optOut.plans.map(({ planId }) => identityKey(planId)))
  return (
    optOut.sentAt > sentAt &&
    plans.length > 0 &&
    plans.every(({ planId }) => left.has(identityKey(planId)))
  )
}

/**
 * The participant's enrollments and implementations, newest first: those that were accepted, settled as gone through or
 * are in doubt; and those that a later opt-out ended, each with that opt-out. What was declined, rejected or not sent is
 * in neither.
 */
export const enrolledOf = (receipts: readonly Receipt[]) => {
  const newestFirst = receipts.toSorted((a, b) => b.sentAt.localeCompare(a.sentAt))
  const optOuts = newestFirst.filter((each) => each.operation === 'optout' && isThrough(each))
  const done = newestFirst.filter(
    (each) => takesInputs(each.operation) && (isThrough(each) || each.outcome === 'inDoubt'),
  )
  const ended = done.flatMap((receipt) => {
    const by = optOuts.find((optOut) => ends(optOut, receipt))
    return by === undefined ? [] : [{ receipt, by }]
  })
  return {
    standing: done.filter((each) => ended.every(({ receipt }) => receipt !== each)),
    ended,
  }
}

import { takesInputs } from '../express/operations.ts'
import { identityKey } from '../identity-key.ts'
import type { Receipt } from '../records/receipt.ts'

/** Which of a participant's submissions still apply. */

const isThrough = ({ outcome }: Pick<Receipt, 'outcome'>) => outcome === 'accepted'

/** True if the opt-out was sent later than the receipt and covers all of its plans. */
const ends = (optOut: Receipt, { plans, sentAt }: Receipt): boolean => {
  const left = new Set(optOut.plans.map(({ planId }) => identityKey(planId)))
  return (
    optOut.sentAt > sentAt &&
    plans.length > 0 &&
    plans.every(({ planId }) => left.has(identityKey(planId)))
  )
}

/**
 * The participant's enrollments and implementations, newest first. `standing` has those that were
 * accepted, were settled as successful, or are in doubt. `ended` has those that a later opt-out
 * ended, each with that opt-out. Requests that were declined, rejected or not sent are left out.
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

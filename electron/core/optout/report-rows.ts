import type { DeskReportRow } from '#shared/ipc/desk-report.ts'
import type { KeptCall } from './ended-calls.ts'
import type { ReceiptDigest } from './receipt-digests.ts'

/** Seconds from `from` to `to`, never less than none; null when one of them is not known. */
const secondsBetween = (from: string | undefined, to: string | undefined): number | null =>
  from === undefined || to === undefined ? null : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

/** The line of an opt-out; null for any other operation. */
export const rowOfReceipt = (digest: ReceiptDigest): DeskReportRow | null => {
  if (digest.standing === null) return null
  const { call, wrapUp } = digest
  return {
    receiptId: digest.id,
    receiptNumber: digest.receiptNumber,
    at: digest.sentAt,
    user: digest.user,
    environment: digest.environment,
    via: digest.fromList ? 'list' : 'call',
    standing: digest.standing,
    reasonCode: call?.reasonCode ?? '',
    reason: digest.reason,
    disposition: wrapUp?.disposition ?? '',
    secondsToSent: secondsBetween(call?.startedAt, digest.sentAt),
    secondsInAll: secondsBetween(call?.startedAt, wrapUp?.endedAt),
    participantId: digest.subject.participantId,
    name: digest.subject.name,
  }
}

/** The line of a call in which nothing was sent. */
export const rowOfCall = ({ call, wrapUp, environment, user }: KeptCall): DeskReportRow => ({
  receiptId: null,
  receiptNumber: '',
  at: wrapUp.endedAt,
  user,
  environment,
  via: 'call',
  standing: null,
  reasonCode: call.reasonCode,
  reason: '',
  disposition: wrapUp.disposition,
  secondsToSent: null,
  secondsInAll: secondsBetween(call.startedAt, wrapUp.endedAt),
  participantId: '',
  name: '',
})

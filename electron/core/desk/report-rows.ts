import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import type { OptOutStanding } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import type { KeptCall } from './ended-calls.ts'

/** Seconds from `from` to `to`, at least 0; null if either is unknown. */
const secondsBetween = (from: string | undefined, to: string | undefined): number | null =>
  from === undefined || to === undefined
    ? null
    : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

export const rowOfReceipt = (receipt: Receipt, standing: OptOutStanding): DeskReportRow => {
  const { call, wrapUp } = receipt
  return {
    receiptId: receipt.id,
    receiptNumber: receipt.receiptNumber,
    at: receipt.sentAt,
    user: receipt.user,
    environment: receipt.environment,
    via: receipt.list === null ? 'call' : 'list',
    standing,
    settled: settledOf(receipt),
    reasonCode: call?.reasonCode ?? '',
    reason: receipt.reason,
    reasonText: call?.reasonText ?? '',
    disposition: wrapUp?.disposition ?? '',
    dispositionText: wrapUp?.dispositionText ?? '',
    secondsToSent: secondsBetween(call?.startedAt, receipt.sentAt),
    secondsInAll: secondsBetween(call?.startedAt, wrapUp?.endedAt),
    participantId: receipt.subject.participantId,
    name: receipt.subject.name,
  }
}

/** The row of a call that sent nothing. */
export const rowOfCall = ({ call, wrapUp, environment, user }: KeptCall): DeskReportRow => ({
  receiptId: null,
  receiptNumber: '',
  at: wrapUp.endedAt,
  user,
  environment,
  via: 'call',
  standing: null,
  settled: null,
  reasonCode: call.reasonCode,
  reason: '',
  reasonText: call.reasonText,
  disposition: wrapUp.disposition,
  dispositionText: wrapUp.dispositionText,
  secondsToSent: null,
  secondsInAll: secondsBetween(call.startedAt, wrapUp.endedAt),
  participantId: '',
  name: '',
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeskReportRow, EarlierRequest } from '#shared/desk/report-rows.ts'
import { eachAtOnce } from '#shared/each-at-once.ts'
import type { DeskCall, DeskWrapUp } from '#shared/desk-call.ts'
import {
  checksInWords,
  failedInWords,
  listInWords,
  planWords,
} from '#shared/receipt/receipt-words.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { type OptOutStanding, standingOf } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Result } from '#shared/result.ts'
import type { KeptCall } from './ended-calls.ts'

/** Seconds, at least 0; null if either time is unknown. */
const secondsBetween = (from: string | undefined, to: string | undefined): number | null =>
  from === undefined || to === undefined
    ? null
    : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

const ofCall = (call: DeskCall | null, wrapUp: DeskWrapUp | null) => ({
  note: call?.note ?? '',
  wrapUpNote: wrapUp?.note ?? '',
  checksPassed: call === null || call.checksPassed.length === 0 ? '' : checksInWords(call),
  checksFailed: call === null ? '' : failedInWords(call),
})

const rowOfReceipt = (receipt: Receipt, standing: OptOutStanding): DeskReportRow => {
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
    contradicts: wrapUp?.contradicts ?? false,
    secondsToSent: secondsBetween(call?.startedAt, receipt.sentAt),
    secondsInAll: secondsBetween(call?.startedAt, wrapUp?.endedAt),
    participantId: receipt.subject.participantId,
    name: receipt.subject.name,
    plans: receipt.plans.map(planWords).join('; '),
    ...ofCall(call, wrapUp),
    transactionId: receipt.settled?.transactionId || (receipt.result?.transactionId ?? ''),
    list: receipt.list === null ? '' : listInWords(receipt.list),
  }
}

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
  contradicts: false,
  secondsToSent: null,
  secondsInAll: secondsBetween(call.startedAt, wrapUp.endedAt),
  participantId: '',
  name: '',
  plans: '',
  ...ofCall(call, wrapUp),
  transactionId: '',
  list: '',
})

interface ReceiptDigest {
  readonly earlier: EarlierRequest
  readonly row: DeskReportRow | null
}

const digestOf = (receipt: Receipt): ReceiptDigest => {
  const { receiptNumber, operation, outcome, sentAt, plans, environment } = receipt
  const { participantId, name, firstName = '', lastName = '' } = receipt.subject
  const standing = operation === 'optout' ? standingOf(receipt) : null
  return {
    earlier: {
      receiptId: receipt.id,
      receiptNumber,
      operation,
      outcome,
      sentAt,
      plans,
      environment,
      participantId,
      name,
      firstName,
      lastName,
      standing,
      settled: settledOf(receipt),
    },
    row: standing === null ? null : rowOfReceipt(receipt, standing),
  }
}

const parallel = 8
/** How many milliseconds this code works before it lets other work run. */
const sliceMs = 8

/**
 * Digests of receipts; each receipt is opened once. A summary stays the same object until its
 * record changes, so it serves as the cache key.
 */
export const createReceiptDigests = (
  open: (id: string) => Promise<Result<SavedRecord>>,
  monotonic: () => number,
) => {
  const known = new WeakMap<RecordSummary, ReceiptDigest>()

  /** Digests of the receipts `items`, in the same order; leaves out those that cannot be opened. Works in slices. */
  return async (items: readonly RecordSummary[]): Promise<readonly ReceiptDigest[]> => {
    let sliceBegan = monotonic()
    await eachAtOnce(items, parallel, async (item) => {
      if (!known.has(item)) {
        const record = await open(item.id)
        if (record.ok && record.value.kind === 'receipt') known.set(item, digestOf(record.value))
      }
      if (monotonic() - sliceBegan < sliceMs) return
      await nextTurn()
      sliceBegan = monotonic()
    })
    return items.flatMap((item) => known.get(item) ?? [])
  }
}

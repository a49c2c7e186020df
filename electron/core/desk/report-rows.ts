import type { DeskReportRow, EarlierRequest } from '#shared/desk/report-rows.ts'
import { eachAtOnce } from '#shared/each-at-once.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { type OptOutStanding, standingOf } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Result } from '#shared/result.ts'
import type { KeptCall } from './ended-calls.ts'

/** At least 0; null if either time is unknown. */
const secondsBetween = (from: string | undefined, to: string | undefined): number | null =>
  from === undefined || to === undefined
    ? null
    : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

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
    secondsToSent: secondsBetween(call?.startedAt, receipt.sentAt),
    secondsInAll: secondsBetween(call?.startedAt, wrapUp?.endedAt),
    participantId: receipt.subject.participantId,
    name: receipt.subject.name,
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
  secondsToSent: null,
  secondsInAll: secondsBetween(call.startedAt, wrapUp.endedAt),
  participantId: '',
  name: '',
})

interface ReceiptDigest {
  readonly earlier: EarlierRequest
  /** Null for any receipt except an opt-out. */
  readonly row: DeskReportRow | null
}

const digestOf = (receipt: Receipt): ReceiptDigest => {
  const { id, receiptNumber, operation, outcome, sentAt, subject, plans, environment } = receipt
  const settled = settledOf(receipt)
  const standing = operation === 'optout' ? standingOf(receipt) : null
  return {
    earlier: {
      ...{
        receiptId: id,
        receiptNumber,
        operation,
        outcome,
        standing,
        settled,
        sentAt,
        plans,
        environment,
      },
      ...{ participantId: subject.participantId, name: subject.name },
      ...{ firstName: subject.firstName ?? '', lastName: subject.lastName ?? '' },
    },
    row: standing === null ? null : rowOfReceipt(receipt, standing),
  }
}

const parallel = 8
/** Milliseconds before the main process lets other work run. */
const sliceMs = 8

const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Digests of receipts; each receipt is opened once. A summary stays the same object until its record changes, so it is
 * the key of its digest, and the digest is forgotten with it.
 */
export const createReceiptDigests = (
  open: (id: string) => Promise<Result<SavedRecord>>,
  monotonic: () => number,
) => {
  const known = new WeakMap<RecordSummary, ReceiptDigest>()

  const digest = async (item: RecordSummary): Promise<ReceiptDigest | null> => {
    const record = await open(item.id)
    if (!record.ok || record.value.kind !== 'receipt') return null
    const made = digestOf(record.value)
    known.set(item, made)
    return made
  }

  /** Expects receipts and keeps their order; leaves out those that cannot be opened. Works in slices. */
  return async (items: readonly RecordSummary[]): Promise<readonly ReceiptDigest[]> => {
    const digests: (ReceiptDigest | null)[] = []
    let sliceBegan = monotonic()
    await eachAtOnce(items.entries(), parallel, async ([index, item]) => {
      digests[index] = known.get(item) ?? (await digest(item))
      if (monotonic() - sliceBegan < sliceMs) return
      await others()
      sliceBegan = monotonic()
    })
    return digests.filter((each) => each !== null)
  }
}

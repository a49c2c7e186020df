import { eachAtOnce } from '#shared/each-at-once.ts'
import type { DeskReportRow, EarlierRequest } from '#shared/desk/report-rows.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { standingOf } from '#shared/receipt/standing.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import type { Result } from '#shared/result.ts'
import { rowOfReceipt } from './report-rows.ts'

/** The part of a receipt that the desk shows repeatedly, computed once. */
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

/** Records that are opened at the same time. */
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

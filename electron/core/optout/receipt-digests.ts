import type { LibraryItem, LibraryRecord, Receipt } from '#shared/ipc/views.ts'
import { standingOf } from '#shared/optout/standing.ts'
import type { OptOutStanding } from '#shared/ipc/desk-views.ts'
import type { Result } from '#shared/result.ts'

/** What the desk needs of a receipt again and again. */
export interface ReceiptDigest
  extends Pick<
    Receipt,
    | 'id'
    | 'receiptNumber'
    | 'operation'
    | 'outcome'
    | 'sentAt'
    | 'user'
    | 'subject'
    | 'plans'
    | 'environment'
    | 'reason'
    | 'call'
    | 'wrapUp'
  > {
  /** For opt-outs; else null. */
  readonly standing: OptOutStanding | null
  readonly fromList: boolean
}

const digestOf = (receipt: Receipt): ReceiptDigest => {
  const { id, receiptNumber, operation, outcome, sentAt, user, subject, plans, environment, reason, call, wrapUp } = receipt
  return {
    ...{ id, receiptNumber, operation, outcome, sentAt, user, subject, plans, environment, reason, call, wrapUp },
    standing: operation === 'optout' ? standingOf(receipt) : null,
    fromList: receipt.batch !== null,
  }
}

/** Records opened at a time. */
const parallel = 8
/** How long the main process may be kept before others have their turn, milliseconds. */
const sliceMs = 8

const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Digests of receipts, each opened once. The library hands out the same item until its record changes, so a digest is
 * known by its item, and is forgotten with it.
 */
export const createReceiptDigests = (
  open: (id: string) => Promise<Result<LibraryRecord>>,
  monotonic: () => number,
) => {
  const known = new WeakMap<LibraryItem, ReceiptDigest>()

  const digest = async (item: LibraryItem): Promise<ReceiptDigest | null> => {
    const before = known.get(item)
    if (before) return before
    const record = await open(item.id)
    if (!record.ok || record.value.kind !== 'receipt') return null
    const made = digestOf(record.value)
    known.set(item, made)
    return made
  }

  /** In the order of `items`, which are receipts; one that cannot be opened is left out. Works in slices. */
  return async (items: readonly LibraryItem[]): Promise<readonly ReceiptDigest[]> => {
    const digests: (ReceiptDigest | null)[] = []
    let sliceBegan = monotonic()
    const waiting = items.entries()
    const worker = async (): Promise<void> => {
      for (const [index, item] of waiting) {
        digests[index] = await digest(item)
        if (monotonic() - sliceBegan < sliceMs) continue
        await others()
        sliceBegan = monotonic()
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    return digests.filter((each) => each !== null)
  }
}

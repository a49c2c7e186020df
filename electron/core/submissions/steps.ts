import type { Receipt } from '#shared/records/receipt.ts'
import type { Result } from '#shared/result.ts'
import { exchange, type Exchanged, type ExchangeNeeds } from './carry-out/exchange.ts'
import { prepare, type Prepared, type PrepareNeeds } from './carry-out/prepare.ts'
import { createReceiptNumbers } from './carry-out/receipt-number.ts'
import { record, type RecordNeeds } from './carry-out/record.ts'
import type { Confirmed } from './guard/confirmations.ts'
import { letThrough, type GuardNeeds } from './guard/let-through.ts'
import type { Reviewed } from './reviews/make-review.ts'

/** How everything is sent: let through the guard, and while it is, prepared, exchanged and recorded. */
export interface Steps {
  /** As {@link letThrough}. */
  letThrough(
    reviewed: Reviewed,
    confirmed: Confirmed,
    work: (overrideReason: string) => Promise<Result<Receipt>>,
  ): Promise<Result<Receipt>>
  /** As {@link prepare}. */
  prepare(reviewed: Reviewed, overrideReason: string): Promise<Result<Prepared>>
  /** As {@link exchange}. */
  exchange(prepared: Prepared): Promise<Exchanged>
  /** As {@link record}. */
  record(
    prepared: Prepared,
    exchanged: Exchanged | null,
    onUnkept?: () => void,
  ): Promise<Result<Receipt>>
}

export type StepNeeds = GuardNeeds &
  Omit<PrepareNeeds, 'newReceiptNumber'> &
  ExchangeNeeds &
  RecordNeeds

export const createSteps = (needs: StepNeeds): Steps => {
  const numbered = { ...needs, newReceiptNumber: createReceiptNumbers() }
  return {
    letThrough: (...what) => letThrough(needs, ...what),
    prepare: (...what) => prepare(numbered, ...what),
    exchange: (prepared) => exchange(needs, prepared),
    record: (...what) => record(needs, ...what),
  }
}

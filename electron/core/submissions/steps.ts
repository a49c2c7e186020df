import type { Receipt } from '#shared/records/receipt.ts'
import type { Result } from '#shared/result.ts'
import { exchange, type Exchanged, type ExchangeNeeds } from './carry-out/exchange.ts'
import { prepare, type Prepared, type PrepareNeeds } from './carry-out/prepare.ts'
import { createReceiptNumbers } from './carry-out/receipt-number.ts'
import { record, type RecordNeeds } from './carry-out/record.ts'
import type { Confirmed } from './guard/confirmations.ts'
import { letThrough, type GuardNeeds } from './guard/let-through.ts'
import type { Reviewed } from './reviews/make-review.ts'

/** The steps of every submission: it passes the guard, and meanwhile is prepared, exchanged and recorded. */
export interface Steps {
  /** See {@link letThrough}. */
  letThrough(
    reviewed: Reviewed,
    confirmed: Confirmed,
    work: (overrideReason: string) => Promise<Result<Receipt>>,
  ): Promise<Result<Receipt>>
  /** See {@link prepare}. */
  prepare(reviewed: Reviewed, overrideReason: string): Promise<Result<Prepared>>
  /** See {@link exchange}. */
  exchange(prepared: Prepared): Promise<Exchanged>
  /** See {@link record}. */
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

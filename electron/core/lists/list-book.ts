import type { ListRow, ListRowState } from '#shared/lists/list.ts'
import { standingOf } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { RowRecord } from '../submission/table/row-record.ts'
import type { CheckedRow } from './file/check-rows.ts'

interface LeftOut {
  readonly message: string
  /** True if the row can still be sent when a person gives a reason. */
  readonly needsReason: boolean
}

export type Counts = Record<ListRowState, number>

const untold: readonly ListRowState[] = ['ready', 'unusual', 'invalid', 'skipped']
export const isUntold = (state: ListRowState): boolean => untold.includes(state)
const failures: readonly ListRowState[] = ['declined', 'rejected', 'notSent']
export const isFailure = (state: ListRowState): boolean => failures.includes(state)

export const noCounts = (): Counts => ({
  ready: 0,
  unusual: 0,
  invalid: 0,
  skipped: 0,
  sending: 0,
  accepted: 0,
  declined: 0,
  rejected: 0,
  notSent: 0,
  inDoubt: 0,
  alreadyOut: 0,
  notEnrolled: 0,
})

/** What the receipt of a row says; nothing if the receipt is gone. */
export const resultOf = (receipt: Receipt | null) => ({
  message: receipt?.explanation ?? '',
  transactionId: receipt?.result?.transactionId ?? '',
  sentAt: receipt?.sentAt ?? '',
  standing: receipt && standingOf(receipt),
})

export const createListBook = (
  rows: readonly CheckedRow[],
  /** The latest attempt of each row that has a submission; it changes with every submission. */
  sent: ReadonlyMap<number, RowRecord>,
  again: readonly (readonly [number, number])[],
) => {
  const leftOut = new Map<number, LeftOut>()
  const sending = new Set<number>()
  const forgiven = new Map<number, number>(again)
  const results = new Map<number, ReturnType<typeof resultOf>>()

  const record = (row: number): RowRecord | undefined => sent.get(row)

  const base = (row: number): ListRowState => {
    const state = rows[row - 1]?.state ?? 'invalid'
    return (state === 'ready' || state === 'unusual') && leftOut.has(row) ? 'skipped' : state
  }

  const stateOf = (row: number): ListRowState => {
    if (sending.has(row)) return 'sending'
    const known = record(row)
    // If sending was never begun, nothing was sent, and the row counts as not begun.
    if (!known || (!known.begun && (known.outcome === null || known.outcome === 'notSent')))
      return base(row)
    const outcome = known.standing ?? known.outcome ?? 'inDoubt'
    return isFailure(outcome) && (forgiven.get(row) ?? 0) >= known.attempt ? base(row) : outcome
  }

  const isUnusual = (row: number): boolean => rows[row - 1]?.state === 'unusual'
  // An unusual row that was already sent must be sent alone, by a person who checks both facts.
  const needsReason = (row: number): boolean =>
    stateOf(row) === 'skipped' && leftOut.get(row)?.needsReason === true && !isUnusual(row)

  return {
    rows,
    results,
    record,
    needsReason,
    isUnusual,
    stateOf,
    counts: (): Counts => {
      const counts = noCounts()
      for (const { row } of rows) counts[stateOf(row)] += 1
      return counts
    },
    needReason: () => [...leftOut.keys()].filter(needsReason).length,
    leaveOut: (row: number, why: LeftOut): void => void leftOut.set(row, why),
    setSending: (row: number, isSending: boolean): void => {
      if (isSending) sending.add(row)
      else sending.delete(row)
    },
    /** Ignores failures up to and including this attempt. */
    forgive: (row: number, attempt: number): void => void forgiven.set(row, attempt),
    forgiven: () => [...forgiven],

    viewOf: (row: number): ListRow => {
      const checked = rows[row - 1]
      const state = stateOf(row)
      const known = record(row)
      const isOutcome = known !== undefined && !isUntold(state)
      const said = (isOutcome ? results : leftOut).get(row)?.message ?? ''
      return {
        row,
        line: checked?.line ?? 1,
        participantId: checked?.participantId ?? '',
        name: [checked?.firstName, checked?.lastName].filter((part) => part !== '').join(' '),
        plans: checked?.plans.map(({ PlanId }) => PlanId).join(', ') ?? '',
        state,
        settled: isOutcome && known.settled,
        messages: [...(checked?.messages ?? []), ...(said === '' ? [] : [said])],
        receiptId: isOutcome ? known.receiptId : null,
        receiptNumber: isOutcome ? known.receiptNumber : '',
      }
    },
  }
}

export type ListBook = ReturnType<typeof createListBook>

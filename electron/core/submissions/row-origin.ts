import { hash } from 'node:crypto'
import type { AppError } from '#shared/errors.ts'
import type { ListPlace, Receipt } from '#shared/records/receipt.ts'

/** What a row of a list says of a submission. */
export interface RowDraft {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly { readonly PlanId: string; readonly PlanType: string }[]
  readonly reason: string
}

/** Finds a row again; null where its list is not at hand. */
export type FindRow = (place: ListPlace) => Promise<RowDraft | null>

/**
 * When a row is sent: so many rows at once, not too many in a minute, none after the list was stopped. What is written
 * down before and after is no part of its turn.
 */
export interface RowTurn {
  /** Runs `work` when it is the row's turn; null, and nothing was run, where the list was stopped before that. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>
  /** Told when nothing of it may leave, because another environment is in use by now or this one was changed. */
  readonly onElsewhere: () => void
  /** Told what came of it while it is still the row's turn, and before it is recorded. */
  readonly onOutcome: (receipt: Receipt) => void
  /** Told when the outcome or its receipt could not be written to disk. */
  readonly onUnkept: () => void
}

/** The row of a list that a submission is. */
export interface RowOrigin {
  readonly place: ListPlace
  readonly turn: RowTurn
}

/**
 * The id of a row's submission: a UUID (version 8 of RFC 9562, its bits from SHA-256) that list, row and attempt alone
 * decide. Whenever the program is started anew it comes out the same, so the journal says what became of the row.
 */
export const rowSubmissionId = ({ listId, row, attempt }: ListPlace): string => {
  const bytes = hash('sha256', `glidepath-row\n${listId}\n${row}\n${attempt}`, 'buffer').subarray(
    0,
    16,
  )
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** Why a row is not made ready: it was begun before; else null. */
export const refuseRow = (
  { place }: RowOrigin,
  isTaken: (submissionId: string) => boolean,
): AppError | null =>
  isTaken(rowSubmissionId(place))
    ? {
        code: 'submission.alreadySent',
        message: 'This row was begun before. It is not sent again.',
      }
    : null

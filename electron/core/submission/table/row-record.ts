import { hash } from 'node:crypto'
import type { ListPlace, SubmissionOutcome } from '#shared/records/receipt.ts'
import type { SubmissionRow } from './submission-table.ts'

/**
 * The id of a row's submission: a UUID (version 8 of RFC 9562, bits from SHA-256) made only from list, row and attempt.
 * It is the same after every start, so a row is never begun twice as the same attempt.
 */
export const rowSubmissionId = ({ listId, row, attempt }: ListPlace): string => {
  const bytes = hash('sha256', `glidepath-row\n${listId}\n${row}\n${attempt}`, 'buffer')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The latest attempt of a list's row. */
export interface RowRecord extends Pick<
  SubmissionRow,
  'submissionId' | 'receiptId' | 'receiptNumber' | 'begun' | 'settled' | 'standing'
> {
  readonly attempt: number
  /** Null if there is none yet. */
  readonly outcome: SubmissionOutcome | null
}

export const recordOf = (row: SubmissionRow): RowRecord => {
  const { submissionId, receiptId, receiptNumber, begun, settled, standing, state, list } = row
  return {
    submissionId,
    receiptId,
    receiptNumber,
    begun,
    settled,
    standing,
    attempt: list?.attempt ?? 0,
    outcome: state === 'intended' || state === 'sending' ? null : state,
  }
}

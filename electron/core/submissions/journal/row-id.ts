import { hash } from 'node:crypto'
import type { AppError } from '#shared/errors.ts'
import type { ListPlace } from '#shared/records/receipt.ts'

/**
 * The id of a row's submission: a UUID (version 8 of RFC 9562, bits from SHA-256) made only from list, row and attempt.
 * It is the same after every start, so the journal knows the fate of the row.
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

/** The error for a row that was begun before; otherwise null. */
export const refuseRow = (
  place: ListPlace,
  isTaken: (submissionId: string) => boolean,
): AppError | null =>
  isTaken(rowSubmissionId(place))
    ? {
        code: 'submission.alreadySent',
        message: 'This row was begun before. It is not sent again.',
      }
    : null

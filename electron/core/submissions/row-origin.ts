import { createHash } from 'node:crypto'
import type { BatchPlace } from '#shared/ipc/desk-views.ts'

/** The row of a list that a submission is, and the environment for which the list was checked. */
export interface RowOrigin {
  readonly place: BatchPlace
  readonly environmentId: string
}

/**
 * The id of a row's submission: a UUID (version 8 of RFC 9562, its bits from SHA-256) that list, row and attempt alone
 * decide. Whenever the program is started anew it comes out the same, so the journal says what became of the row.
 */
export const rowSubmissionId = ({ batchId, row, attempt }: BatchPlace): string => {
  const bytes = createHash('sha256').update(`glidepath-row\n${batchId}\n${row}\n${attempt}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { SavedTransaction } from '../../credentials/credentials.ts'

/** An intended submission, for the guard. */
export interface Intent {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
  /** The record-keeper's session in the request, if it has a TransURL; `secrets` is null if none were stored. */
  readonly session: { readonly secrets: SavedTransaction | null } | null
  /** The row of a list, or null. */
  readonly row: ListPlace | null
  /** The result of `intentKeys`. */
  readonly keys: readonly string[]
}

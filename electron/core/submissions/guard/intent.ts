import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'

/** An intended submission, for the guard. */
export interface Intent {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
  /** The row of a list, or null. */
  readonly row: ListPlace | null
  /** The result of `intentKeys`. */
  readonly keys: readonly string[]
}

import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'

/** What is meant to be sent, as the guard sees it. */
export interface Intent {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
  /** The row of a list that it is; null for all else. */
  readonly row: ListPlace | null
  /** As `intentKeys` has them. */
  readonly keys: readonly string[]
}

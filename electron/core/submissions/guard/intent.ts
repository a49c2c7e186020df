import type { BatchPlace } from '#shared/ipc/desk-views.ts'
import type { Destination, Likeness, SubmissionReview } from '#shared/ipc/views.ts'

/** What is meant to be sent, as the guard sees it. */
export interface Intent {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
  /** The row of a list that it is; null for all else. */
  readonly row: BatchPlace | null
  /** As `intentKeys` has them. */
  readonly keys: readonly string[]
}

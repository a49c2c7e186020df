import type { Destination } from '#shared/settings/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { findEarlier } from './earlier.ts'
import { whyNotSeveral } from '../participant/whom.ts'
import type { SubmissionNeeds } from './needs.ts'

/** A review, where it was to go, and what makes it the same as another one. */
export interface AsReviewed {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
}

export type EarlierThan = (
  review: SubmissionReview,
  likeness: Likeness,
) => ReturnType<typeof findEarlier>

/**
 * Whether what a review said still holds: where it goes, that a file of several is taken there, and that the same
 * was not sent since. Fails with `environment.other`, `participant.several`, `submission.notFound`, `submission.inDoubt` or `submission.alreadySent`; nothing was sent then.
 */
export const stillAsReviewed = async (
  { review, to, likeness }: AsReviewed,
  needs: Pick<SubmissionNeeds, 'urlOf' | 'whyElsewhere' | 'takesSeveral'>,
  earlierThan: EarlierThan,
): Promise<Result<void>> => {
  const elsewhere =
    needs.whyElsewhere(to) ??
    whyNotSeveral(
      review.subject,
      needs.takesSeveral(review.environment.id),
      review.environment.name,
    )
  if (elsewhere) return fail(elsewhere)
  const { earlier, environment, operation, url } = review
  const urlNow = await needs.urlOf(operation, environment.id)
  if (!urlNow.ok) return urlNow
  if (urlNow.value !== url) {
    return fail({
      code: 'submission.notFound',
      message: `The address of ${environment.name} has changed since this was reviewed. Nothing was sent.`,
      advice: 'Review the submission again.',
    })
  }
  const found = await earlierThan(review, likeness)
  if (!found.ok) return found
  const now = found.value
  if (now?.outcome === 'inDoubt') {
    return fail({
      code: 'submission.inDoubt',
      message: 'An earlier submission that was, or may have been, the same is in doubt.',
      advice: 'Open its receipt, find out what became of it, and settle it first.',
    })
  }
  // Sent since, or settled since as gone through: the review neither said so nor asked for a reason.
  if (now !== null && (now.receiptId !== earlier?.receiptId || now.outcome !== earlier.outcome)) {
    return fail({
      code: 'submission.alreadySent',
      message: 'This was sent, or settled as gone through, after the review was made.',
      advice: 'Review it again: the earlier receipt is shown there.',
    })
  }
  return ok(undefined)
}

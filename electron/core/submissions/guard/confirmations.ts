import type { AppError } from '#shared/errors.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'

/** What a person typed and ticked below a review. */
export interface Confirmed {
  readonly typedName?: string | undefined
  readonly overrideReason?: string | undefined
  readonly sendsUnusual?: boolean | undefined
}

const normalized = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

const missing = (message: string, field: keyof Confirmed): AppError => ({
  code: 'submission.confirmation',
  message,
  field,
})

/**
 * What a person still has to confirm before `review` may be sent; null if nothing. For a row of a list, the
 * confirmation of the list covers the name.
 */
export const unconfirmed = (
  review: SubmissionReview,
  isRow: boolean,
  confirmed: Confirmed,
): AppError | null => {
  const { environment, subject, earlier, unusual } = review
  // A participant without a name is confirmed by id: an empty text must never be enough.
  const expected = normalized(subject.name) || normalized(subject.participantId)
  const isTyped = environment.kind === 'production' && !isRow
  if (isTyped && (expected === '' || normalized(confirmed.typedName ?? '') !== expected)) {
    return missing(
      "In production the participant's name is typed before sending, and what was typed does not match.",
      'typedName',
    )
  }
  if (earlier?.needsReason && (confirmed.overrideReason ?? '').trim() === '') {
    return missing(
      'The same was accepted not long ago, and no reason was given for sending it again.',
      'overrideReason',
    )
  }
  if (unusual.length > 0 && confirmed.sendsUnusual !== true) {
    return missing(
      'The review names something unusual, and it was not confirmed that it is sent all the same.',
      'sendsUnusual',
    )
  }
  return null
}

/** The reason for sending the same again; empty if none is needed. */
export const reasonGiven = (
  { earlier }: Pick<SubmissionReview, 'earlier'>,
  { overrideReason = '' }: Confirmed,
): string => (earlier?.needsReason ? overrideReason.trim() : '')

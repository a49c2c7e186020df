import type { ListPlace } from '#shared/records/receipt.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { createAnswers } from './answers.ts'
import { createClaims } from './guard/claims.ts'
import type { Confirmed } from './guard/confirmations.ts'
import { nameRows, recover, type Recovery, type RecoverNeeds } from './recovery/recover.ts'
import { createRecoveryGate } from './recovery/recovery-gate.ts'
import { makeReview, type Reviewed, type ReviewNeeds } from './reviews/make-review.ts'
import { createOpenReviews } from './reviews/open-reviews.ts'
import { createSettlement, type SettlementNeeds, type Verdict } from './settlement.ts'
import { createSteps, type StepNeeds, type Steps } from './steps.ts'

/** The steps for a row of a list: the list's sender decides about the row's turn. */
export interface RowSteps extends Steps {
  /** See {@link makeReview}; nobody else can send this review. */
  review(draft: SubmissionDraft, to: Destination, row: ListPlace): Promise<Result<Reviewed>>
}

/**
 * Enroll, Implement and Opt-out. An intent is on disk before the first byte leaves, is sent at most once, and ends with
 * an outcome or in doubt; only a person settles what is in doubt.
 */
export interface Submissions extends Recovery {
  /** See {@link makeReview}; it stays open until it is discarded, or until many others are made. */
  review(draft: SubmissionDraft, to: Destination): Promise<Result<SubmissionReview>>
  /**
   * Sends a reviewed submission once, to its reviewed destination; repeated for the same id it returns the same
   * receipt.
   */
  send(submissionId: string, confirmed: Confirmed): Promise<Result<Receipt>>
  discard(submissionId: string): void
  readonly rows: RowSteps
  /** See settlement.ts. */
  settle(submissionId: string, verdict: Verdict): Promise<Result<Receipt>>
  /** A sentence while something is being sent, otherwise null. */
  readonly busy: () => string | null
}

export type SubmissionNeeds = ReviewNeeds &
  Omit<StepNeeds, 'claims' | 'accounted'> &
  RecoverNeeds &
  SettlementNeeds

const notOpen = fail({
  code: 'submission.notFound',
  message: 'This review is no longer open.',
  advice: 'Review the submission again.',
})

export const createSubmissions = (needs: SubmissionNeeds): Submissions => {
  const claims = createClaims()
  const reviews = createOpenReviews(claims.holds)
  const answers = createAnswers<Receipt>()
  const recovery: Recovery = {
    recover: (findRow) => recover(needs, findRow),
    nameRows: (findRow) => nameRows(needs.savedRecords, findRow),
  }
  const gate = createRecoveryGate(recovery, needs.savedRecords.knowsEarlier)
  const steps = createSteps({ ...needs, claims, accounted: gate.pass })

  const sendOnce = (reviewed: Reviewed, confirmed: Confirmed): Promise<Result<Receipt>> =>
    steps.letThrough(reviewed, confirmed, async (overrideReason) => {
      const prepared = await steps.prepare(reviewed, overrideReason)
      if (!prepared.ok) return prepared
      return steps.record(prepared.value, await steps.exchange(prepared.value))
    })

  return {
    review: async (draft, to) => {
      const reviewed = await makeReview(needs, draft, to, null)
      if (!reviewed.ok) return reviewed
      reviews.keep(reviewed.value)
      return ok(reviewed.value.review)
    },

    send: async (submissionId, confirmed) => {
      const known = answers.of(submissionId)
      if (known) return known
      const reviewed = reviews.get(submissionId)
      if (!reviewed) return notOpen
      const receipt = await answers.keep(submissionId, sendOnce(reviewed, confirmed))
      if (receipt.ok) reviews.close(submissionId)
      return receipt
    },

    discard: (submissionId) => {
      if (!claims.holds(submissionId)) reviews.close(submissionId)
    },

    rows: { review: (draft, to, row) => makeReview(needs, draft, to, row), ...steps },
    settle: createSettlement(needs, claims.holds),
    ...recovery,
    recover: gate.recover,

    busy: () =>
      claims.isEmpty() ? null : 'A submission is being sent. Its answer must be recorded first.',
  }
}

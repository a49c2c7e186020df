import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { ListPlace, Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { exchange } from './carry-out/exchange.ts'
import { createReceiptNumbers, prepare } from './carry-out/prepare.ts'
import { record } from './carry-out/record.ts'
import { type Confirmed, createClaims, type GuardNeeds, letThrough } from './guard/let-through.ts'
import { createRecovery } from './recover.ts'
import { makeReview, type Reviewed } from './reviews/make-review.ts'
import { createSettlement, receiptOf } from './settlement.ts'
import type { SubmissionNeeds } from './needs.ts'

/** How many sent submissions to remember: a repeated message gets the receipt. An older review counts as closed. */
const maxAnswered = 200

/**
 * Keeps the ids of sent submissions: a repeated message gets the receipt that `receiptOf` finds, and sends nothing. A
 * receipt may be large, so only its id is kept.
 */
const createAnswers = (receiptOf: (submissionId: string) => Promise<Result<Receipt>>) => {
  const under = new Map<string, Promise<Result<Receipt>>>()
  const answered = new Set<string>()
  return {
    of: (submissionId: string) =>
      under.get(submissionId) ?? (answered.has(submissionId) ? receiptOf(submissionId) : undefined),
    /** A refusal before the intent is written may be tried again; a receipt is final. */
    keep: async (submissionId: string, answer: Promise<Result<Receipt>>) => {
      under.set(submissionId, answer)
      try {
        const result = await answer
        if (result.ok) answered.add(submissionId)
        for (const oldest of [...answered].slice(0, -maxAnswered)) answered.delete(oldest)
        return result
      } finally {
        under.delete(submissionId)
      }
    },
  }
}

const maxReviewed = 50

/** Reviews that may still be sent. Opening too many closes the oldest one that is not being sent. */
const createOpenReviews = (isSending: (submissionId: string) => boolean) => {
  const open = new Map<string, Reviewed>()
  return {
    get: (submissionId: string) => open.get(submissionId),
    keep: (reviewed: Reviewed) => {
      open.set(reviewed.review.submissionId, reviewed)
      const waiting = [...open.keys()].filter((id) => !isSending(id))
      for (const id of waiting.slice(0, -maxReviewed)) open.delete(id)
    },
    close: (submissionId: string): void => void open.delete(submissionId),
  }
}

/** The steps of every submission: it passes the guard and, while guarded, is prepared, sent and recorded. */
const createSteps = (needs: GuardNeeds) => ({
  letThrough: letThrough.bind(null, needs),
  prepare: prepare.bind(null, { ...needs, newReceiptNumber: createReceiptNumbers() }),
  exchange: exchange.bind(null, needs),
  record: record.bind(null, needs),
})

const notOpen = fail({
  code: 'submission.notFound',
  message: 'This review is no longer open.',
  advice: 'Review the submission again.',
})

/**
 * Enroll, Implement and Opt-out. Each intent is on disk before the first byte is sent, is sent at most once, and ends
 * with an outcome or in doubt; only a person settles what is in doubt.
 */
export const createSubmissions = (needs: SubmissionNeeds) => {
  const claims = createClaims()
  const reviews = createOpenReviews(claims.holds)
  const answers = createAnswers(receiptOf.bind(null, needs))
  const { recover, pass } = createRecovery(needs)
  const steps = createSteps({ ...needs, claims, accounted: pass })

  const sendOnce = (reviewed: Reviewed, confirmed: Confirmed): Promise<Result<Receipt>> =>
    steps.letThrough(reviewed, confirmed, async (overrideReason) => {
      const prepared = await steps.prepare(reviewed, overrideReason)
      if (!prepared.ok) return prepared
      return steps.record(prepared.value, await steps.exchange(prepared.value))
    })

  return {
    /** See {@link makeReview}; the review stays open until it is discarded, or until too many others are open. */
    review: async (
      draft: SubmissionDraft,
      to: Destination,
      wagesBefore: number | null = null,
    ): Promise<Result<SubmissionReview>> => {
      const reviewed = await makeReview(needs, draft, to, null, wagesBefore)
      if (!reviewed.ok) return reviewed
      reviews.keep(reviewed.value)
      return ok(reviewed.value.review)
    },

    /**
     * Sends a reviewed submission once, to its reviewed destination. A repeated request with the same id returns the
     * same receipt.
     */
    send: async (submissionId: string, confirmed: Confirmed): Promise<Result<Receipt>> => {
      const known = answers.of(submissionId)
      if (known) return known
      const reviewed = reviews.get(submissionId)
      if (!reviewed) return notOpen
      const receipt = await answers.keep(submissionId, sendOnce(reviewed, confirmed))
      if (receipt.ok) reviews.close(submissionId)
      return receipt
    },

    discard: (submissionId: string) => {
      if (!claims.holds(submissionId)) reviews.close(submissionId)
    },

    /**
     * For the rows of lists: the list's sender decides when each row has its turn, and nothing else can send their
     * reviews.
     */
    rows: {
      review: (draft: SubmissionDraft, to: Destination, row: ListPlace) =>
        makeReview(needs, draft, to, row, null),
      ...steps,
    },
    settle: createSettlement(needs, claims.holds),
    /** Settles what the end of the last run left open. */
    recover,

    /** A sentence while something is being sent; otherwise null. */
    busy: () =>
      claims.isEmpty() ? null : 'A submission is being sent. Its answer must be recorded first.',
  }
}

export type Submissions = ReturnType<typeof createSubmissions>
export type RowSteps = Submissions['rows']

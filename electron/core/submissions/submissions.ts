import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { ListPlace, Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { exchange, type Exchanged, type ExchangeNeeds } from './carry-out/exchange.ts'
import {
  createReceiptNumbers,
  prepare,
  type Prepared,
  type PrepareNeeds,
} from './carry-out/prepare.ts'
import { record, type RecordNeeds } from './carry-out/record.ts'
import { type Confirmed, createClaims, type GuardNeeds, letThrough } from './guard/let-through.ts'
import { nameRows, recover, type RecoverNeeds, type Recovery } from './recovery/recover.ts'
import { createRecoveryGate } from './recovery/recovery-gate.ts'
import { makeReview, type Reviewed, type ReviewNeeds } from './reviews/make-review.ts'
import { createSettlement, type SettlementNeeds, type Verdict } from './settlement.ts'

/** Maximum number of kept answers for repeated messages; for an older one the review is no longer open. */
const maxAnswered = 200

/** Keeps sent submissions and their results: a repeated message gets the same answer and sends nothing. */
const createAnswers = <T>() => {
  const given = new Map<string, Promise<Result<T>>>()
  const answered: string[] = []
  return {
    of: (submissionId: string): Promise<Result<T>> | undefined => given.get(submissionId),
    /** A refusal before the first journal entry may be tried again; a receipt is final. */
    keep: async (submissionId: string, answer: Promise<Result<T>>): Promise<Result<T>> => {
      given.set(submissionId, answer)
      const result = await answer.catch((cause: unknown) => {
        given.delete(submissionId)
        throw cause
      })
      if (!result.ok) {
        given.delete(submissionId)
        return result
      }
      answered.push(submissionId)
      for (const oldest of answered.splice(0, answered.length - maxAnswered)) given.delete(oldest)
      return result
    },
  }
}

const maxReviewed = 50

/** Reviews that may still be sent. Opening too many closes the oldest, but never one that is being sent. */
const createOpenReviews = (isSending: (submissionId: string) => boolean) => {
  const open = new Map<string, Reviewed>()
  return {
    get: (submissionId: string): Reviewed | undefined => open.get(submissionId),
    keep: (reviewed: Reviewed): void => {
      open.set(reviewed.review.submissionId, reviewed)
      const waiting = [...open.keys()].filter((id) => !isSending(id))
      for (const id of waiting.slice(0, -maxReviewed)) open.delete(id)
    },
    close: (submissionId: string): void => void open.delete(submissionId),
  }
}

/** The steps of every submission: it passes the guard, and meanwhile is prepared, exchanged and recorded. */
interface Steps {
  /** See {@link letThrough}. */
  letThrough(
    reviewed: Reviewed,
    confirmed: Confirmed,
    work: (overrideReason: string) => Promise<Result<Receipt>>,
  ): Promise<Result<Receipt>>
  /** See {@link prepare}. */
  prepare(reviewed: Reviewed, overrideReason: string): Promise<Result<Prepared>>
  /** See {@link exchange}. */
  exchange(prepared: Prepared): Promise<Exchanged>
  /** See {@link record}. */
  record(
    prepared: Prepared,
    exchanged: Exchanged | null,
    onUnkept?: () => void,
  ): Promise<Result<Receipt>>
}

type StepNeeds = GuardNeeds & Omit<PrepareNeeds, 'newReceiptNumber'> & ExchangeNeeds & RecordNeeds

const createSteps = (needs: StepNeeds): Steps => {
  const numbered = { ...needs, newReceiptNumber: createReceiptNumbers() }
  return {
    letThrough: (...what) => letThrough(needs, ...what),
    prepare: (...what) => prepare(numbered, ...what),
    exchange: (prepared) => exchange(needs, prepared),
    record: (...what) => record(needs, ...what),
  }
}

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

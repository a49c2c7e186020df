import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#shared/errors.ts'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import type { Likeness, ListPlace, Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { SavedTransaction } from '../../environments/credentials/credentials.ts'
import { whyNotSeveral } from '../../participant/whom.ts'
import { findEarlier } from './earlier.ts'
import type { SubmissionNeeds } from '../needs.ts'
import { samenessOf, type Traits } from '../table/likeness.ts'

export interface Intent {
  readonly review: SubmissionReview
  readonly to: Destination
  readonly likeness: Likeness
  /** The recordkeeper's session in the request, if it has a TransURL; `secrets` is null if none were stored. */
  readonly session: { readonly secrets: SavedTransaction | null } | null
  readonly row: ListPlace | null
  readonly traits: Traits
}

/** The submissions that are being sent now, so that the same one is not sent a second time meanwhile. */
export const createClaims = () => {
  const claimed = new Map<string, Traits>()
  return {
    holds: (submissionId: string) => claimed.has(submissionId),
    isEmpty: () => claimed.size === 0,
    /**
     * Runs `work` and refuses the same submission meanwhile. Fails with `submission.alreadySent` if it is already under
     * way.
     */
    hold: async <T>(
      { review: { submissionId }, traits }: Intent,
      work: () => Promise<Result<T>>,
    ): Promise<Result<T>> => {
      if ([...claimed.values()].some((other) => samenessOf(traits, other) !== null)) {
        return fail({
          code: 'submission.alreadySent',
          message: 'The same submission is being sent right now.',
          advice: 'Wait for its receipt.',
        })
      }
      // The submission is claimed before the first await, so that no second intent can slip in.
      claimed.set(submissionId, traits)
      try {
        return await work()
      } finally {
        claimed.delete(submissionId)
      }
    },
  }
}

export type Confirmed = Omit<ParsedRequestOn<'submission.send'>, 'submissionId'>

const missing = (message: string, field?: keyof Confirmed): AppError => ({
  code: 'submission.confirmation',
  message,
  ...(field === undefined ? {} : { field }),
})

/** True if main asks a person before this is sent. A list in production asks once for all its rows. */
const needsPerson = ({ environment }: SubmissionReview, isRow: boolean) =>
  environment.kind === 'production' && !isRow

/** What the page must still say before `review` may be sent; null if nothing. */
export const unconfirmed = (
  review: SubmissionReview,
  isRow: boolean,
  confirmed: Confirmed,
): AppError | null => {
  const { subject, earlier, unusual } = review
  const asksPerson = needsPerson(review, isRow)
  if (asksPerson && subject.name.trim() === '' && subject.participantId.trim() === '') {
    return missing(
      'There is neither a name nor an id of the participant, so nothing is sent to production.',
    )
  }
  if (earlier?.needsReason && (confirmed.overrideReason ?? '').trim() === '') {
    return missing(
      'The same was accepted not long ago, and no reason was given for sending it again.',
      'overrideReason',
    )
  }
  // The question of main shows what is unusual.
  if (!asksPerson && unusual.length > 0 && confirmed.sendsUnusual !== true) {
    return missing(
      'The review names something unusual, and it was not confirmed that it is sent all the same.',
      'sendsUnusual',
    )
  }
  return null
}

/** The reason for sending the same submission again; empty if none is needed. */
const reasonGiven = ({ earlier }: SubmissionReview, { overrideReason = '' }: Confirmed) =>
  earlier?.needsReason ? overrideReason.trim() : ''

/**
 * Why a reviewed submission may no longer be sent: another environment is in use, its address changed, or it no longer
 * takes a file of several participants. Otherwise null.
 */
export const whyNotThere = (
  environments: SubmissionNeeds['environments'],
  { review: { environment, subject }, to }: Pick<Intent, 'review' | 'to'>,
): AppError | null =>
  environments.whyElsewhere(to) ??
  whyNotSeveral(subject, environments.takesSeveral(environment.id), environment.name)

/**
 * Why a submission may no longer be sent as reviewed: the same submission was sent or settled after the review, which
 * showed `earlier` or nothing. Null if it may be sent.
 */
export const whySince = (
  earlier: SubmissionReview['earlier'],
  now: SubmissionReview['earlier'],
): AppError | null => {
  if (now?.outcome === 'inDoubt') {
    return {
      code: 'submission.inDoubt',
      message: 'An earlier submission that was, or may have been, the same is in doubt.',
      advice: 'Open its receipt, find out what became of it, and settle it first.',
    }
  }
  // The same submission was sent or settled after the review, so the review neither said so nor asked for a reason.
  if (
    now !== null &&
    (now.receiptId !== earlier?.receiptId ||
      now.sentAt !== earlier.sentAt ||
      now.outcome !== earlier.outcome)
  ) {
    return {
      code: 'submission.alreadySent',
      message: 'This was sent, or settled as gone through, after the review was made.',
      advice: 'Review it again: the earlier receipt is shown there.',
    }
  }
  return null
}

/** Fails with `submission.notFound` if SID or Cookie were forgotten or entered again after the review. */
const whySessionChanged = async (
  readTransaction: SubmissionNeeds['readTransaction'],
  { session, review: { environment } }: Pick<Intent, 'session' | 'review'>,
) => {
  if (session === null) return ok(undefined)
  const stored = await readTransaction(environment.id)
  if (!stored.ok) return stored
  return isDeepStrictEqual(stored.value, session.secrets)
    ? ok(undefined)
    : fail({
        code: 'submission.notFound',
        message: `SID or Cookie of ${environment.name} has changed since this was reviewed. Nothing was sent.`,
        advice: 'Review the submission again.',
      })
}

type StillNeeds = Pick<
  SubmissionNeeds,
  'table' | 'savedRecords' | 'guard' | 'readTransaction' | 'environments'
>

/**
 * Checks that the review still holds: destination, SID and Cookie are unchanged, the environment still takes a file of
 * several participants, and the same submission was not sent since. If not, it fails with `environment.other`,
 * `participant.several`, `submission.notFound`, `submission.inDoubt` or `submission.alreadySent`, and nothing was sent.
 */
export const stillAsReviewed = async (
  needs: StillNeeds,
  intent: Pick<Intent, 'review' | 'to' | 'traits' | 'session'>,
): Promise<Result<void>> => {
  const elsewhere = whyNotThere(needs.environments, intent)
  if (elsewhere) return fail(elsewhere)
  const { review, traits } = intent
  const changed = await whySessionChanged(needs.readTransaction, intent)
  if (!changed.ok) return changed
  const found = await findEarlier(needs, traits)
  if (!found.ok) return found
  const since = whySince(review.earlier, found.value)
  return since ? fail(since) : ok(undefined)
}

export interface GuardNeeds extends SubmissionNeeds {
  readonly claims: Pick<ReturnType<typeof createClaims>, 'hold'>
  /** Fails while the outcome of the last run's submissions is unknown. */
  readonly accounted: () => Promise<Result<void>>
}

/**
 * Every submission passes this guard before it is sent: it is confirmed, in production by a person outside the page; the same one is not under way, the last run is
 * accounted for, and the review still holds. Then `work` runs with the reason for sending it again, which is empty if
 * none is needed. Until `work` ends, the same submission is refused.
 */
export const letThrough = async (
  needs: GuardNeeds,
  intent: Intent,
  confirmed: Confirmed,
  work: (overrideReason: string) => Promise<Result<Receipt>>,
): Promise<Result<Receipt>> => {
  const missing = unconfirmed(intent.review, intent.row !== null, confirmed)
  if (missing) return fail(missing)
  const { review } = intent
  if (needsPerson(review, intent.row !== null)) {
    const agreed = await needs.questions.sendSubmission(review, reasonGiven(review, confirmed))
    if (!agreed.ok) return agreed
  }
  return needs.claims.hold(intent, async () => {
    const accounted = await needs.accounted()
    if (!accounted.ok) return accounted
    const still = await stillAsReviewed(needs, intent)
    return still.ok ? work(reasonGiven(review, confirmed)) : still
  })
}

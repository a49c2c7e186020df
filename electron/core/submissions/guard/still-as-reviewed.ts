import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#shared/errors.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import type { Environments } from '../../environments/environments.ts'
import type { ExpressClient } from '../../express/express-client.ts'
import { whyNotSeveral } from '../../participant/whom.ts'
import type { Intent } from './intent.ts'
import { earlierThan, type LookBackNeeds } from './earlier-than.ts'

/**
 * Why a reviewed submission may not go any more: another place is in use, or it no longer takes a file of several;
 * otherwise null.
 */
export const whyNotThere = (
  environments: Pick<Environments, 'whyElsewhere' | 'takesSeveral'>,
  { review: { environment, subject }, to }: Pick<Intent, 'review' | 'to'>,
): AppError | null =>
  environments.whyElsewhere(to) ??
  whyNotSeveral(subject, environments.takesSeveral(environment.id), environment.name)

/** Why the same counts as sent or settled since a review that showed `earlier`, or nothing; null if it was not. */
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
  // It was sent or settled since the review, which did not say so and asked for no reason.
  if (now !== null && (now.receiptId !== earlier?.receiptId || now.outcome !== earlier.outcome)) {
    return {
      code: 'submission.alreadySent',
      message: 'This was sent, or settled as gone through, after the review was made.',
      advice: 'Review it again: the earlier receipt is shown there.',
    }
  }
  return null
}

/** Fails with `submission.notFound` if SID or Cookie were forgotten or entered anew since the review. */
const whySessionChanged = async (
  { credentials }: Pick<StillNeeds, 'credentials'>,
  { session, review: { environment } }: Pick<Intent, 'session' | 'review'>,
): Promise<Result<void>> => {
  if (session === null) return ok(undefined)
  const stored = await credentials.readTransaction(environment.id)
  if (!stored.ok) return stored
  return isDeepStrictEqual(stored.value, session.secrets)
    ? ok(undefined)
    : fail({
        code: 'submission.notFound',
        message: `SID or Cookie of ${environment.name} has changed since this was reviewed. Nothing was sent.`,
        advice: 'Review the submission again.',
      })
}

export interface StillNeeds extends LookBackNeeds {
  readonly credentials: Pick<Credentials, 'readTransaction'>
  readonly environments: Pick<Environments, 'whyElsewhere' | 'takesSeveral'>
  readonly express: Pick<ExpressClient, 'urlOf'>
}

/**
 * Whether the review still holds: the destination, that it takes a file of several, SID and Cookie, and that the same
 * was not sent since. Fails with `environment.other`, `participant.several`, `submission.notFound`, `submission.inDoubt` or
 * `submission.alreadySent`; nothing was sent then.
 */
export const stillAsReviewed = async (
  needs: StillNeeds,
  intent: Pick<Intent, 'review' | 'to' | 'likeness' | 'session'>,
): Promise<Result<void>> => {
  const elsewhere = whyNotThere(needs.environments, intent)
  if (elsewhere) return fail(elsewhere)
  const { review, likeness } = intent
  const { earlier, environment, operation, url } = review
  const urlNow = await needs.express.urlOf(operation, environment.id)
  if (!urlNow.ok) return urlNow
  if (urlNow.value !== url) {
    return fail({
      code: 'submission.notFound',
      message: `The address of ${environment.name} has changed since this was reviewed. Nothing was sent.`,
      advice: 'Review the submission again.',
    })
  }
  const changed = await whySessionChanged(needs, intent)
  if (!changed.ok) return changed
  const found = await earlierThan(needs, review, likeness)
  if (!found.ok) return found
  const since = whySince(earlier, found.value)
  return since ? fail(since) : ok(undefined)
}

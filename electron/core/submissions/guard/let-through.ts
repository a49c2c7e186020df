import { fail, type Result } from '#shared/result.ts'
import type { Intent } from './intent.ts'
import type { Claims } from './claims.ts'
import { reasonGiven, unconfirmed, type Confirmed } from './confirmations.ts'
import { stillAsReviewed, type StillNeeds } from './still-as-reviewed.ts'

export interface GuardNeeds extends StillNeeds {
  readonly claims: Claims
  /** Fails as long as the last run is not accounted for. */
  readonly accounted: () => Promise<Result<void>>
}

/**
 * The guard before everything that leaves: it is confirmed, nothing of the same is under way, the last run is accounted
 * for, and what the review said still holds. Then `work` is done, with the reason that was given for sending the same
 * again, empty where none is needed. Until it is over nothing of the same is let through.
 */
export const letThrough = async <T>(
  needs: GuardNeeds,
  intent: Intent,
  confirmed: Confirmed,
  work: (overrideReason: string) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const missing = unconfirmed(intent.review, intent.row !== null, confirmed)
  if (missing) return fail(missing)
  return needs.claims.hold(intent, async () => {
    const accounted = await needs.accounted()
    if (!accounted.ok) return accounted
    const still = await stillAsReviewed(needs, intent)
    return still.ok ? work(reasonGiven(intent.review, confirmed)) : still
  })
}

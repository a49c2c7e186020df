import { fail, type Result } from '#shared/result.ts'
import type { Intent } from './intent.ts'
import type { Claims } from './claims.ts'
import { reasonGiven, unconfirmed, type Confirmed } from './confirmations.ts'
import { stillAsReviewed, type StillNeeds } from './still-as-reviewed.ts'

export interface GuardNeeds extends StillNeeds {
  readonly claims: Claims
  /** Fails while the submissions of the last run are not accounted for. */
  readonly accounted: () => Promise<Result<void>>
}

/**
 * Everything that leaves passes this guard: it is confirmed, the same is not under way, the last run is accounted for,
 * and the review still holds. Then `work` runs with the reason for sending the same again, which is empty if none is
 * needed. Until it ends, the same submission is refused.
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

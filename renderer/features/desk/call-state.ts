import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { EarlierLike } from '#shared/desk/say.ts'
import type { SpokenPlan } from '#shared/desk/spoken-plans.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import type { PlanIndex } from '#shared/environments/plan-directory.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { plansOf, type CallTyped } from './call-typed.ts'

/** Names of the directory's plans, by {@link identityKey} of their ids. */
export const planNames = (index: PlanIndex): ReadonlyMap<string, string> =>
  new Map(index.map(({ plan }) => [identityKey(plan.planId), plan.name]))

/** The chosen plans with their names, as far as the directory knows them. */
export const plansSpokenOf = (
  typed: CallTyped,
  names: ReadonlyMap<string, string>,
): readonly SpokenPlan[] =>
  plansOf(typed).map(({ planId, planType }) => ({
    planId,
    planType,
    name: names.get(identityKey(planId)) ?? '',
  }))

const reviewedEarlier = ({ earlier }: SubmissionReview): EarlierLike | null => {
  if (earlier === null) return null
  const { outcome, settled, same, sentAt } = earlier
  if (outcome === 'inDoubt') return { became: 'inDoubt', sentAt }
  if (same === 'unknown') return { became: 'unknown', sentAt }
  return { became: settled?.wentThrough === false ? 'declined' : 'done', sentAt }
}

/**
 * The earlier opt-out that the read-back tells about: the one that the review names, otherwise the newest of this id for
 * one of these plans.
 */
export const earlierLike = (
  review: SubmissionReview,
  requests: readonly EarlierRequest[],
  here: Pick<EnvironmentView, 'id' | 'place'> | null,
): EarlierLike | null => {
  const named = reviewedEarlier(review)
  if (named !== null) return named
  const id = identityKey(review.subject.participantId)
  const plans = new Set(review.plans.map(({ planId }) => identityKey(planId)))
  for (const { standing, settled, sentAt, participantId, plans: of, environment } of requests) {
    const isTheirs =
      identityKey(participantId) === id && here !== null && isSamePlace(environment, here)
    if (!isTheirs || standing === null || standing === 'notSent') continue
    if (!of.some(({ planId }) => plans.has(identityKey(planId)))) continue
    if (settled !== null) return { became: settled.wentThrough ? 'done' : 'declined', sentAt }
    return { became: standing, sentAt }
  }
  return null
}

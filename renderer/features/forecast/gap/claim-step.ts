import { ageAt } from '#shared/age-at.ts'
import { claimAgeOf, latestClaim, openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'
import type { PlanOnScreen } from './plan-on-screen.ts'

/**
 * True if the plan's claim age can still be raised to the last claim age, so that this can be
 * offered as a step.
 */
export const useClaimStep = () => {
  const participant = useParticipant()
  return ({ saved, strategy, isInPhases }: PlanOnScreen): boolean => {
    const { profile } = participant
    const now = strategy.claimAge ?? claimAgeOf(strategy.side.strategy)
    return (
      !isInPhases &&
      saved.claim === undefined &&
      saved.inputs.ExcludeSocialSecurity !== true &&
      now !== null &&
      now < latestClaim &&
      (saved.inputs.Salary ?? profile?.salary ?? null) !== null &&
      openClaimAges(ageAt(profile?.dateOfBirth ?? '', new Date())).length > 1
    )
  }
}

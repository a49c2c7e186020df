import { ageAt } from '#shared/age-at.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { claimAgeOf, latestClaim, openClaimAges } from '#shared/strategy/claim-approximation.ts'
import { useParticipant } from '../../../../stores/participant-store.ts'
import type { FoundClaim } from '../claim/claim-plan.ts'
import type { Step } from './gap-words.ts'

interface Planned {
  readonly saved: SavedForecast
  readonly current: Strategy
}

interface ClaimStepQuestion {
  readonly plan: Planned
  /** The plan's claim at an age, unless it is no longer wanted. */
  readonly claimAt: (age: number) => Promise<FoundClaim | 'stopped'>
  readonly ask: (inputs: ForecastInputs, claim: Claim) => Promise<SavedForecast | 'stopped'>
}

/** Claiming at the last age: two phases, so no single gain stands for it. */
export const useClaimStep = () => {
  const participant = useParticipant()

  /** Most forecasts for it, and Case information on top; 0 if the claim cannot move. */
  const asksFor = (plan: Planned | null) => {
    if (plan === null || plan.saved.inputs.ExcludeSocialSecurity === true) return 0
    const { profile } = participant
    const now = claimAgeOf(plan.current)
    const isOpen =
      now !== null &&
      now < latestClaim &&
      (plan.saved.inputs.Salary ?? profile?.salary ?? null) !== null &&
      openClaimAges(ageAt(profile?.dateOfBirth ?? '', new Date())).length > 1
    if (!isOpen) return 0
    return 1
  }

  const step = async (question: ClaimStepQuestion) => {
    const { plan, claimAt, ask } = question
    const { inputs } = plan.saved
    if (claimAgeOf(plan.current) === null) return null
    const last = await claimAt(latestClaim)
    if (last === 'stopped') return null
    const none: Step = { lever: 'claim', at: latestClaim, more: null, between: false, answer: null }
    if (last.kind === 'noAmount') return none
    const answer = await ask(inputs, last.claim)
    return answer === 'stopped' ? null : { ...none, answer }
  }

  return { asksFor, step }
}

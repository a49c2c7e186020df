import { ageAt } from '#shared/age-at.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import {
  changesNothing,
  claimAgeOf,
  latestClaim,
  openClaimAges,
} from '#shared/strategy/claim-approximation.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
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
  /** The plan's typical income in an answer, dollars a month. */
  readonly monthOf: (answer: SavedForecast) => number | null
  /** The same of today's strategy with a claim entered alike. */
  readonly alikeMonth: (claim: Claim) => number | null
}

/**
 * The gain from claiming at the last age: the plan with Social Security entered as a pension from then on, against the
 * same plan with it entered the same way at the present claim age. So the method itself adds nothing to the figure.
 */
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
    return changesNothing(plan.saved) ? 2 : 3
  }

  const step = async (question: ClaimStepQuestion) => {
    const { plan, claimAt, ask, monthOf, alikeMonth } = question
    const { inputs } = plan.saved
    const now = claimAgeOf(plan.current)
    if (now === null) return null
    const last = await claimAt(latestClaim)
    if (last === 'stopped') return null
    const none: Step = { lever: 'claim', at: latestClaim, more: null, between: false, answer: null }
    if (last.kind === 'noAmount') return none
    const answer = await ask(inputs, last.claim)
    if (answer === 'stopped') return null
    const after = monthOf(answer)
    const gainOver = (from: number | null): Step => ({
      ...none,
      answer,
      more: after === null || from === null ? null : wholeDifference(after, from),
    })
    if (changesNothing(plan.saved)) return gainOver(alikeMonth(last.claim))
    const same = await claimAt(now)
    if (same === 'stopped') return null
    if (same.kind === 'noAmount') return gainOver(null)
    const before = await ask(inputs, same.claim)
    return before === 'stopped' ? null : gainOver(monthOf(before))
  }

  return { asksFor, step }
}

import { hash } from 'node:crypto'

/** Initial standing of a person invented by `npm run people`. */
type InventedStanding = 'enrolled' | 'optedOut' | 'onHold' | 'notEnrolled'

/** Percent of people; the others are enrolled. */
const shares = { notEnrolled: 6, optedOut: 5, onHold: 4 } as const
const misspelledShare = 4

/** From 0 to under 100, constant for a text. */
const drawn = (text: string): number =>
  (parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 32) * 100

/**
 * Ids show that they are invented, so that Training knows a hundred thousand people without storing one. A misspelled
 * id does not match.
 */
const personId = /^GP([A-Za-z0-9]{1,20})-\d{5,6}$/
const planId = /^PLAN([A-Za-z0-9]{1,20})-\d{1,2}-\d$/

/** The participant's standing in the plan; null for anybody who was not invented, and for a plan that is not theirs. */
export const inventedStanding = (participant: string, plan: string): InventedStanding | null => {
  const seed = personId.exec(participant)?.[1]
  if (seed === undefined || planId.exec(plan)?.[1] !== seed) return null
  const at = drawn(participant)
  const { notEnrolled, optedOut, onHold } = shares
  if (at < notEnrolled) return 'notEnrolled'
  if (at < notEnrolled + optedOut) return 'optedOut'
  return at < notEnrolled + optedOut + onHold ? 'onHold' : 'enrolled'
}

/** The two ids as a list has them: for a few people one is mistyped. */
export const asWritten = (
  participant: string,
  plan: string,
): { readonly participantId: string; readonly planId: string } => {
  const at = personId.test(participant) ? drawn(`spelling of ${participant}`) : 100
  if (at >= misspelledShare) return { participantId: participant, planId: plan }
  return at < misspelledShare / 2
    ? { participantId: participant.replace(/0(?=\d*$)/, 'O'), planId: plan }
    : { participantId: participant, planId: plan.replace(/-(?=\d$)/, '') }
}

import { hash } from 'node:crypto'

/** Percent of the people made by `npm run people`; all others are enrolled. */
const shares = { notEnrolled: 6, optedOut: 5, onHold: 4 }

/** A number from 0 to under 100, always the same for a text. */
export const drawn = (text: string): number =>
  (parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 32) * 100

/**
 * The ids of invented people, recognized by their form, so that Training can know a hundred
 * thousand people without storing any. A misspelled id does not match.
 */
export const personId = /^GP([A-Za-z0-9]{1,20})-\d{5,6}$/
const planId = /^PLAN([A-Za-z0-9]{1,20})-\d{1,2}-\d$/

/**
 * The initial standing of a participant in a plan: not enrolled if the participant is not an invented one, or is not in
 * the plan.
 */
export const inventedStanding = (participant: string, plan: string) => {
  const seed = personId.exec(participant)?.[1]
  if (seed === undefined || planId.exec(plan)?.[1] !== seed) return 'notEnrolled'
  const at = drawn(participant)
  const { notEnrolled, optedOut, onHold } = shares
  if (at < notEnrolled) return 'notEnrolled'
  if (at < notEnrolled + optedOut) return 'optedOut'
  return at < notEnrolled + optedOut + onHold ? 'onHold' : 'default'
}

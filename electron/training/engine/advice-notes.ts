import type { AccountAdvice } from './account-advice.ts'
import { ownPercent, unclaimedMatchPoints, type Strategy } from './advice.ts'
import type { Household } from './household.ts'

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10)

const accountNote = (planId: string, advice: AccountAdvice | null, isChanged: boolean): string => {
  if (!advice) return `${planId}: left alone, nothing is paid into it any more.`
  const { reasons } = advice
  if (isChanged) return `${planId}: changed for ${reasons.join('; ')}.`
  if (reasons.length === 0) return `${planId}: left as it is, within the bands of the age.`
  const cause = advice.isChanged
    ? 'a change would lower income in poor and in typical markets'
    : 'the plan has no better way'
  return `${planId}: left as it is in spite of ${reasons.join('; ')}: ${cause}.`
}

const savingsNote = (household: Household, current: Strategy, revised: Strategy): string => {
  if (revised.rates === current.rates) return 'Savings: left as they are.'
  const [from, to] = [ownPercent(household, current.rates), ownPercent(household, revised.rates)]
  const match = unclaimedMatchPoints(household)
  const cause = match > 0 ? 'the employer’s match is not used up' : 'the goal is not safely reached'
  return `Savings: from ${oneDecimal(from)} to ${oneDecimal(to)} % of pay, as ${cause}.`
}

/** Why Revised is what it is, one sentence for each account and one for the savings. */
export const adviceNotes = (
  household: Household,
  advice: readonly (AccountAdvice | null)[],
  current: Strategy,
  revised: Strategy,
): readonly string[] => [
  ...household.accounts.map(({ planId, id }, index) =>
    accountNote(
      planId || id,
      advice[index] ?? null,
      revised.allocations[index] !== current.allocations[index],
    ),
  ),
  savingsNote(household, current, revised),
]

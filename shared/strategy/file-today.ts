import { identityKey } from '../identity-key.ts'
import type { Contribution, ParticipantProfile } from '../participant/profile.ts'
import type { SavingKind } from './savings-changes.ts'

/** What a participant's file says of today: the side that every change starts from. */

const totalOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 ? null : values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

/** What of a file a forecast depends on, whatever else a reader knows of it. */
const factsOf = ({ dateOfBirth, gender, state, socialSecurityFlag, salary, pensions, accounts, contributions }: ParticipantProfile) => [
  [dateOfBirth, gender, state, socialSecurityFlag, salary],
  pensions.map(({ amount, startYear, cola }) => [amount, startYear, cola]),
  accounts.map(({ planId, planType, status, holdings }) => [planId, planType, status, holdings.map(({ fundId, balance }) => [fundId, balance])]),
  contributions.map(({ kind, planId, rate, amount }) => [kind, planId, rate, amount]),
]

/** Whether a file says now what it said then, as far as a forecast depends on it; what is not known differs from nothing. */
export const saysTheSame = (then: ParticipantProfile | null, now: ParticipantProfile | null): boolean =>
  then === null || now === null || JSON.stringify(factsOf(then)) === JSON.stringify(factsOf(now))

/** Percent of pay and dollars a year; null where the file says neither. */
export interface RateToday {
  readonly percent: number | null
  readonly dollars: number | null
}

/**
 * How much goes into a plan today, by kind. A rule that names no plan is the plan's own where `isOnlyOne`: no other plan
 * is saved into in that kind. Null where the file says nothing of it.
 */
export const savedToday = (
  profile: ParticipantProfile | null,
  planId: string,
  kind: SavingKind | null,
  isOnlyOne: boolean,
): RateToday | null => {
  const ofKind = (profile?.contributions ?? []).filter((rule) => rule.kind === kind)
  const isTheirs = (rule: Contribution): boolean =>
    rule.planId === '' ? isOnlyOne : identityKey(rule.planId) === identityKey(planId)
  const rules = ofKind.filter(isTheirs)
  const today = { percent: totalOf(rules.map(({ rate }) => rate)), dollars: totalOf(rules.map(({ amount }) => amount)) }
  return today.percent === null && today.dollars === null ? null : today
}

/**
 * Percent of the account that each fund of a plan makes up today, by key of the fund's id; null where the file does not
 * say: no such plan or several, a holding without a balance, or nothing in it.
 */
export const heldToday = (profile: ParticipantProfile | null, planId: string): ReadonlyMap<string, number> | null => {
  const accounts = (profile?.accounts ?? []).filter((account) => identityKey(account.planId) === identityKey(planId))
  const [account] = accounts
  if (account === undefined || accounts.length > 1) return null
  const total = totalOf(account.holdings.map(({ balance }) => balance))
  if (total === null || total <= 0) return null
  const shares = new Map<string, number>()
  for (const { fundId, balance } of account.holdings) {
    const key = identityKey(fundId)
    shares.set(key, (shares.get(key) ?? 0) + ((balance ?? 0) / total) * 100)
  }
  return shares
}

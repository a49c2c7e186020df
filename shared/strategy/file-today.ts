import { identityKey } from '../identity-key.ts'
import { matchOf } from '../participant/match.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import { together, type Figure } from '../savings/figures.ts'
import type { FileSavings, FileSavingsRow } from '../savings/file-savings.ts'

/** What a participant's file says of today: the side that every change starts from. */

const totalOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce<number | null>(
        (sum, value) => (sum === null || value === null ? null : sum + value),
        0,
      )

/** What of a file a forecast depends on, whatever else a reader knows of it. */
const factsOf = ({
  dateOfBirth,
  gender,
  state,
  socialSecurityFlag,
  salary,
  pensions,
  accounts,
  contributions,
}: ParticipantProfile) => [
  [dateOfBirth, gender, state, socialSecurityFlag, salary],
  pensions.map(({ amount, startYear, cola }) => [amount, startYear, cola]),
  accounts.map(({ planId, planType, status, holdings }) => [
    planId,
    planType,
    status,
    holdings.map(({ fundId, balance }) => [fundId, balance]),
  ]),
  contributions.map((rule) => [rule.kind, rule.planId, rule.rate, rule.amount, matchOf(rule)]),
]

/** Whether a file says now what it said then, as far as a forecast depends on it; what is not known differs from nothing. */
export const saysTheSame = (
  then: ParticipantProfile | null,
  now: ParticipantProfile | null,
): boolean =>
  then === null || now === null || JSON.stringify(factsOf(then)) === JSON.stringify(factsOf(now))

/** What is saved in a kind today: by the file, as far as the limits leave it where they cut something off. */
export interface SavedToday extends Figure {
  readonly isLimited: boolean
}

const notNothing = (figure: Figure, isLimited: boolean): SavedToday | null =>
  figure.percent === null && figure.dollars === null ? null : { ...figure, isLimited }

/**
 * How much goes into a plan today, by kind. A rule that names no plan is the plan's own where `isOnlyOne`: no other plan
 * is saved into in that kind. Null where the file says nothing of it.
 */
export const savedToday = (
  { rows, limited }: FileSavings,
  planId: string,
  kind: FileSavingsRow['kind'] | null,
  isOnlyOne: boolean,
): SavedToday | null => {
  const rules = rows.filter(
    (row) =>
      row.kind === kind &&
      (row.planId === '' ? isOnlyOne : identityKey(row.planId) === identityKey(planId)),
  )
  return notNothing(together(rules.map(({ counted }) => counted)), limited !== null)
}

/**
 * Percent of the account that each fund of a plan makes up today, by key of the fund's id; null where the file does not
 * say: no such plan or several, a holding without a balance, or nothing in it.
 */
export const heldToday = (
  profile: ParticipantProfile | null,
  planId: string,
): ReadonlyMap<string, number> | null => {
  const accounts = (profile?.accounts ?? []).filter(
    (account) => identityKey(account.planId) === identityKey(planId),
  )
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

import { identityKey } from '../identity-key.ts'
import { matchDollars, matchOf, type Match } from '../participant/match.ts'
import type { Contribution } from '../participant/profile.ts'
import { roomOfYear, type LimitedPlan } from './limits.ts'
import type { SavingYear } from './saving-year.ts'

export type ContributionKind = Contribution['kind']

/** One kind of savings into one account, before the limits. */
export interface ContributionRate {
  /** Index into the accounts. */
  readonly account: number
  readonly kind: ContributionKind
  /** Percent of pay, without a match. */
  readonly percent: number
  /** Dollars a year if there is no percentage, otherwise 0. */
  readonly amount: number
  /**
   * Only for an employer, the rule for what is added to each dollar saved; null for money paid
   * regardless of the participant's savings.
   */
  readonly match: Match | null
}

/**
 * Finds the account that a contribution goes into: the one that it names, otherwise the only one
 * that other contributions name, otherwise the first open account.
 */
export const accountFinder = (
  contributions: readonly Contribution[],
  accounts: readonly LimitedPlan[],
): ((planId: string) => number) => {
  const find = (planId: string): number =>
    accounts.findIndex(
      (account) =>
        identityKey(account.planId) === identityKey(planId) && account.takesContributions,
    )
  const firstOpen = accounts.findIndex((account) => account.takesContributions)
  const named = [...new Set(contributions.map(({ planId }) => identityKey(planId)))].filter(
    (planId) => planId !== '',
  )
  const only = named.length === 1 ? find(named[0] ?? '') : -1
  return (planId) => {
    const own = planId === '' ? only : find(planId)
    return own >= 0 ? own : firstOpen
  }
}

/** A file's contribution into an account; null if it cannot be understood. */
export const rateOf = (contribution: Contribution, account: number): ContributionRate | null => {
  const match = matchOf(contribution)
  if (match !== null && match.steps.length === 0) return null
  const percent = match === null ? Math.min(100, Math.max(0, contribution.rate ?? 0)) : 0
  return {
    account,
    kind: contribution.kind,
    percent,
    // A file with both a rate and an amount states the same money twice. The rate is used, because
    // it also applies to later pay.
    amount: percent > 0 || match !== null ? 0 : Math.max(0, contribution.amount ?? 0),
    match,
  }
}

/**
 * What the employer promises for a year in which the participant defers `deferred` dollars, in
 * dollars before the limits.
 */
export const promisedBy = (
  { match, percent, amount }: ContributionRate,
  deferred: number,
  countedPay: number,
): number =>
  amount +
  (match === null ? (countedPay * percent) / 100 : (matchDollars(match, deferred, countedPay) ?? 0))

/**
 * A year's savings in the order of the rates, and the excess over the plans' limits, in dollars.
 * The savings are within the limits in {@link roomOfYear} and the plan's own. The employer matches
 * actual deferrals, saved evenly through the year or trued up at its end.
 */
export const yearOfSavings = (
  rates: readonly ContributionRate[],
  accounts: readonly LimitedPlan[],
  salary: number,
  year: SavingYear,
) => {
  const amounts = new Array<number>(rates.length).fill(0)
  /** The part of each amount that becomes Roth although it was requested as pre-tax. */
  const madeRoth = new Array<number>(rates.length).fill(0)
  const countedPay = Math.min(salary, year.law.figures.compensation.value)
  const room = roomOfYear(accounts, salary, year)
  let payLeft = salary
  let overflow = 0
  for (const [index, rate] of rates.entries()) {
    if (rate.kind === 'employer' || !accounts[rate.account]) continue
    const wanted = Math.min(payLeft, (salary * rate.percent) / 100 + rate.amount)
    const paid = room.own(rate.account, rate.kind === 'posttax', wanted)
    amounts[index] = paid
    if (rate.kind === 'pretax') madeRoth[index] = room.madeRoth(rate.account, paid)
    overflow += wanted - paid
    payLeft -= wanted
  }
  for (const [index, rate] of rates.entries()) {
    if (rate.kind !== 'employer') continue
    const deferred = rates.reduce(
      (sum, other, position) =>
        other.account === rate.account && other.kind !== 'employer'
          ? sum + (amounts[position] ?? 0)
          : sum,
      0,
    )
    amounts[index] = room.employer(rate.account, promisedBy(rate, deferred, countedPay))
  }
  return { amounts, madeRoth, overflow }
}
export type YearOfSavings = Readonly<ReturnType<typeof yearOfSavings>>

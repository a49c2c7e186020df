import type { Contribution } from '#shared/participant/profile.ts'
import { contributionLimits as limits } from '#shared/participant/contribution-limits.ts'
import { realSalaryGrowth } from './assumptions.ts'
import { roomOfYear } from './contribution-limits.ts'
import type { PlanAccount } from './household.ts'
import type { ForecastInput } from './input.ts'

export type ContributionKind = Contribution['kind']

/** One source of savings into one account, as asked for, before the limits. */
export interface ContributionRate {
  /** Index into the household's accounts. */
  readonly account: number
  readonly kind: ContributionKind
  /** Percent of pay. For the employer the most it pays. */
  readonly percent: number
  /** Dollars a year, instead of the percentage; 0 where there is a percentage. */
  readonly amount: number
  /** Employer only: percent of each employee dollar that it adds; 0 for money paid whatever the employee saves. */
  readonly matchRate: number
  /** Employer only: employee percent of pay above which nothing is added. */
  readonly matchLimit: number
}

const numberIn = (attributes: Readonly<Record<string, string>>, pattern: RegExp): number | null => {
  const entry = Object.entries(attributes).find(([key, value]) => pattern.test(key) && Number.isFinite(Number(value)))
  return entry ? Number(entry[1]) : null
}

const rateOf = (contribution: Contribution, account: number): ContributionRate => {
  const percent = Math.min(100, Math.max(0, contribution.rate ?? 0))
  const upTo = numberIn(contribution.attributes, /match.*(limit|upto|max)/i)
  const rate = numberIn(contribution.attributes, /match(?!.*(limit|upto|max))/i)
  return {
    account,
    kind: contribution.kind,
    percent,
    // A file that gives both says the same money twice; the rate follows the pay of later years.
    amount: percent > 0 ? 0 : Math.max(0, contribution.amount ?? 0),
    matchRate: contribution.kind === 'employer' ? (rate ?? (upTo === null ? 0 : 100)) : 0,
    matchLimit: upTo ?? percent,
  }
}

/** SavingsType's code list is not published; `0` is pre-tax, names and the neighbouring codes are read as they sound. */
const kindOfSavings = (type: string): ContributionKind =>
  /roth|^2$/i.test(type) ? 'roth' : /post|after|^1$/i.test(type) ? 'posttax' : 'pretax'

/** The participant's contribution rates, with the request's SavingsRateDetails in place of the same source and plan. */
export const contributionRates = (
  input: ForecastInput,
  accounts: readonly PlanAccount[],
): readonly ContributionRate[] => {
  const firstOpen = accounts.findIndex((account) => account.takesContributions)
  const accountFor = (planId: string): number => {
    const named = accounts.findIndex((account) => account.planId === planId && account.takesContributions)
    return named >= 0 ? named : firstOpen
  }
  const recorded = input.profile.contributions.map((contribution) =>
    rateOf(contribution, accountFor(contribution.planId)),
  )
  const asked = (input.SavingsRateDetails ?? []).map((detail) => ({
    account: accountFor(detail.PlanId),
    kind: kindOfSavings(detail.SavingsType),
    percent: Math.min(100, Math.max(0, Number(detail.Value) || 0)),
    amount: 0,
    matchRate: 0,
    matchLimit: 0,
  }))
  const replaced = (rate: ContributionRate): boolean =>
    asked.some((one) => one.account === rate.account && one.kind === rate.kind)
  return [...recorded.filter((rate) => !replaced(rate)), ...asked].filter((rate) => rate.account >= 0)
}

/** Dollars saved in one year, by source in the order of the rates, and what the limits push out of the plans. */
export interface YearOfSavings {
  readonly amounts: readonly number[]
  /** What of each amount goes in as Roth although it was asked for before tax. */
  readonly madeRoth: readonly number[]
  readonly overflow: number
}

/**
 * What is saved at an age, dollars of today, within the limits of {@link roomOfYear} and the plan's own, with the
 * employer's match of what was really deferred. Limits keep pace with prices.
 */
export const yearOfSavings = (
  rates: readonly ContributionRate[],
  accounts: readonly PlanAccount[],
  salary: number,
  age: number,
): YearOfSavings => {
  const amounts = new Array<number>(rates.length).fill(0)
  const madeRoth = new Array<number>(rates.length).fill(0)
  const countedPay = Math.min(salary, limits.compensation)
  const room = roomOfYear(accounts, salary, age)
  let payLeft = salary
  let overflow = 0
  for (const [index, rate] of rates.entries()) {
    if (rate.kind === 'employer' || !accounts[rate.account]) continue
    const wanted = Math.min(payLeft, (salary * rate.percent) / 100 + rate.amount)
    const paid = room.own(rate.account, rate.kind !== 'posttax', wanted)
    amounts[index] = paid
    if (rate.kind === 'pretax') madeRoth[index] = room.madeRoth(rate.account, paid)
    overflow += wanted - paid
    payLeft -= wanted
  }
  for (const [index, rate] of rates.entries()) {
    if (rate.kind !== 'employer') continue
    const deferred = rates.reduce(
      (sum, other, position) =>
        other.account === rate.account && other.kind !== 'employer' ? sum + (amounts[position] ?? 0) : sum,
      0,
    )
    const matched = Math.min(deferred, (countedPay * rate.matchLimit) / 100)
    const promised = rate.matchRate > 0 ? (matched * rate.matchRate) / 100 : (countedPay * rate.percent) / 100
    amounts[index] = room.employer(rate.account, promised + rate.amount)
  }
  return { amounts, madeRoth, overflow }
}

/** Salary after `years` years in today's dollars. */
export const salaryAfter = (salary: number, years: number): number => salary * realSalaryGrowth ** years

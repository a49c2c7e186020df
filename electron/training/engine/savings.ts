import {
  accountFinder,
  rateOf,
  type ContributionKind,
  type ContributionRate,
} from '#shared/savings/year-of-savings.ts'
import { realSalaryGrowth } from './assumptions.ts'
import type { PlanAccount } from './household.ts'
import type { ForecastInput } from './input.ts'

/** SavingsType's code list is not published; `0` is pre-tax, names and the neighboring codes are taken literally. */
const kindOfSavings = (type: string): ContributionKind =>
  /roth|^2$/i.test(type) ? 'roth' : /post|after|^1$/i.test(type) ? 'posttax' : 'pretax'

/** The participant's contribution rates; the request's SavingsRateDetails replace the same source and plan. */
export const contributionRates = (
  input: ForecastInput,
  accounts: readonly PlanAccount[],
): readonly ContributionRate[] => {
  const { contributions } = input.profile
  const accountFor = accountFinder(contributions, accounts)
  const recorded = contributions.flatMap(
    (contribution) => rateOf(contribution, accountFor(contribution.planId)) ?? [],
  )
  const asked = (input.SavingsRateDetails ?? []).map((detail) => ({
    account: accountFor(detail.PlanId),
    kind: kindOfSavings(detail.SavingsType),
    percent: Math.min(100, Math.max(0, Number(detail.Value) || 0)),
    amount: 0,
    match: null,
  }))
  const replaced = (rate: ContributionRate): boolean =>
    asked.some((one) => one.account === rate.account && one.kind === rate.kind)
  return [...recorded.filter((rate) => !replaced(rate)), ...asked].filter(
    (rate) => rate.account >= 0,
  )
}

/** Salary after `years` years in today's dollars. */
export const salaryAfter = (salary: number, years: number): number =>
  salary * realSalaryGrowth ** years

import { wholeMatchAt } from '#shared/participant/match.ts'
import { limits, planKindOf } from '#shared/savings/limits.ts'
import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { adviseAccount, type AccountAdvice } from './account-advice.ts'
import { adviceRules } from './advice-rules.ts'
import { currentAllocation, exposureIn, type Allocation } from './allocation.ts'
import type { Household } from './household.ts'
import type { StrategyChoice } from './plan.ts'

/** A strategy before its projection. */
export interface Strategy extends StrategyChoice {
  readonly type: 'Current' | 'Revised'
  /** In the order of the household's accounts. */
  readonly allocations: readonly Allocation[]
}

const strategyOf = (
  household: Household,
  type: Strategy['type'],
  allocations: readonly Allocation[],
  rates: readonly ContributionRate[],
): Strategy => ({
  type,
  allocations,
  rates,
  exposure: (index, year) => {
    const allocation = allocations[index]
    if (!allocation) throw new RangeError(`no allocation for account ${index}`)
    return exposureIn(household, allocation, year)
  },
})

/** The participant's strategy today. */
export const currentStrategy = (household: Household): Strategy =>
  strategyOf(household, 'Current', household.accounts.map(currentAllocation), household.rates)

/** Advice skips an account without further contributions, unless there is no other. */
export const isAdvisable = (household: Household, index: number): boolean =>
  (household.accounts[index]?.takesContributions ?? false) ||
  !household.accounts.some((account) => account.takesContributions)

/** Own savings today over all sources, percent of pay. */
export const ownPercent = (household: Household, rates: readonly ContributionRate[]): number =>
  household.salary > 0
    ? rates
        .filter((rate) => rate.kind !== 'employer')
        .reduce((sum, rate) => sum + rate.percent + (rate.amount / household.salary) * 100, 0)
    : 0

const countedPay = ({ salary }: Household): number => Math.min(salary, limits.compensation)

/** Whole points of pay, rounded up, missing to every employer's full match; 0 if none. */
export const unclaimedMatchPoints = (household: Household): number =>
  Math.max(
    0,
    ...household.rates
      .flatMap(({ match }) =>
        match === null ? [] : (wholeMatchAt(match, countedPay(household)) ?? []),
      )
      .map((whole) => Math.ceil(whole - ownPercent(household, household.rates))),
  )

/** Rates with up to `mostPoints` whole points of pay more, as far as no limit cuts them off. */
const proposedRates = (household: Household, mostPoints: number): readonly ContributionRate[] => {
  const { rates, salary, accounts, age } = household
  const working = salary > 0 && household.retirementAge > age
  const isWorkplace = (index: number): boolean => {
    const account = accounts[index]
    return (
      account !== undefined && account.takesContributions && planKindOf(account) !== 'individual'
    )
  }
  const workplace = accounts.findIndex((_, index) => isWorkplace(index))
  const open =
    workplace >= 0 ? workplace : accounts.findIndex((account) => account.takesContributions)
  if (!working || open < 0) return rates
  const rateOf = (kind: ContributionRate['kind']): number => {
    const inWorkplace = rates.findIndex((rate) => rate.kind === kind && isWorkplace(rate.account))
    return inWorkplace >= 0 ? inWorkplace : rates.findIndex((rate) => rate.kind === kind)
  }
  const position = rateOf('pretax') >= 0 ? rateOf('pretax') : rateOf('roth')
  const own = ownPercent(household, rates)
  const room = Math.floor(Math.min(mostPoints, adviceRules.mostOwnSavings - own))
  for (let points = room; points > 0; points--) {
    const kind = accounts[open]?.balanceKind === 'Roth' ? 'roth' : 'pretax'
    const added: ContributionRate = { account: open, kind, percent: points, amount: 0, match: null }
    const proposal =
      position < 0
        ? [...rates, added]
        : rates.map((rate, index) =>
            index === position ? { ...rate, percent: rate.percent + points } : rate,
          )
    const before = yearOfSavings(rates, accounts, salary, age).overflow
    if (yearOfSavings(proposal, accounts, salary, age).overflow <= before + 0.01) return proposal
  }
  return rates
}

/** Whether every account keeps its holdings. */
export const hasSameFunds = (left: Strategy, right: Strategy): boolean =>
  left.allocations.every((allocation, index) => allocation === right.allocations[index])

/** Advice on every account that advice may touch, in the order of the accounts; `null` for the others. */
export const accountAdvice = (
  household: Household,
  isSafe: boolean,
): readonly (AccountAdvice | null)[] =>
  household.accounts.map((account, index) =>
    isAdvisable(household, index) ? adviseAccount(household, account, isSafe) : null,
  )

/**
 * Revised strategies in the order tried: the advised funds, then today's funds; both with up to `mostPoints` points of
 * pay more saved. `advice` comes from {@link accountAdvice}.
 */
export const revisedCandidates = (
  household: Household,
  current: Strategy,
  advice: readonly (AccountAdvice | null)[],
  mostPoints: number,
): readonly Strategy[] => {
  const rates = proposedRates(household, mostPoints)
  const allocations = current.allocations.map((allocation, index) => {
    const advised = advice[index]
    return advised?.isChanged ? advised.allocation : allocation
  })
  return [allocations, current.allocations].map((chosen) =>
    strategyOf(household, 'Revised', chosen, rates),
  )
}

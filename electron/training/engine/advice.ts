import {
  advisedAllocation,
  betterPaidAllocation,
  currentAllocation,
  exposureIn,
  glidingLike,
  partOfTheWay,
  spreadAllocation,
  type Allocation,
} from './allocation.ts'
import type { Household, PlanAccount } from './household.ts'
import type { StrategyChoice } from './plan.ts'
import { yearOfSavings, type ContributionRate } from './savings.ts'

/** A strategy before it is projected. */
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

/** What the participant does today. */
export const currentStrategy = (household: Household): Strategy =>
  strategyOf(household, 'Current', household.accounts.map(currentAllocation), household.rates)

/** An account nobody pays into any more is somebody else's to advise, unless there is no other. */
export const isAdvisable = (household: Household, index: number): boolean =>
  (household.accounts[index]?.takesContributions ?? false) ||
  !household.accounts.some((account) => account.takesContributions)

/** Own savings beyond this are not proposed, percent of pay. */
const highestProposedPercent = 15

/** Own savings of today in percent of pay, over all sources. */
const ownPercent = (household: Household, rates: readonly ContributionRate[]): number =>
  household.salary > 0
    ? rates
        .filter((rate) => rate.kind !== 'employer')
        .reduce((sum, rate) => sum + rate.percent + (rate.amount / household.salary) * 100, 0)
    : 0

/** Points of pay still to be saved before the employer's match is used up; what is not saved for is given away. */
export const unclaimedMatchPoints = (household: Household): number =>
  Math.max(
    0,
    ...household.rates
      .filter((rate) => rate.kind === 'employer' && rate.matchRate > 0)
      .map((rate) => Math.ceil(rate.matchLimit - ownPercent(household, household.rates))),
  )

/** Rates with up to `mostPoints` points of pay more, in whole points, as far as no limit cuts them off. */
const proposedRates = (household: Household, mostPoints: number): readonly ContributionRate[] => {
  const { rates, salary, accounts, age } = household
  const working = salary > 0 && household.retirementAge > age
  const open = accounts.findIndex((account) => account.takesContributions)
  if (!working || open < 0) return rates
  const position = Math.max(
    rates.findIndex((rate) => rate.kind === 'pretax'),
    rates.some((rate) => rate.kind === 'pretax') ? -1 : rates.findIndex((rate) => rate.kind === 'roth'),
  )
  const own = ownPercent(household, rates)
  const room = Math.floor(Math.min(mostPoints, highestProposedPercent - own))
  for (let points = room; points > 0; points--) {
    const kind = accounts[open]?.balanceKind === 'Roth' ? 'roth' : 'pretax'
    const added: ContributionRate = { account: open, kind, percent: points, amount: 0, matchRate: 0, matchLimit: 0 }
    const proposal =
      position < 0
        ? [...rates, added]
        : rates.map((rate, index) => (index === position ? { ...rate, percent: rate.percent + points } : rate))
    const before = yearOfSavings(rates, accounts, salary, age).overflow
    if (yearOfSavings(proposal, accounts, salary, age).overflow <= before + 0.01) return proposal
  }
  return rates
}

/** How an account might be changed, the boldest first: on the glide path, part of the way there, only spread better. */
const optionsOf = (household: Household, account: PlanAccount): readonly (() => Allocation)[] => {
  const current = currentAllocation(account)
  const advised = advisedAllocation(household, account)
  if (isSameAllocation(advised, current)) return []
  const spread = spreadAllocation(account, 0)
  const bolder = spreadAllocation(account, current.singleStock > 0.05 ? 10 : 5)
  return [
    () => advised,
    () => glidingLike(advised, current),
    () => partOfTheWay(account, current, advised, 3 / 4),
    () => partOfTheWay(account, current, advised, 1 / 2),
    () => glidingLike(spread, advised),
    () => spread,
    () => bolder,
    () => partOfTheWay(account, current, advised, 1 / 4),
    () => partOfTheWay(account, current, bolder, 1 / 2),
    () => partOfTheWay(account, current, bolder, 1 / 4),
    () => betterPaidAllocation(account),
  ]
}

const isSameAllocation = (left: Allocation, right: Allocation): boolean =>
  left === right || left.percents.every((percent, position) => percent === right.percents[position])

/** True when every account keeps what it holds. */
export const hasSameFunds = (left: Strategy, right: Strategy): boolean =>
  left.allocations.every((allocation, index) => allocation === right.allocations[index])

/**
 * Revised strategies, the boldest first, the last one with today's funds: each a step in the same direction in every
 * account that advice may touch and that is not well placed already. `mostPoints` is how many points of pay may be
 * added to the savings. Each is made when it is called for, since the first one that is no worse than today's is taken.
 */
export const revisedCandidates = (
  household: Household,
  current: Strategy,
  mostPoints: number,
): readonly (() => Strategy)[] => {
  const rates = proposedRates(household, mostPoints)
  const options = household.accounts.map((account, index) =>
    isAdvisable(household, index) ? optionsOf(household, account) : [],
  )
  const steps = Math.max(0, ...options.map(({ length }) => length))
  const candidate = (step: number) => (): Strategy => {
    const allocations = current.allocations.map((allocation, index) => options[index]?.[step]?.() ?? allocation)
    return strategyOf(household, 'Revised', allocations, rates)
  }
  return Array.from({ length: steps + 1 }, (_, step) => candidate(step))
}

import { wholeMatchAt } from '#shared/participant/match.ts'
import { planKindOf } from '#shared/savings/limits.ts'
import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { adviseAccount, type AccountAdvice } from './account-advice.ts'
import { adviceRules } from './advice-rules.ts'
import { currentAllocation } from '../holdings.ts'
import { savingYearAt, type Household, type PlanAccount } from '../person/household.ts'
import { sum } from '../numbers.ts'
import type { Strategy } from '../plan.ts'
import { project, type Markets, type Projection } from '../strategy.ts'

export const currentStrategy = (household: Household): Strategy => ({
  type: 'Current',
  allocations: household.accounts.map(currentAllocation),
  rates: household.rates,
})

/**
 * True if advice covers an account. An account that no longer takes contributions is skipped,
 * unless no account takes any.
 */
export const isAdvisable = ({ accounts }: Household, account: PlanAccount): boolean =>
  account.takesContributions || !accounts.some((one) => one.takesContributions)

/** The participant's own savings from all sources, in percent of pay. */
const ownPercent = ({ salary }: Household, rates: readonly ContributionRate[]) =>
  salary > 0
    ? sum(
        rates
          .filter(({ kind }) => kind !== 'employer')
          .map(({ percent, amount }) => percent + (amount / salary) * 100),
      )
    : 0

/**
 * How many more whole points of pay, rounded up, it takes to get every employer's full match; 0 if
 * none.
 */
const unclaimedMatchPoints = (household: Household): number => {
  const { compensation } = savingYearAt(household, 0).law.figures
  const countedPay = Math.min(household.salary, compensation.value)
  const own = ownPercent(household, household.rates)
  const missing = household.rates.map(({ match }) => {
    const whole = match && wholeMatchAt(match, countedPay)
    return whole === null ? 0 : Math.ceil(whole - own)
  })
  return Math.max(0, ...missing)
}

/** The savings rates, raised by up to `mostPoints` whole points of pay, as far as the limits allow. */
const proposedRates = (household: Household, mostPoints: number): readonly ContributionRate[] => {
  const { rates, salary, accounts, age } = household
  const isOpen = ({ takesContributions }: PlanAccount) => takesContributions
  const isWorkplace = (one: PlanAccount) => isOpen(one) && planKindOf(one) !== 'individual'
  const open = accounts.find(isWorkplace) ?? accounts.find(isOpen)
  if (salary === 0 || household.retirementAge <= age || !open) return rates
  const workplaces = accounts.map(isWorkplace)
  const rateOf = (kind: ContributionRate['kind']) => {
    const ofKind = rates.filter((rate) => rate.kind === kind)
    return ofKind.find(({ account }) => workplaces[account]) ?? ofKind[0]
  }
  const raised = rateOf('pretax') ?? rateOf('roth')
  const year = savingYearAt(household, 0)
  const overflowOf = (of: readonly ContributionRate[]) =>
    yearOfSavings(of, accounts, salary, year).overflow
  const before = overflowOf(rates)
  const room = Math.min(mostPoints, adviceRules.mostOwnSavings - ownPercent(household, rates))
  for (let points = Math.floor(room); points > 0; points--) {
    const added: ContributionRate = {
      account: accounts.indexOf(open),
      kind: open.balanceKind === 'Roth' ? 'roth' : 'pretax',
      percent: points,
      amount: 0,
      match: null,
    }
    const proposal = raised
      ? rates.map((rate) => (rate === raised ? { ...rate, percent: rate.percent + points } : rate))
      : [...rates, added]
    if (overflowOf(proposal) <= before + 0.01) return proposal
  }
  return rates
}

/** Returns advice for each account; `null` for an account that advice may not touch. */
export const accountAdvice = (household: Household, isSafe: boolean) =>
  household.accounts.map((account) =>
    isAdvisable(household, account) ? adviseAccount(household, account, isSafe) : null,
  )

const oneDecimal = (value: number) => String(Math.round(value * 10) / 10)

const accountNote = (plan: string, advice: AccountAdvice | null, isChanged: boolean): string => {
  if (!advice) return `${plan}: unchanged, because it no longer receives contributions.`
  const { reasons } = advice
  if (isChanged) return `${plan}: changed because ${reasons.join('; ')}.`
  if (reasons.length === 0)
    return `${plan}: unchanged, because its mix is within the range for the age.`
  const cause = advice.isChanged
    ? 'a change would lower income in both poor and average markets'
    : 'the plan offers nothing better'
  return `${plan}: unchanged, although ${reasons.join('; ')}, because ${cause}.`
}

const savingsNote = (household: Household, rates: readonly ContributionRate[]): string => {
  if (rates === household.rates) return 'Savings: unchanged.'
  const [from = 0, to = 0] = [household.rates, rates].map((one) => ownPercent(household, one))
  const cause =
    unclaimedMatchPoints(household) > 0
      ? 'part of the employer’s match is unclaimed'
      : 'income may fall short of the goal'
  return `Savings: raised from ${oneDecimal(from)}% to ${oneDecimal(to)}% of pay, because ${cause}.`
}

/**
 * Points of pay to add. They are three if income in average markets is far below the goal, and two
 * if it is below the goal, or far below it in poor markets. They always include the points missing
 * for the full match.
 */
const pointsToAdd = ({ household, average, poor }: Projection) => {
  const { incomeGoal } = household
  const near = incomeGoal * adviceRules.nearGoal
  const isShort = average < incomeGoal || poor < near
  const step =
    average < near ? adviceRules.savingsStepFar : isShort ? adviceRules.savingsStepNear : 0
  return Math.max(step, unclaimedMatchPoints(household))
}

/** Two computations of the same income may differ by this many dollars. */
const rounding = 0.01

/**
 * Advice that removes risk may lower income in good markets, and advice that adds risk may lower it
 * in poor markets. No advice may lower income in both poor and average markets.
 */
const isWorthIt = (revised: Projection, current: Projection) =>
  revised.poor >= current.poor - rounding || revised.average >= current.average - rounding

/**
 * Makes the advised strategy. If it lowers income in both poor and average markets, today's funds
 * with higher savings are advised instead. If those also lower income, today's strategy is returned
 * as Revised. `why` has one sentence for each account and one for the savings.
 */
export const revise = (today: Projection, markets: Markets) => {
  const { household, strategy: current, simulation } = today
  const advice = accountAdvice(household, today.poor >= household.incomeGoal)
  const rates = proposedRates(household, pointsToAdd(today))
  const advised = current.allocations.map((allocation, index) =>
    advice[index]?.isChanged ? advice[index].allocation : allocation,
  )
  const revision = (revised: Projection) => ({
    revised,
    why: [
      ...household.accounts.map(({ planId, id }, index) =>
        accountNote(
          planId || id,
          advice[index] ?? null,
          revised.strategy.allocations[index] !== current.allocations[index],
        ),
      ),
      savingsNote(household, revised.strategy.rates),
    ],
  })
  for (const allocations of [advised, current.allocations]) {
    const sameFunds = allocations.every((one, index) => one === current.allocations[index])
    if (sameFunds && rates === current.rates) break
    const strategy: Strategy = { type: 'Revised', allocations, rates }
    const revised = project(household, strategy, markets, sameFunds ? simulation : null)
    if (isWorthIt(revised, today)) return revision(revised)
  }
  return revision({ ...today, strategy: { ...current, type: 'Revised' } })
}

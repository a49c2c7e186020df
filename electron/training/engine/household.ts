import type { Account, Holding, ParticipantProfile } from '#shared/participant/profile.ts'
import { takesContributions } from '#shared/savings/limits.ts'
import type { ContributionRate } from '#shared/savings/year-of-savings.ts'
import {
  assumedAge,
  defaultRetirementAge,
  earliestClaimAge,
  horizonAge,
  incomeGoalPercent,
  latestClaimAge,
} from './assumptions.ts'
import type { Filing } from './data/income-tax.ts'
import { ageOn, certainDate, parseDate, type CalendarDate } from './dates.ts'
import { workerOf, type Worker } from './earnings.ts'
import { fundOf, type Fund } from './funds.ts'
import type { ForecastInput } from './input.ts'
import { contributionRates } from './savings.ts'
import { countedBirthYear } from './social-security.ts'

/** Tax treatment of money in an account; the service's ContributionType. */
export type TaxKind = 'PreTax' | 'Roth' | 'PostTax'

export interface Position {
  readonly fund: Fund
  readonly name: string
  readonly balance: number
  /** Percent of the account that this fund must and may hold, and of new money it may get, 0–100. */
  readonly least: number
  readonly most: number
  readonly mostNew: number
}

export interface PlanAccount {
  /** Unique in a forecast, made from the plan: `XYZ401K-1`. */
  readonly id: string
  readonly planId: string
  readonly planType: string
  readonly positions: readonly Position[]
  /** Dollars. */
  readonly balance: number
  readonly balanceKind: TaxKind
  readonly takesContributions: boolean
  /** Percent of pay over all sources, or null. */
  readonly combinedLimit: number | null
}

interface PensionCase {
  /** Dollars a year of its first year. */
  readonly amount: number
  readonly startYear: number
  readonly cola: boolean
}

/** The projection's view of a person: nothing missing, nothing contradictory. */
export interface Household {
  readonly profile: ParticipantProfile
  readonly today: CalendarDate
  readonly birth: CalendarDate
  readonly age: number
  readonly retirementAge: number
  /** Last shown age; the plan must last through it. */
  readonly lastAge: number
  readonly salary: number
  readonly filing: Filing
  readonly accounts: readonly PlanAccount[]
  readonly rates: readonly ContributionRate[]
  readonly pensions: readonly PensionCase[]
  readonly worker: Worker
  /** Without a salary, Social Security is estimated for average wages. */
  readonly assumedEarnings: boolean
  readonly claimAge: number
  readonly usesSocialSecurity: boolean
  /** Dollars a year after tax. */
  readonly incomeGoal: number
}

const percentOr = (value: number | null, otherwise: number): number =>
  Math.min(100, Math.max(0, value ?? otherwise))

const positionOf = (holding: Holding): Position => {
  const fund = fundOf(holding.fundId, holding.name)
  const most = percentOr(holding.currentMax, 100)
  return {
    fund,
    name: holding.name || fund.name,
    balance: Math.max(0, holding.balance ?? 0),
    least: Math.min(most, percentOr(holding.currentMin, 0)),
    most,
    mostNew: percentOr(holding.futureMax, 100),
  }
}

/** Rows of one fund, such as one per source of money, form one position. */
const joined = (positions: readonly Position[]): readonly Position[] => {
  const byFund = new Map<string, Position>()
  for (const [index, position] of positions.entries()) {
    const key = position.fund.id === '' ? `row ${index}` : position.fund.id
    const known = byFund.get(key)
    byFund.set(
      key,
      known
        ? {
            ...known,
            balance: known.balance + position.balance,
            least: Math.max(known.least, position.least),
            most: Math.min(known.most, position.most),
            mostNew: Math.min(known.mostNew, position.mostNew),
          }
        : position,
    )
  }
  return [...byFund.values()]
}

const accountOf = (account: Account, index: number): PlanAccount => {
  return {
    id: `${account.planId || 'PLAN'}-${index + 1}`,
    planId: account.planId,
    planType: account.planType,
    positions: joined(account.holdings.map(positionOf)),
    balance: account.holdings.reduce((sum, holding) => sum + Math.max(0, holding.balance ?? 0), 0),
    balanceKind: /roth/i.test(account.planType) ? 'Roth' : 'PreTax',
    takesContributions: takesContributions(account),
    combinedLimit: account.combinedLimit,
  }
}

const pensionsOf = (input: ForecastInput, today: CalendarDate): readonly PensionCase[] =>
  input.PensionTypes
    ? input.PensionTypes.map((pension) => ({
        amount: pension.Amount,
        startYear: Number(pension.StartYear),
        cola: pension.Cola,
      }))
    : input.profile.pensions.map((pension) => ({
        amount: Math.max(0, pension.amount ?? 0),
        startYear: Number(pension.startYear) || today.year,
        cola: pension.cola,
      }))

/** DesiredRetirementIncome's type list is not published: `0` or anything with percent means percent of salary. */
const goalOf = (input: ForecastInput, salary: number): number => {
  const desired = input.DesiredRetirementIncome
  if (!desired) return (salary * incomeGoalPercent) / 100
  const value = Number(desired.Value) || 0
  return /^0$|percent|%/i.test(desired.Type) ? (salary * value) / 100 : value
}

/** Fills every gap of the participant with a stated assumption. Throws only if `today` is no day. */
export const householdOf = (input: ForecastInput): Household => {
  const { profile } = input
  const today = certainDate(input.today)
  const birth = parseDate(input.DOB ?? profile.dateOfBirth) ?? {
    ...today,
    year: today.year - assumedAge,
    day: 1,
  }
  const age = Math.min(110, Math.max(0, ageOn(birth, today)))
  const salary = Math.max(0, input.Salary ?? profile.salary ?? 0)
  const wanted = input.RetirementAge ?? Math.max(defaultRetirementAge, salary > 0 ? age + 1 : age)
  const retirementAge = Math.max(age, wanted)
  const accounts = profile.accounts.map(accountOf)
  const { worker, assumed } = workerOf({
    birthYear: countedBirthYear(birth),
    year: today.year,
    salary,
    retirementAge,
    age,
  })
  return {
    profile,
    today,
    birth,
    age,
    retirementAge,
    lastAge: Math.max(horizonAge, retirementAge + 1, age + 1),
    salary,
    filing: /^m/i.test(profile.maritalStatus) ? 'joint' : 'single',
    accounts,
    rates: contributionRates(input, accounts),
    pensions: pensionsOf(input, today),
    worker,
    assumedEarnings: assumed,
    claimAge: Math.max(age, Math.min(Math.max(retirementAge, earliestClaimAge), latestClaimAge)),
    usesSocialSecurity: !(input.ExcludeSocialSecurity ?? false),
    incomeGoal: goalOf(input, salary),
  }
}

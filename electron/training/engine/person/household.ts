import type { EnrollInputs } from '#shared/express/requests.ts'
import type { Account, Holding, ParticipantProfile } from '#shared/participant/profile.ts'
import { countedBirthYear } from '#shared/law/ages.ts'
import { lawOf, type Law } from '#shared/law/law-of.ts'
import type { ContributionLimits, FirmLaw } from '#shared/law/schema.ts'
import { takesContributions } from '#shared/savings/limits.ts'
import type { SavingYear } from '#shared/savings/saving-year.ts'
import {
  accountFinder,
  rateOf,
  type ContributionKind,
  type ContributionRate,
} from '#shared/savings/year-of-savings.ts'
import {
  assumedCareerEnd,
  defaultRetirementAge,
  earliestClaimAge,
  horizonAge,
  incomeGoalPercent,
  priceGrowth,
  pricesAfter,
  wageGrowth,
} from '../assumptions.ts'
import { datesOf } from '../dates.ts'
import { fundOf } from '../funds.ts'
import type { Filing } from './income-tax.ts'
import { clamp, sum } from '../numbers.ts'
import { averageWage, claimableAge, type Worker } from './social-security.ts'

type Complete<T> = T extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : T extends object
    ? { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
    : T
type CompleteInputs = { readonly [K in keyof EnrollInputs]: Complete<EnrollInputs[K]> }

/**
 * The participant as read, with the request's changes. Each change is complete: the service
 * refuses, for example, a pension without an amount.
 */
export interface ForecastInput extends CompleteInputs {
  readonly profile: ParticipantProfile
  /** Today's date, YYYY-MM-DD. */
  readonly today: string
  /** The law for years that this version does not include. */
  readonly firmLaw?: FirmLaw | undefined
  /** Number of market paths; 1,000 by default. */
  readonly paths?: number | undefined
  /**
   * Chooses the market paths. By default they depend on the participant, so that two scenarios of one person differ
   * only by their changes.
   */
  readonly seed?: string | undefined
}

/**
 * SavingsType's code list is not published: `0` is read as pre-tax, and names and the neighboring codes are taken
 * literally.
 */
const kindOfSavings = (type: string): ContributionKind =>
  /roth|^2$/i.test(type) ? 'roth' : /post|after|^1$/i.test(type) ? 'posttax' : 'pretax'

/** Rates in the request's SavingsRateDetails replace the file's rates for the same source and plan. */
const contributionRates = (
  { profile: { contributions }, SavingsRateDetails = [] }: ForecastInput,
  accounts: readonly PlanAccount[],
): readonly ContributionRate[] => {
  const accountFor = accountFinder(contributions, accounts)
  const recorded = contributions.flatMap(
    (contribution) => rateOf(contribution, accountFor(contribution.planId)) ?? [],
  )
  const asked = SavingsRateDetails.map((detail) => ({
    account: accountFor(detail.PlanId),
    kind: kindOfSavings(detail.SavingsType),
    percent: clamp(Number(detail.Value) || 0, 0, 100),
    amount: 0,
    match: null,
  }))
  const kept = recorded.filter(
    ({ account, kind }) => !asked.some((one) => one.account === account && one.kind === kind),
  )
  return [...kept, ...asked].filter(({ account }) => account >= 0)
}

const realSalaryGrowth = (1 + wageGrowth / 100) / (1 + priceGrowth / 100)

export const salaryAfter = (salary: number, years: number): number =>
  salary * realSalaryGrowth ** years

/** Tax treatment of money in an account; the service's ContributionType. */
export type TaxKind = 'PreTax' | 'Roth' | 'PostTax'

const positionOf = (holding: Holding) => {
  const fund = fundOf(holding.fundId, holding.name)
  const most = clamp(holding.currentMax ?? 100, 0, 100)
  return {
    fund,
    name: holding.name || fund.name,
    balance: Math.max(0, holding.balance ?? 0),
    /**
     * The minimum and maximum share of the account in this fund, and its maximum share of new
     * money, in percent (0–100).
     */
    least: clamp(holding.currentMin ?? 0, 0, most),
    most,
    mostNew: clamp(holding.futureMax ?? 100, 0, 100),
  }
}
export type Position = Readonly<ReturnType<typeof positionOf>>

/** Rows of one fund, such as one per source of money, form one position. */
const joined = (positions: readonly Position[]): readonly Position[] => {
  const byFund = new Map<string, Position>()
  for (const [index, position] of positions.entries()) {
    const key = position.fund.id || `row ${index}`
    const known = byFund.get(key)
    const both = known && {
      ...known,
      balance: known.balance + position.balance,
      least: Math.max(known.least, position.least),
      most: Math.min(known.most, position.most),
      mostNew: Math.min(known.mostNew, position.mostNew),
    }
    byFund.set(key, both ?? position)
  }
  return [...byFund.values()]
}

const accountOf = (account: Account, index: number) => {
  const positions = account.holdings.map(positionOf)
  const balanceKind: TaxKind = /roth/i.test(account.planType) ? 'Roth' : 'PreTax'
  return {
    /** Unique within a forecast, and made from the plan: `XYZ401K-1`. */
    id: `${account.planId || 'PLAN'}-${index + 1}`,
    planId: account.planId,
    planType: account.planType,
    positions: joined(positions),
    /** Balance in dollars. */
    balance: sum(positions.map(({ balance }) => balance)),
    balanceKind,
    takesContributions: takesContributions(account),
    combinedLimit: account.combinedLimit,
  }
}
export type PlanAccount = Readonly<ReturnType<typeof accountOf>>

/** Pensions in dollars of their first year. */
const pensionsOf = ({ PensionTypes, profile }: ForecastInput, thisYear: number) =>
  PensionTypes
    ? PensionTypes.map(({ Amount, StartYear, Cola }) => ({
        amount: Amount,
        startYear: Number(StartYear),
        cola: Cola,
      }))
    : profile.pensions.map(({ amount, startYear, cola }) => ({
        amount: Math.max(0, amount ?? 0),
        startYear: Number(startYear) || thisYear,
        cola,
      }))

/**
 * The income goal, dollars a year. DesiredRetirementIncome's type list is not published: `0` and
 * any text that contains a percent word are read as percent of salary.
 */
const goalOf = ({ DesiredRetirementIncome: desired }: ForecastInput, salary: number) => {
  if (!desired) return (salary * incomeGoalPercent) / 100
  const value = Number(desired.Value) || 0
  return /^0$|percent|%/i.test(desired.Type) ? (salary * value) / 100 : value
}

/** The filing status for tax. MaritalStatus's code list is not published. */
const filingOf = (maritalStatus: string): Filing => {
  if (/^h(oh)?$|head/i.test(maritalStatus.trim())) return 'headOfHousehold'
  return /^m/i.test(maritalStatus.trim()) ? 'joint' : 'single'
}

/** A person as the projection sees them: every gap is filled with a stated assumption. */
export const householdOf = (input: ForecastInput) => {
  const { profile, firmLaw = [] } = input
  const dates = datesOf(input.today, input.DOB ?? profile.dateOfBirth)
  const { today, birth } = dates
  const age = Math.min(110, dates.age)
  const salary = Math.max(0, input.Salary ?? profile.salary ?? 0)
  const wanted = input.RetirementAge ?? Math.max(defaultRetirementAge, salary > 0 ? age + 1 : age)
  const retirementAge = Math.max(age, wanted)
  const accounts = profile.accounts.map(accountOf)
  const assumedEarnings = salary === 0 && age >= earliestClaimAge
  const worker: Worker = {
    birthYear: countedBirthYear(birth),
    year: today.year,
    salary: assumedEarnings ? averageWage(today.year) : salary,
    retirementAge: assumedEarnings ? Math.min(age, assumedCareerEnd) : retirementAge,
    firmLaw,
  }
  return {
    profile,
    firmLaw,
    today,
    birth,
    age,
    retirementAge,
    lastAge: Math.max(horizonAge, retirementAge + 1, age + 1),
    salary,
    filing: filingOf(profile.maritalStatus),
    accounts,
    rates: contributionRates(input, accounts),
    pensions: pensionsOf(input, today.year),
    worker,
    /** True for somebody old enough to claim without a salary; Social Security is then estimated for average wages. */
    assumedEarnings,
    claimAge: Math.max(age, claimableAge(retirementAge)),
    usesSocialSecurity: !(input.ExcludeSocialSecurity ?? false),
    /** Income goal in dollars a year after tax. */
    incomeGoal: goalOf(input, salary),
  }
}
export type Household = Readonly<ReturnType<typeof householdOf>>

/** The age that the law uses in a projected year, which is the age reached by December 31. */
export const ageInYear = ({ today, birth }: Household, offset: number): number =>
  Math.min(120, today.year + offset - birth.year)

/** Limits in dollars of a year with these prices, in today's dollars. */
const limitsAt = (limits: ContributionLimits, prices: number): ContributionLimits => {
  const real = ({ value, source }: { readonly value: number; readonly source: string }) => ({
    value: value / prices,
    source,
  })
  const { value: wages, source } = limits.rothCatchUpWages
  return {
    electiveDeferral: real(limits.electiveDeferral),
    catchUp: real(limits.catchUp),
    catchUpFrom60To63: real(limits.catchUpFrom60To63),
    rothCatchUpWages: { value: wages === null ? null : wages / prices, source },
    annualAdditions: real(limits.annualAdditions),
    compensation: real(limits.compensation),
    highlyCompensated: real(limits.highlyCompensated),
    simple: real(limits.simple),
    simpleCatchUp: real(limits.simpleCatchUp),
    simpleCatchUpFrom60To63: real(limits.simpleCatchUpFrom60To63),
    individualAccount: real(limits.individualAccount),
    individualAccountCatchUp: real(limits.individualAccountCatchUp),
  }
}

/** The limits of a projected year, in today's dollars; limits of this year or before have risen with prices since. */
const limitsIn = ({ today, firmLaw }: Household, offset: number): Law<'contributionLimits'> => {
  const law = lawOf('contributionLimits', today.year + offset, firmLaw)
  const later = law.year - today.year
  return later > 0 ? { ...law, figures: limitsAt(law.figures, pricesAfter(later)) } : law
}

/**
 * The legal limits for a projected year, in today's dollars. The limits are those of that year, or
 * the newest ones adjusted for prices. Every plan is assumed to offer Roth and the higher catch-up.
 */
export const savingYearAt = (household: Household, offset: number): SavingYear => ({
  law: limitsIn(household, offset),
  age: ageInYear(household, offset),
  wagesBefore: salaryAfter(household.salary, Math.max(0, offset - 1)),
  areWagesSaid: true,
  rothCatchUp: 'yes',
  higherCatchUp: 'yes',
})

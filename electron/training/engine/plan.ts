import {
  yearOfSavings,
  type ContributionRate,
  type YearOfSavings,
} from '#shared/savings/year-of-savings.ts'
import { taxableDrag } from './assumptions.ts'
import type { GuaranteedIncome } from './guaranteed-income.ts'
import type { Household, TaxKind } from './household.ts'
import type { NetIncomeTable } from './net-income.ts'
import { retirementRules } from './retirement-rules.ts'
import { writeCoefficients, drivers, type Exposure } from './returns.ts'
import { salaryAfter } from './savings.ts'

/** Money of one tax kind in one account, the smallest unit with a balance. */
interface Bucket {
  /** Index into the household's accounts; their number for savings outside plans. */
  readonly account: number
  readonly kind: TaxKind | 'Taxable'
}

/** Tax kinds in the projection's loops. */
export const preTaxMoney = 0
const freeMoney = 1
const taxableMoney = 2

/** A strategy as numbers for the loops. Dollars of today; years count from today's age. */
export interface Plan {
  readonly years: number
  /** First retired year; `years` if there is none. */
  readonly retirement: number
  readonly buckets: readonly Bucket[]
  readonly bucketAccount: Int32Array
  readonly bucketKind: Int32Array
  readonly opening: Float64Array
  /** [year][bucket] */
  readonly contributions: Float64Array
  /** Share of pre-tax money to withdraw, by year. */
  readonly required: Float64Array
  readonly net: NetIncomeTable
  readonly guaranteed: GuaranteedIncome
  /** Accounts with their own return: the household's and the savings outside plans. */
  readonly accounts: number
  /** [year][account][1 + driver] */
  readonly coefficients: Float64Array
}

/** The possible differences of two strategies of one household. */
export interface StrategyChoice {
  readonly rates: readonly ContributionRate[]
  /** Holdings of account `index` in `year` years from today. */
  exposure(index: number, year: number): Exposure
}

const kindOfRate = (rate: ContributionRate): TaxKind =>
  rate.kind === 'roth' ? 'Roth' : rate.kind === 'posttax' ? 'PostTax' : 'PreTax'

/** Savings of each year until retirement. */
const savingYears = (household: Household, rates: readonly ContributionRate[], years: number) =>
  Array.from({ length: years }, (_, year) =>
    yearOfSavings(
      rates,
      household.accounts,
      salaryAfter(household.salary, year),
      household.age + year,
    ),
  )

const bucketsOf = (
  household: Household,
  rates: readonly ContributionRate[],
  savings: readonly YearOfSavings[],
): readonly Bucket[] => {
  const becomesRoth = rates.map((_, index) =>
    savings.some(({ madeRoth }) => (madeRoth[index] ?? 0) > 0),
  )
  const buckets: Bucket[] = []
  for (const [account, { balanceKind }] of household.accounts.entries()) {
    const kinds = new Set<TaxKind>([balanceKind])
    for (const [index, rate] of rates.entries()) {
      if (rate.account !== account) continue
      kinds.add(kindOfRate(rate))
      if (becomesRoth[index]) kinds.add('Roth')
    }
    for (const kind of kinds) buckets.push({ account, kind })
  }
  return [...buckets, { account: household.accounts.length, kind: 'Taxable' }]
}

const writeContributions = (
  rates: readonly ContributionRate[],
  savings: readonly YearOfSavings[],
  plan: Plan,
): void => {
  const { buckets, contributions } = plan
  const bucketFor = (account: number, kind: TaxKind): number =>
    buckets.findIndex((bucket) => bucket.account === account && bucket.kind === kind)
  const positions = rates.map((rate) => bucketFor(rate.account, kindOfRate(rate)))
  const roths = rates.map((rate) => bucketFor(rate.account, 'Roth'))
  for (const [year, { amounts, madeRoth, overflow }] of savings.entries()) {
    const base = year * buckets.length
    const add = (bucket: number, amount: number): void => {
      contributions[base + bucket] = (contributions[base + bucket] ?? 0) + amount
    }
    for (const [index, amount] of amounts.entries()) {
      const asRoth = madeRoth[index] ?? 0
      add(positions[index] ?? 0, amount - asRoth)
      if (asRoth > 0) add(roths[index] ?? 0, asRoth)
    }
    const { socialSecurity, pension, taxWhileWorking } = plan.guaranteed
    const received =
      (socialSecurity[year] ?? 0) + (pension[year] ?? 0) - (taxWhileWorking[year] ?? 0)
    add(buckets.length - 1, overflow + received)
  }
}

const taxableExposure = (household: Household, exposures: readonly Exposure[]): Exposure => {
  const total = household.accounts.reduce((sum, account) => sum + account.balance, 0)
  const count = Math.max(1, household.accounts.length)
  const mix: [number, number, number, number, number, number, number, number, number] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
  for (const [index, account] of household.accounts.entries()) {
    const share = total > 0 ? account.balance / total : 1 / count
    for (const [position, weight] of (exposures[index]?.mix ?? mix).entries()) {
      mix[position] = (mix[position] ?? 0) + weight * share
    }
  }
  return { mix, singleStock: 0, cost: taxableDrag }
}

const isSameExposure = (left: Exposure, right: Exposure | undefined): boolean =>
  left.mix === right?.mix && left.singleStock === right.singleStock && left.cost === right.cost

/** Growth coefficients of a strategy, [year][account][1 + driver]; independent of the retirement age. */
export const coefficientsOf = (household: Household, choice: StrategyChoice): Float64Array => {
  const years = household.lastAge - household.age + 1
  const row = (household.accounts.length + 1) * (drivers + 1)
  const coefficients = new Float64Array(years * row)
  let before: readonly Exposure[] | null = null
  for (let year = 0; year < years; year++) {
    const held: readonly Exposure[] | null = before
    const exposures = household.accounts.map((_, account) => choice.exposure(account, year))
    // An unchanged mix, as most are for decades, is computed once.
    if (held && exposures.every((exposure, account) => isSameExposure(exposure, held[account]))) {
      coefficients.copyWithin(year * row, (year - 1) * row, year * row)
    } else {
      for (const [account, exposure] of [
        ...exposures,
        taxableExposure(household, exposures),
      ].entries()) {
        writeCoefficients(exposure, coefficients, year * row + account * (drivers + 1))
      }
    }
    before = exposures
  }
  return coefficients
}

/** The loops' data about one strategy. */
export const planOf = (
  household: Household,
  choice: StrategyChoice,
  coefficients: Float64Array,
): Plan => {
  const years = household.lastAge - household.age + 1
  const retirement = Math.min(years, household.retirementAge - household.age)
  const savings = savingYears(household, choice.rates, retirement)
  const buckets = bucketsOf(household, choice.rates, savings)
  const accounts = household.accounts.length + 1
  const { guaranteed, required, net } = retirementRules(household)
  const firsts = household.accounts.map((_, account) =>
    buckets.findIndex((bucket) => bucket.account === account),
  )
  const plan: Plan = {
    years,
    retirement,
    buckets,
    bucketAccount: Int32Array.from(buckets, (bucket) => bucket.account),
    bucketKind: Int32Array.from(buckets, ({ kind }) =>
      kind === 'PreTax' ? preTaxMoney : kind === 'Taxable' ? taxableMoney : freeMoney,
    ),
    opening: Float64Array.from(buckets, (bucket, index) =>
      firsts[bucket.account] === index ? (household.accounts[bucket.account]?.balance ?? 0) : 0,
    ),
    contributions: new Float64Array(years * buckets.length),
    required,
    net,
    guaranteed,
    accounts,
    coefficients,
  }
  writeContributions(choice.rates, savings, plan)
  return plan
}

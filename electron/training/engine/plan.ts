import {
  yearOfSavings,
  type ContributionRate,
  type YearOfSavings,
} from '#shared/savings/year-of-savings.ts'
import { taxableDrag } from './assumptions.ts'
import { exposureIn, type Allocation } from './holdings.ts'
import { salaryAfter, savingYearAt, type Household, type TaxKind } from './person/household.ts'
import { blendAccounts } from './mixes.ts'
import { times } from './numbers.ts'
import { retirementRules } from './person/retirement-rules.ts'
import { drivers, writeCoefficients, type Exposure } from './paths/returns.ts'

export interface Strategy {
  readonly type: 'Current' | 'Revised'
  /** In the order of the household's accounts. */
  readonly allocations: readonly Allocation[]
  readonly rates: readonly ContributionRate[]
}

/** [year][account][1 + driver]. */
export const coefficientsOf = (household: Household, { allocations }: Strategy): Float64Array => {
  const years = household.lastAge - household.age + 1
  const row = (allocations.length + 1) * (drivers + 1)
  const coefficients = new Float64Array(years * row)
  let before: readonly Exposure[] = []
  for (let year = 0; year < years; year++) {
    const held = before
    const exposures = allocations.map((allocation) => exposureIn(household, allocation, year))
    before = exposures
    // Most mixes stay the same for decades, so an unchanged mix is computed only once.
    if (year > 0 && exposures.every(({ mix }, account) => mix === held[account]?.mix)) {
      coefficients.copyWithin(year * row, (year - 1) * row, year * row)
      continue
    }
    const mix = blendAccounts(household.accounts, exposures)
    const outside = { mix, singleStock: 0, cost: taxableDrag }
    for (const [account, exposure] of [...exposures, outside].entries())
      writeCoefficients(exposure, coefficients, year * row + account * (drivers + 1))
  }
  return coefficients
}

export const preTaxMoney = 0
const freeMoney = 1
const taxableMoney = 2

const kindOfRate = ({ kind }: ContributionRate): TaxKind =>
  kind === 'roth' ? 'Roth' : kind === 'posttax' ? 'PostTax' : 'PreTax'

/**
 * A bucket is the money of one tax kind in one account, the smallest unit with a balance. Savings
 * outside plans come last; their `account` is the number of accounts.
 */
const bucketsOf = (
  { accounts }: Household,
  rates: readonly ContributionRate[],
  savings: readonly YearOfSavings[],
) => {
  const inAccounts = accounts.flatMap(({ balanceKind, balance }, account) => {
    const kinds = rates.flatMap((rate, index): TaxKind[] => {
      if (rate.account !== account) return []
      const becomesRoth = savings.some(({ madeRoth }) => (madeRoth[index] ?? 0) > 0)
      return becomesRoth ? [kindOfRate(rate), 'Roth'] : [kindOfRate(rate)]
    })
    return [...new Set([balanceKind, ...kinds])].map((kind) => ({
      account,
      kind,
      opening: kind === balanceKind ? balance : 0,
    }))
  })
  return [...inAccounts, { account: accounts.length, kind: 'Taxable' as const, opening: 0 }]
}

/**
 * A strategy's data for the simulation loops. Amounts are in today's dollars; years count from
 * today's age.
 */
export const planOf = (household: Household, { rates }: Strategy, coefficients: Float64Array) => {
  const { accounts, age, salary } = household
  const years = household.lastAge - age + 1
  /** The first retired year; `years` if there is none. */
  const retirement = Math.min(years, household.retirementAge - age)
  const savings = times(retirement, (year) =>
    yearOfSavings(rates, accounts, salaryAfter(salary, year), savingYearAt(household, year)),
  )
  const buckets = bucketsOf(household, rates, savings)
  const { guaranteed, required, net } = retirementRules(household)
  const contributions = new Float64Array(years * buckets.length)
  for (const [year, { amounts, madeRoth, overflow }] of savings.entries()) {
    const add = (account: number, wanted: TaxKind | 'Taxable', amount: number) => {
      const bucket = buckets.findIndex((one) => one.account === account && one.kind === wanted)
      const at = year * buckets.length + bucket
      contributions[at] = (contributions[at] ?? 0) + amount
    }
    for (const [index, rate] of rates.entries()) {
      const asRoth = madeRoth[index] ?? 0
      add(rate.account, kindOfRate(rate), (amounts[index] ?? 0) - asRoth)
      if (asRoth > 0) add(rate.account, 'Roth', asRoth)
    }
    const { socialSecurity, pension, taxWhileWorking } = guaranteed
    const received =
      (socialSecurity[year] ?? 0) + (pension[year] ?? 0) - (taxWhileWorking[year] ?? 0)
    add(accounts.length, 'Taxable', overflow + received)
  }
  return {
    years,
    retirement,
    buckets,
    bucketAccount: Int32Array.from(buckets, ({ account }) => account),
    bucketKind: Int32Array.from(buckets, ({ kind }) =>
      kind === 'PreTax' ? preTaxMoney : kind === 'Taxable' ? taxableMoney : freeMoney,
    ),
    opening: Float64Array.from(buckets, ({ opening }) => opening),
    /** [year][bucket] */
    contributions,
    required,
    net,
    guaranteed,
    /** Number of accounts with their own return: the household's, and the savings outside plans. */
    accounts: accounts.length + 1,
    coefficients,
  }
}
export type Plan = Readonly<ReturnType<typeof planOf>>

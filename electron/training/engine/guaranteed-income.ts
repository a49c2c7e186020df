import { priceGrowth } from './assumptions.ts'
import { estimateBenefit } from './earnings.ts'
import type { Household } from './household.ts'
import { benefitThresholds, incomeTax } from './income-tax.ts'
import { salaryAfter } from './savings.ts'

/** Income from outside the accounts, by year from today. Dollars of today. */
export interface GuaranteedIncome {
  readonly socialSecurity: readonly number[]
  readonly pension: readonly number[]
  /** Tax on it while still working, on top of the tax on pay; 0 from retirement on, where withdrawals add to it. */
  readonly taxWhileWorking: readonly number[]
}

const yearsOf = (household: Household): readonly number[] =>
  Array.from({ length: household.lastAge - household.age + 1 }, (_, offset) => offset)

const socialSecurityByYear = (household: Household): readonly number[] => {
  const amount = household.usesSocialSecurity
    ? estimateBenefit(household.worker, household.claimAge).amount
    : 0
  return yearsOf(household).map((offset) =>
    household.age + offset >= household.claimAge ? amount : 0,
  )
}

/** An amount is in dollars of its first year; COLA keeps that buying power, without it prices erode it. */
const pensionByYear = (household: Household): readonly number[] =>
  yearsOf(household).map((offset) =>
    household.pensions
      .filter((pension) => pension.startYear <= household.today.year + offset)
      .reduce((sum, pension) => {
        const firstOffset = Math.max(0, pension.startYear - household.today.year)
        return (
          sum + pension.amount / (1 + priceGrowth / 100) ** (pension.cola ? firstOffset : offset)
        )
      }, 0),
  )

/** Social Security and pensions from their first year; while still working they are saved after tax. */
export const guaranteedIncome = (household: Household): GuaranteedIncome => {
  const socialSecurity = socialSecurityByYear(household)
  const pension = pensionByYear(household)
  const { filing, salary } = household
  const taxWhileWorking = yearsOf(household).map((offset) => {
    const age = household.age + offset
    const extra = pension[offset] ?? 0
    const benefits = socialSecurity[offset] ?? 0
    if (age >= household.retirementAge || extra + benefits === 0) return 0
    const pay = salaryAfter(salary, offset)
    const year = { filing, age, ...benefitThresholds(filing, offset) }
    return (
      incomeTax({ ...year, socialSecurity: benefits }, pay + extra) -
      incomeTax({ ...year, socialSecurity: 0 }, pay)
    )
  })
  return { socialSecurity, pension, taxWhileWorking }
}

import { pricesAfter, requiredDistributionAge } from '../assumptions.ts'
import { salaryAfter, type Household } from './household.ts'
import { benefitThresholds, incomeTax, netIncomeTable } from './income-tax.ts'
import { sum, times } from '../numbers.ts'
import { estimateBenefit } from './social-security.ts'

/** Uniform Lifetime divisors from age 72 (26 CFR 1.401(a)(9)-9(c)). */
const uniformLifetime = [
  27.4, 26.5, 25.5, 24.6, 23.7, 22.9, 22, 21.1, 20.2, 19.4, 18.5, 17.7, 16.8, 16, 15.2, 14.4, 13.7,
  12.9, 12.2, 11.5, 10.8, 10.1, 9.5, 8.9, 8.4, 7.8, 7.3, 6.8, 6.4, 6, 5.6, 5.2, 4.9, 4.6, 4.3, 4.1,
  3.9, 3.7, 3.5, 3.4, 3.3, 3.1, 3, 2.9, 2.8, 2.7, 2.5, 2.3,
]
const fromAge120 = 2

/**
 * Income from outside the accounts by year, dollars of today. Tax while working comes on top of the tax on pay; from
 * retirement on it is 0, since withdrawals add to it.
 */
const guaranteedIncome = (household: Household, offsets: readonly number[]) => {
  const { filing, salary, claimAge, today } = household
  const benefit = household.usesSocialSecurity
    ? estimateBenefit(household.worker, claimAge).amount
    : 0
  const socialSecurity = offsets.map((offset) => (household.age + offset >= claimAge ? benefit : 0))
  // COLA keeps the buying power of a pension's first year, without it prices erode it.
  const pension = offsets.map((offset) =>
    sum(
      household.pensions
        .filter(({ startYear }) => startYear <= today.year + offset)
        .map(({ amount, startYear, cola }) => {
          const firstOffset = Math.max(0, startYear - today.year)
          return amount / pricesAfter(cola ? firstOffset : offset)
        }),
    ),
  )
  const taxWhileWorking = offsets.map((offset) => {
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

const computed = (household: Household) => {
  const { age, birth, filing, lastAge } = household
  const offsets = times(lastAge - age + 1, (offset) => offset)
  const guaranteed = guaranteedIncome(household, offsets)
  const taxYears = guaranteed.socialSecurity.map((socialSecurity, offset) => ({
    filing,
    age: age + offset,
    socialSecurity,
    ...benefitThresholds(filing, offset),
  }))
  const firstAge = requiredDistributionAge(birth.year)
  return {
    guaranteed,
    /** Share of pre-tax money to withdraw, by year. */
    required: Float64Array.from(taxYears, (year) =>
      year.age < firstAge ? 0 : 1 / (uniformLifetime[year.age - 72] ?? fromAge120),
    ),
    net: netIncomeTable(taxYears, guaranteed.pension),
  }
}

const remembered = new WeakMap<Household, ReturnType<typeof computed>>()

/** By year, computed once for all strategies of a household. */
export const retirementRules = (household: Household) => {
  const rules = remembered.get(household) ?? computed(household)
  remembered.set(household, rules)
  return rules
}

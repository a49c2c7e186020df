import { requiredDistributionAge } from './assumptions.ts'
import { uniformLifetime } from './data/required-distributions.ts'
import { guaranteedIncome, type GuaranteedIncome } from './guaranteed-income.ts'
import type { Household } from './household.ts'
import { benefitThresholds } from './income-tax.ts'
import { netIncomeTable, type NetIncomeTable } from './net-income.ts'

/**
 * The common part of retirement under every strategy: each year's guaranteed income, tax and required distributions.
 */
interface RetirementRules {
  readonly guaranteed: GuaranteedIncome
  /** Share of pre-tax money to withdraw, by year. */
  readonly required: Float64Array
  readonly net: NetIncomeTable
}

const requiredShare = (household: Household, age: number): number => {
  if (age < requiredDistributionAge(household.birth.year)) return 0
  const index = Math.min(age - uniformLifetime.firstAge, uniformLifetime.divisors.length - 1)
  return 1 / (uniformLifetime.divisors[index] ?? 1)
}

const computed = (household: Household): RetirementRules => {
  const guaranteed = guaranteedIncome(household)
  const taxYears = guaranteed.socialSecurity.map((socialSecurity, offset) => ({
    filing: household.filing,
    age: household.age + offset,
    socialSecurity,
    ...benefitThresholds(household.filing, offset),
  }))
  return {
    guaranteed,
    required: Float64Array.from(taxYears, ({ age }) => requiredShare(household, age)),
    net: netIncomeTable(taxYears, guaranteed.pension),
  }
}

const remembered = new WeakMap<Household, RetirementRules>()

/** The rules of a household, computed once for all its strategies. */
export const retirementRules = (household: Household): RetirementRules => {
  const known = remembered.get(household)
  if (known) return known
  const rules = computed(household)
  remembered.set(household, rules)
  return rules
}

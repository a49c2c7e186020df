import { countedBirthYear } from '#shared/law/ages.ts'
import { lawOf } from '#shared/law/law-of.ts'
import type { RequiredDistributions } from '#shared/law/schema.ts'
import { pricesAfter } from '../assumptions.ts'
import { ageInYear, salaryAfter, type Household } from './household.ts'
import { incomeTax, netIncomeTable, taxYearOf } from './income-tax.ts'
import { sum, times } from '../numbers.ts'
import { estimateBenefit } from './social-security.ts'

/** The age at which required distributions begin, by year of birth. */
const firstAgeOf = ({ startAges }: RequiredDistributions, birthYear: number): number =>
  startAges.value.find(({ bornTo }) => bornTo === null || birthYear <= bornTo)?.age ??
  Number.POSITIVE_INFINITY

/** The share of pre-tax money that must be withdrawn in the year when a person reaches an age. */
const requiredShare = ({ divisors }: RequiredDistributions, age: number): number => {
  const { fromAge, values } = divisors.value
  return 1 / (values[age - fromAge] ?? values.at(-1) ?? 1)
}

/** The tax data of a projected year with these benefits. */
const taxYearAt = (household: Household, offset: number, socialSecurity: number) => {
  const { filing, today, birth, firmLaw } = household
  const year = today.year + offset
  const age = year - countedBirthYear(birth)
  return taxYearOf({ filing, year, age, prices: pricesAfter(offset), socialSecurity, firmLaw })
}

/**
 * Income from outside the accounts by year, in today's dollars. While the person works, its tax is
 * what it adds to the tax on pay. From retirement on, the tax here is 0, because it depends on
 * withdrawals.
 */
const guaranteedIncome = (household: Household, offsets: readonly number[]) => {
  const { salary, claimAge, today } = household
  const benefit = household.usesSocialSecurity
    ? estimateBenefit(household.worker, claimAge).amount
    : 0
  const socialSecurity = offsets.map((offset) => (household.age + offset >= claimAge ? benefit : 0))
  // With a cost-of-living adjustment, a pension keeps the buying power of its first year; without
  // one, inflation erodes it.
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
    return (
      incomeTax(taxYearAt(household, offset, benefits), pay + extra) -
      incomeTax(taxYearAt(household, offset, 0), pay)
    )
  })
  return { socialSecurity, pension, taxWhileWorking }
}

const computed = (household: Household) => {
  const { age, birth, firmLaw, lastAge, today } = household
  const offsets = times(lastAge - age + 1, (offset) => offset)
  const guaranteed = guaranteedIncome(household, offsets)
  const taxYears = guaranteed.socialSecurity.map((benefits, offset) =>
    taxYearAt(household, offset, benefits),
  )
  return {
    guaranteed,
    /** Share of pre-tax money to withdraw, by year. */
    required: Float64Array.from(offsets, (offset) => {
      const { figures } = lawOf('requiredDistributions', today.year + offset, firmLaw)
      const ageThen = ageInYear(household, offset)
      return ageThen < firstAgeOf(figures, birth.year) ? 0 : requiredShare(figures, ageThen)
    }),
    net: netIncomeTable(taxYears, guaranteed.pension),
  }
}

const remembered = new WeakMap<Household, ReturnType<typeof computed>>()

/** The amounts by year that the rules require, computed once for all strategies of a household. */
export const retirementRules = (household: Household) => {
  const rules = remembered.get(household) ?? computed(household)
  remembered.set(household, rules)
  return rules
}

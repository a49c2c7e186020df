import { yearOfSavings, type ContributionRate } from '#shared/savings/year-of-savings.ts'
import { salaryAfter } from '../savings.ts'
import type { Household } from '../household.ts'
import type { Rate, SavingsComponent, SavingsRateDetail } from '../service-shapes.ts'
import { cents } from './rounding.ts'

/** Savings of the first year as the service reports them; percent of pay and dollars a year. */
interface SavingsReport {
  readonly own: readonly SavingsRateDetail[]
  readonly withEmployer: readonly SavingsRateDetail[]
  /** Own savings inside the plans, percent of pay. */
  readonly rate: number
  readonly overall: Rate
  /** Overflow of the limits. */
  readonly overflow: Rate
}

const names = { pretax: 'Pretax', roth: 'Roth', posttax: 'PostTax', employer: 'Employer' } as const

/** The first year's savings at these rates within the limits; none once retired or without pay. */
export const savingsReport = (
  household: Household,
  rates: readonly ContributionRate[],
): SavingsReport => {
  const years = Math.max(0, household.retirementAge - household.age)
  const salary = years > 0 ? salaryAfter(household.salary, 0) : 0
  const { amounts, madeRoth, overflow } = yearOfSavings(
    rates,
    household.accounts,
    salary,
    household.age,
  )
  const percent = (dollars: number): number => (salary > 0 ? cents((dollars / salary) * 100) : 0)
  const sumOver = (own: boolean): number =>
    rates.reduce(
      (sum, rate, index) => (own && rate.kind === 'employer' ? sum : sum + (amounts[index] ?? 0)),
      0,
    )
  const detail = (includeEmployer: boolean): readonly SavingsRateDetail[] =>
    household.accounts.flatMap((account, position) => {
      const component = (Type: string, IsRoth: boolean, dollars: number): SavingsComponent => ({
        PlanId: account.planId,
        Type,
        Value: percent(dollars),
        IsRoth,
        NumberOfYears: years,
        DollarAmount: cents(dollars),
      })
      const components = rates.flatMap((rate, index) => {
        if (rate.account !== position || (rate.kind === 'employer' && !includeEmployer)) return []
        const asRoth = madeRoth[index] ?? 0
        const asked = component(
          names[rate.kind],
          rate.kind === 'roth',
          (amounts[index] ?? 0) - asRoth,
        )
        return asRoth > 0 ? [asked, component(names.roth, true, asRoth)] : [asked]
      })
      return components.length > 0 ? [{ SavingsComponent: components, Account: account.id }] : []
    })
  const total = sumOver(false) + overflow
  return {
    own: detail(false),
    withEmployer: detail(true),
    rate: percent(sumOver(true)),
    overall: { Value: percent(total), DollarAmount: cents(total) },
    overflow: { Value: percent(overflow), DollarAmount: cents(overflow) },
  }
}

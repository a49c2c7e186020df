import { priceGrowth } from './assumptions.ts'
import { filingRules, marginalRates, type Filing } from './data/income-tax.ts'

/** The inputs of a retired year's tax besides withdrawals. Dollars of today. */
export interface TaxYear {
  readonly filing: Filing
  readonly age: number
  readonly socialSecurity: number
  /** Thresholds for taxing benefits by half and by 85 %, see {@link benefitThresholds}. */
  readonly lower: number
  readonly upper: number
}

/** A year's thresholds for benefits: unlike brackets they do not follow prices, so they fall in today's dollars. */
export const benefitThresholds = (
  filing: Filing,
  offset: number,
): Pick<TaxYear, 'lower' | 'upper'> => {
  const [lower, upper] = filingRules[filing].benefitThresholds
  const prices = (1 + priceGrowth / 100) ** offset
  return { lower: lower / prices, upper: upper / prices }
}

/** The taxable part of the benefits (26 U.S.C. 86) with the other taxable income. Dollars a year. */
export const taxableBenefits = (year: TaxYear, otherIncome: number): number => {
  const { socialSecurity: benefits, lower, upper } = year
  const provisional = otherIncome + benefits / 2
  if (provisional <= lower) return 0
  if (provisional <= upper) return Math.min((provisional - lower) / 2, benefits / 2)
  const below = Math.min((upper - lower) / 2, benefits / 2)
  return Math.min(0.85 * benefits, 0.85 * (provisional - upper) + below)
}

const deduction = (year: TaxYear): number => {
  const rules = filingRules[year.filing]
  return rules.standardDeduction + (year.age >= 65 ? rules.additionalAt65 : 0)
}

/** Tax on taxable income by today's brackets. Dollars a year. */
const bracketTax = (filing: Filing, taxable: number): number => {
  let tax = 0
  let from = 0
  for (const [index, rate] of marginalRates.entries()) {
    const to = filingRules[filing].brackets[index] ?? Number.POSITIVE_INFINITY
    if (taxable <= from) break
    tax += (Math.min(taxable, to) - from) * rate
    from = to
  }
  return tax
}

/** Federal income tax on benefits and other income (pensions, pre-tax withdrawals), with the standard deduction. */
export const incomeTax = (year: TaxYear, otherIncome: number): number =>
  bracketTax(
    year.filing,
    Math.max(0, otherIncome + taxableBenefits(year, otherIncome) - deduction(year)),
  )

/** Other incomes at which the taxable part of benefits changes its slope. */
const benefitKinks = (year: TaxYear): readonly number[] => {
  const { socialSecurity: benefits, lower, upper } = year
  const below = Math.min((upper - lower) / 2, benefits / 2)
  return [
    lower - benefits / 2,
    lower + benefits / 2,
    upper - benefits / 2,
    upper + (0.85 * benefits - below) / 0.85 - benefits / 2,
  ]
}

/** Other income that makes taxable income `target`; taxable income never falls, so bisection finds it. */
const otherIncomeFor = (year: TaxYear, target: number): number => {
  let low = 0
  let high = target
  for (let step = 0; step < 44; step++) {
    const middle = (low + high) / 2
    if (middle + taxableBenefits(year, middle) < target) low = middle
    else high = middle
  }
  return high
}

const lowToHigh = (left: number, right: number): number => left - right

/** Every other income above `from` at which the tax changes its slope, ascending, starting with `from` itself. */
export const taxKnots = (year: TaxYear, from: number): readonly number[] => {
  const allowance = deduction(year)
  const steps = [0, ...filingRules[year.filing].brackets].map((bound) =>
    otherIncomeFor(year, bound + allowance),
  )
  const above = [...benefitKinks(year), ...steps]
    .filter((income) => income > from + 0.01)
    .sort(lowToHigh)
  return [from, ...above]
}

import { lawOf } from '#shared/law/law-of.ts'
import type { FederalTax, FirmLaw } from '#shared/law/schema.ts'
import { pricesAfter } from '../assumptions.ts'
import { lowToHigh } from '../numbers.ts'

const marginalRates = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37]

export type Filing = keyof FederalTax['brackets']['value']

/** The data for a year's federal tax, without withdrawals, in today's dollars. */
export interface TaxYear {
  /** Taxable income above which the next marginal rate applies. */
  readonly brackets: readonly number[]
  /** The standard deduction, with the addition from age 65. */
  readonly deduction: number
  /**
   * The senior deduction from age 65: `most`, reduced by `share` of the adjusted gross income over `above`. `most` is 0
   * if there is none.
   */
  readonly senior: { readonly most: number; readonly above: number; readonly share: number }
  /**
   * Limits for income plus half the benefits: above the first, half of the benefits is taxed; above the second, up to
   * 85 %.
   */
  readonly lower: number
  readonly upper: number
  /** The year's Social Security benefits. */
  readonly socialSecurity: number
}

/** A person in a calendar year, as the tax rules see them. */
export interface TaxPerson {
  readonly filing: Filing
  readonly year: number
  /** The age reached by December 31; somebody born on January 1 counts as born in the year before. */
  readonly age: number
  /**
   * The year's price level relative to today's. Only indexed amounts follow prices, so all other
   * amounts shrink in today's dollars.
   */
  readonly prices: number
  readonly socialSecurity: number
  readonly firmLaw?: FirmLaw | undefined
}

/**
 * The tax of a year by that year's law, or by the newest; amounts of a later year than today's are in that year's
 * dollars. A spouse's age is unknown, so a spouse counts as under 65.
 */
export const taxYearOf = (person: TaxPerson): TaxYear => {
  const { filing, year, age, prices, socialSecurity, firmLaw } = person
  const { figures, year: ofLaw } = lawOf('federalTax', year, firmLaw)
  /** Prices of the law's year compared with today's; an earlier year's amounts have risen with prices since. */
  const pricesThen = Math.max(1, prices / pricesAfter(year - ofLaw))
  const { value: senior } = figures.seniorDeduction
  const isSenior = age >= 65
  const [lower, upper] = figures.benefitThresholds.value[filing]
  return {
    brackets: figures.brackets.value[filing].map((amount) => amount / pricesThen),
    deduction:
      (figures.standardDeduction.value[filing] +
        (isSenior ? figures.additionalAt65.value[filing] : 0)) /
      pricesThen,
    senior: {
      most: isSenior && year <= senior.lastYear ? senior.amount / prices : 0,
      above: senior.above[filing] / prices,
      share: senior.lessPercent / 100,
    },
    lower: lower / prices,
    upper: upper / prices,
    socialSecurity,
  }
}

/** The taxable part of the benefits (26 U.S.C. 86). Dollars a year. */
export const taxableBenefits = (year: TaxYear, otherIncome: number): number => {
  const { socialSecurity: benefits, lower, upper } = year
  const provisional = otherIncome + benefits / 2
  if (provisional <= lower) return 0
  if (provisional <= upper) return Math.min((provisional - lower) / 2, benefits / 2)
  const below = Math.min((upper - lower) / 2, benefits / 2)
  return Math.min(0.85 * benefits, 0.85 * (provisional - upper) + below)
}

const grossIncome = (year: TaxYear, otherIncome: number): number =>
  otherIncome + taxableBenefits(year, otherIncome)

/** Taxable income; negative while the deductions exceed the income. */
const taxableIncome = (year: TaxYear, otherIncome: number): number => {
  const gross = grossIncome(year, otherIncome)
  const { most, above, share } = year.senior
  return gross - year.deduction - Math.max(0, most - share * Math.max(0, gross - above))
}

/** Federal income tax on benefits and other income, dollars a year. */
export const incomeTax = (year: TaxYear, otherIncome: number): number => {
  const taxable = taxableIncome(year, otherIncome)
  let tax = 0
  let from = 0
  for (const [index, rate] of marginalRates.entries()) {
    const to = year.brackets[index] ?? Number.POSITIVE_INFINITY
    if (taxable <= from) break
    tax += (Math.min(taxable, to) - from) * rate
    from = to
  }
  return tax
}

/**
 * Finds the other income at which `measure` reaches `target`. Bisection works, because no measure
 * falls as the other income rises.
 */
const otherIncomeFor = (year: TaxYear, measure: typeof grossIncome, target: number): number => {
  let low = 0
  let high = target + year.deduction + year.senior.most
  for (let step = 0; step < 44; step++) {
    const middle = (low + high) / 2
    if (measure(year, middle) < target) low = middle
    else high = middle
  }
  return high
}

/**
 * The incomes above `from`, ascending, at which the slope of the tax changes. The first element is
 * `from` itself.
 */
const taxKnots = (year: TaxYear, from: number): readonly number[] => {
  const { socialSecurity: benefits, lower, upper, brackets, senior } = year
  const below = Math.min((upper - lower) / 2, benefits / 2)
  const seniorBounds =
    senior.most > 0 ? [senior.above, senior.above + senior.most / senior.share] : []
  const above = [
    // The slope of the taxable part of benefits changes at these four incomes.
    lower - benefits / 2,
    lower + benefits / 2,
    upper - benefits / 2,
    upper + (0.85 * benefits - below) / 0.85 - benefits / 2,
    ...seniorBounds.map((bound) => otherIncomeFor(year, grossIncome, bound)),
    ...[0, ...brackets].map((bound) => otherIncomeFor(year, taxableIncome, bound)),
  ]
  return [from, ...above.filter((income) => income > from + 0.01).sort(lowToHigh)]
}

/**
 * Number of points per year where the slope changes: one at the start, four from the benefits, two
 * from the senior deduction, seven from the brackets.
 */
const knotsPerYear = 14
const beyond = 1e12

/**
 * Income after tax as a function of the pre-tax withdrawal, by year. It is piecewise linear and
 * increasing, so the table can be searched in both directions. `fixed` is the taxable income
 * without withdrawals; `slopes` is what one more withdrawn dollar adds after tax.
 */
export const netIncomeTable = (years: readonly TaxYear[], fixed: readonly number[]) => {
  const withdrawals = new Float64Array(years.length * (knotsPerYear + 1)).fill(beyond)
  const nets = new Float64Array(withdrawals.length).fill(beyond)
  for (const [index, year] of years.entries()) {
    const pension = fixed[index] ?? 0
    const base = index * (knotsPerYear + 1)
    const knots = taxKnots(year, pension)
    const net = (income: number) => income + year.socialSecurity - incomeTax(year, income)
    for (const [knot, income] of knots.entries()) {
      withdrawals[base + knot] = income - pension
      nets[base + knot] = net(income)
    }
    const last = pension + beyond
    for (let knot = knots.length; knot <= knotsPerYear; knot++) {
      withdrawals[base + knot] = beyond + knot
      nets[base + knot] = net(last) + knot
    }
  }
  const slopes = nets.map(
    (net, knot) =>
      ((nets[knot + 1] ?? 0) - net) / ((withdrawals[knot + 1] ?? 0) - (withdrawals[knot] ?? 0)),
  )
  return { withdrawals, nets, slopes }
}
type NetIncomeTable = Readonly<ReturnType<typeof netIncomeTable>>

const knotBelow = (knots: Float64Array, year: number, value: number) => {
  let upper = year * (knotsPerYear + 1) + 1
  while (value > (knots[upper] ?? Number.POSITIVE_INFINITY)) upper++
  return upper - 1
}

export const netWithoutWithdrawal = (table: NetIncomeTable, year: number): number =>
  table.nets[year * (knotsPerYear + 1)] ?? 0

export const netOf = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  withdrawal: number,
): number => {
  const knot = knotBelow(withdrawals, year, withdrawal)
  return (nets[knot] ?? 0) + (withdrawal - (withdrawals[knot] ?? 0)) * (slopes[knot] ?? 0)
}

/** The pre-tax withdrawal for a net income of `net`, which must be at least the net income without a withdrawal. */
export const withdrawalFor = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  net: number,
): number => {
  const knot = knotBelow(nets, year, net)
  return (withdrawals[knot] ?? 0) + (net - (nets[knot] ?? 0)) / (slopes[knot] ?? 1)
}

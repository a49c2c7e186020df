import { pricesAfter } from '../assumptions.ts'
import { lowToHigh } from '../numbers.ts'

/**
 * Federal income tax of 2026 (Rev. Proc. 2025-32; 26 U.S.C. 86 for benefits), dollars. Each bracket is the taxable income
 * above which the next marginal rate applies.
 */
const marginalRates = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37]
const filingRules = {
  single: {
    brackets: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
    standardDeduction: 16_100,
    additionalAt65: 2_050,
    /** Income plus half the benefits above which half, then up to 85 % of the benefits is taxed; never indexed. */
    benefitThresholds: [25_000, 34_000],
  },
  joint: {
    brackets: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
    standardDeduction: 32_200,
    additionalAt65: 1_650,
    benefitThresholds: [32_000, 44_000],
  },
} as const
export type Filing = keyof typeof filingRules

/** Unlike brackets they do not follow prices, so they fall in today's dollars. */
export const benefitThresholds = (filing: Filing, offset: number) => {
  const [lower, upper] = filingRules[filing].benefitThresholds
  const prices = pricesAfter(offset)
  return { lower: lower / prices, upper: upper / prices }
}

/** A retired year besides withdrawals, with its {@link benefitThresholds}. Dollars of today. */
export interface TaxYear extends Readonly<ReturnType<typeof benefitThresholds>> {
  readonly filing: Filing
  readonly age: number
  readonly socialSecurity: number
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

const deduction = ({ filing, age }: TaxYear) => {
  const { standardDeduction, additionalAt65 } = filingRules[filing]
  return standardDeduction + (age >= 65 ? additionalAt65 : 0)
}

/** Federal income tax on benefits and other income, dollars a year. */
export const incomeTax = (year: TaxYear, otherIncome: number): number => {
  const taxable = otherIncome + taxableBenefits(year, otherIncome) - deduction(year)
  let tax = 0
  let from = 0
  for (const [index, rate] of marginalRates.entries()) {
    const to = filingRules[year.filing].brackets[index] ?? Number.POSITIVE_INFINITY
    if (taxable <= from) break
    tax += (Math.min(taxable, to) - from) * rate
    from = to
  }
  return tax
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

/** Every other income above `from` at which the tax changes its slope, ascending, starting with `from` itself. */
const taxKnots = (year: TaxYear, from: number): readonly number[] => {
  const { socialSecurity: benefits, lower, upper } = year
  const below = Math.min((upper - lower) / 2, benefits / 2)
  const allowance = deduction(year)
  const above = [
    // The taxable part of benefits changes its slope at these four.
    lower - benefits / 2,
    lower + benefits / 2,
    upper - benefits / 2,
    upper + (0.85 * benefits - below) / 0.85 - benefits / 2,
    ...[0, ...filingRules[year.filing].brackets].map((bound) =>
      otherIncomeFor(year, bound + allowance),
    ),
  ]
  return [from, ...above.filter((income) => income > from + 0.01).sort(lowToHigh)]
}

/** One at the start, four from the benefits, seven from the brackets. */
const knotsPerYear = 12
const beyond = 1e12

/**
 * Income after tax as a function of the pre-tax withdrawal, by year: piecewise linear and rising, so both directions
 * are a short table walk. `fixed` is the taxable income besides withdrawals, `slopes` the gain after tax of one more
 * withdrawn dollar.
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

/** The pre-tax withdrawal that leaves this income after tax; at least the income without one. */
export const withdrawalFor = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  net: number,
): number => {
  const knot = knotBelow(nets, year, net)
  return (withdrawals[knot] ?? 0) + (net - (nets[knot] ?? 0)) / (slopes[knot] ?? 1)
}

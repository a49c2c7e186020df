import { incomeTax, taxKnots, type TaxYear } from './income-tax.ts'

/** Most knots of a year: its start, four from the benefits, seven from the brackets. */
const knotsPerYear = 12

/**
 * Income after tax as a function of the pre-tax withdrawal, for every year: piecewise linear and rising, so both
 * directions are a short table walk. Includes benefits and pension.
 */
export interface NetIncomeTable {
  readonly withdrawals: Float64Array
  readonly nets: Float64Array
  /** Gain after tax of one more withdrawn dollar, from each knot to the next. */
  readonly slopes: Float64Array
}

const beyond = 1e12

/** Table of all years; `fixed[t]` is the year's taxable income besides withdrawals (pensions), dollars. */
export const netIncomeTable = (
  years: readonly TaxYear[],
  fixed: readonly number[],
): NetIncomeTable => {
  const withdrawals = new Float64Array(years.length * (knotsPerYear + 1)).fill(beyond)
  const nets = new Float64Array(withdrawals.length).fill(beyond)
  for (const [index, year] of years.entries()) {
    const pension = fixed[index] ?? 0
    const base = index * (knotsPerYear + 1)
    const knots = taxKnots(year, pension)
    const net = (income: number): number => income + year.socialSecurity - incomeTax(year, income)
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

/** The year's last knot below the value; its first if there is none. */
const knotBelow = (knots: Float64Array, year: number, value: number): number => {
  let upper = year * (knotsPerYear + 1) + 1
  while (value > (knots[upper] ?? Number.POSITIVE_INFINITY)) upper++
  return upper - 1
}

/** A year's income after tax without a withdrawal. Dollars. */
export const netWithoutWithdrawal = (table: NetIncomeTable, year: number): number =>
  table.nets[year * (knotsPerYear + 1)] ?? 0

/** A year's income after tax with this pre-tax withdrawal. Dollars. */
export const netOf = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  withdrawal: number,
): number => {
  const knot = knotBelow(withdrawals, year, withdrawal)
  return (nets[knot] ?? 0) + (withdrawal - (withdrawals[knot] ?? 0)) * (slopes[knot] ?? 0)
}

/** The pre-tax withdrawal that leaves this income after tax; at least the income without one. Dollars. */
export const withdrawalFor = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  net: number,
): number => {
  const knot = knotBelow(nets, year, net)
  return (withdrawals[knot] ?? 0) + (net - (nets[knot] ?? 0)) / (slopes[knot] ?? 1)
}

import { incomeTax, taxKnots, type TaxYear } from './income-tax.ts'

/** Knots a year needs at most: its start, four from the benefits, seven from the brackets. */
const knotsPerYear = 12

/**
 * Income after tax as a function of the pre-tax withdrawal, for every year: piecewise linear and rising, so both
 * directions are a short table walk. Benefits and pension are inside.
 */
export interface NetIncomeTable {
  readonly withdrawals: Float64Array
  readonly nets: Float64Array
  /** What one more dollar withdrawn adds after tax, from each knot to the next. */
  readonly slopes: Float64Array
}

const beyond = 1e12

/** Table of all years; `fixed[t]` is the year's taxable income that is no withdrawal (pensions), dollars. */
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

/** The last knot of the year that lies below the value; its first where none does. */
const knotBelow = (knots: Float64Array, year: number, value: number): number => {
  let upper = year * (knotsPerYear + 1) + 1
  while (value > (knots[upper] ?? Number.POSITIVE_INFINITY)) upper++
  return upper - 1
}

/** Income after tax of a year without any withdrawal. Dollars. */
export const netWithoutWithdrawal = (table: NetIncomeTable, year: number): number =>
  table.nets[year * (knotsPerYear + 1)] ?? 0

/** Income after tax of a year with this pre-tax withdrawal. Dollars. */
export const netOf = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  withdrawal: number,
): number => {
  const knot = knotBelow(withdrawals, year, withdrawal)
  return (nets[knot] ?? 0) + (withdrawal - (withdrawals[knot] ?? 0)) * (slopes[knot] ?? 0)
}

/** The pre-tax withdrawal that leaves this income after tax; at least what is left without any. Dollars. */
export const withdrawalFor = (
  { withdrawals, nets, slopes }: NetIncomeTable,
  year: number,
  net: number,
): number => {
  const knot = knotBelow(nets, year, net)
  return (withdrawals[knot] ?? 0) + (net - (nets[knot] ?? 0)) / (slopes[knot] ?? 1)
}

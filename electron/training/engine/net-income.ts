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
}

const beyond = 1e12

/** Table of all years; `fixed[t]` is the year's taxable income that is no withdrawal (pensions), dollars. */
export const netIncomeTable = (years: readonly TaxYear[], fixed: readonly number[]): NetIncomeTable => {
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
  return { withdrawals, nets }
}

const interpolate = (from: Float64Array, to: Float64Array, year: number, value: number): number => {
  let upper = year * (knotsPerYear + 1) + 1
  while (value > (from[upper] ?? Number.POSITIVE_INFINITY)) upper++
  const start = from[upper - 1] ?? 0
  const end = from[upper] ?? 0
  const result = to[upper - 1] ?? 0
  return result + ((value - start) * ((to[upper] ?? 0) - result)) / (end - start)
}

/** Income after tax of a year without any withdrawal. Dollars. */
export const netWithoutWithdrawal = (table: NetIncomeTable, year: number): number =>
  table.nets[year * (knotsPerYear + 1)] ?? 0

/** Income after tax of a year with this pre-tax withdrawal. Dollars. */
export const netOf = (table: NetIncomeTable, year: number, withdrawal: number): number =>
  interpolate(table.withdrawals, table.nets, year, withdrawal)

/** The pre-tax withdrawal that leaves this income after tax; at least what is left without any. Dollars. */
export const withdrawalFor = (table: NetIncomeTable, year: number, net: number): number =>
  interpolate(table.nets, table.withdrawals, year, net)

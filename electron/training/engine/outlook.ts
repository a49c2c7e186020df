import { defaultPaths } from './assumptions.ts'
import { drivers } from './returns.ts'
import { netOf } from './net-income.ts'
import type { Plan } from './plan.ts'
import { rankOf, selectRank } from './quantile.ts'
import { payYear } from './retired-year.ts'
import { lasts, needOf, roomForNeed, type Simulation } from './simulation.ts'

/** One percentile's course, year by year. Dollars of today; all arrays start at today's age. */
export interface Outlook {
  readonly percentage: number
  /** Dollars a year after tax, sustainable through the last age. */
  readonly sustainable: number
  /** [year][bucket], at the start of the year. */
  readonly balances: Float64Array
  /** [year][bucket], paid out during the year. */
  readonly withdrawals: Float64Array
  readonly taxes: Float64Array
  /** Total after the last year. */
  readonly left: number
}

/** Buffer for the totals of one line after another: a forecast needs six, half a megabyte each. */
let totalsRoom = new Float64Array(0)

const roomForTotals = (years: number, paths: number): Float64Array => {
  const length = years * paths
  if (paths > defaultPaths) return new Float64Array(length)
  if (totalsRoom.length < length) totalsRoom = new Float64Array(length)
  return totalsRoom.subarray(0, length)
}

/** The percentile of total wealth at the start of each year and after the last, at an income of `sustainable`. */
const wealthLine = (
  simulation: Simulation,
  percentage: number,
  sustainable: number,
): Float64Array => {
  const { plan, paths, saving } = simulation
  const rank = rankOf(percentage, paths)
  const line = new Float64Array(plan.years + 1)
  for (let year = 0; year < plan.retirement; year++)
    line[year] = selectRank(saving, year * paths, paths, rank)
  const totals = roomForTotals(plan.years - plan.retirement + 1, paths)
  const need = needOf(plan, sustainable, roomForNeed(plan))
  for (let path = 0; path < paths; path++) lasts(simulation, path, need, totals)
  for (let year = plan.retirement; year <= plan.years; year++) {
    line[year] = selectRank(totals, (year - plan.retirement) * paths, paths, rank)
  }
  return line
}

/**
 * The ledger may hold more pre-tax money than the percentile's own path, and so pay more tax: near the end this share
 * of the balance is added at a time until it pays its income.
 */
const lift = 0.002
const mostLifts = 100

/**
 * One ledger along the percentile's wealth: each year the accounts grow by the expectation of their mix, times one
 * common factor that leads the total to the next year's percentile. So every account's figures fit together: balances
 * roll forward, accounts add up to the total, incomes less taxes are the sustainable income.
 */
const followLine = (
  plan: Plan,
  line: Float64Array,
  percentage: number,
  sustainable: number,
): Outlook => {
  const { years, retirement, accounts, bucketAccount, contributions, coefficients } = plan
  const buckets = plan.buckets.length
  const outside = buckets - 1
  const balances = new Float64Array((years + 1) * buckets)
  const withdrawals = new Float64Array(years * buckets)
  const taxes = Float64Array.from(plan.guaranteed.taxWhileWorking)
  balances.set(plan.opening)
  const after = new Float64Array(buckets)
  const trial = new Float64Array(buckets)
  for (let year = 0; year < years; year++) {
    const base = year * buckets
    for (let bucket = 0; bucket < buckets; bucket++) after[bucket] = balances[base + bucket] ?? 0
    if (year >= retirement) {
      const answer = payYear(plan, after, 0, year, sustainable)
      const preTax = answer < 0 ? -1 - answer : answer
      const gross =
        preTax + (plan.guaranteed.socialSecurity[year] ?? 0) + (plan.guaranteed.pension[year] ?? 0)
      taxes[year] = gross - netOf(plan.net, year, preTax)
      for (let bucket = 0; bucket < buckets; bucket++) {
        withdrawals[base + bucket] = Math.max(
          0,
          (balances[base + bucket] ?? 0) - (after[bucket] ?? 0),
        )
      }
    }
    let grown = 0
    let added = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const account = bucketAccount[bucket] ?? 0
      const expected = Math.exp(coefficients[(year * accounts + account) * (drivers + 1)] ?? 0)
      after[bucket] = (after[bucket] ?? 0) * expected
      grown += after[bucket] ?? 0
      added += contributions[base + bucket] ?? 0
    }
    const fromLine = grown > 0 ? Math.max(0, (line[year + 1] ?? 0) - added) / grown : 1
    const next = balances.subarray(base + buckets, base + 2 * buckets)
    const grow = (factor: number): void => {
      for (let bucket = 0; bucket < buckets; bucket++) {
        next[bucket] = (after[bucket] ?? 0) * factor + (contributions[base + bucket] ?? 0)
      }
    }
    grow(fromLine)
    if (year + 1 >= years) continue
    for (let step = 1; step <= mostLifts && year + 1 >= retirement; step++) {
      trial.set(next)
      if (payYear(plan, trial, 0, year + 1, sustainable) >= 0) break
      grow(fromLine * (1 + step * lift))
    }
  }
  let left = 0
  for (let bucket = 0; bucket <= outside; bucket++) left += balances[years * buckets + bucket] ?? 0
  return { percentage, sustainable, balances, withdrawals, taxes, left }
}

/** The course of one percentile of a simulation at its own level. */
export const outlookAt = (
  simulation: Simulation,
  sustainable: number,
  percentage: number,
): Outlook => {
  const line = wealthLine(simulation, percentage, sustainable)
  return followLine(simulation.plan, line, percentage, sustainable)
}

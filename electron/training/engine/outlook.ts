import { defaultPaths } from './assumptions.ts'
import { netOf } from './person/income-tax.ts'
import type { Plan } from './plan.ts'
import { drivers } from './paths/returns.ts'
import { lasts, needOf, payYear, type Simulation } from './paths/simulation.ts'

/** The value at `rank` (0 is the smallest) among `count` values from `start`; reorders them. Hoare's selection. */
export const selectRank = (
  values: Float64Array,
  start: number,
  count: number,
  rank: number,
): number => {
  let left = start
  let right = start + count - 1
  const wanted = start + rank
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? 0
    let low = left
    let high = right
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++
      while ((values[high] ?? 0) > pivot) high--
      if (low <= high) {
        const swap = values[low] ?? 0
        values[low] = values[high] ?? 0
        values[high] = swap
        low++
        high--
      }
    }
    if (wanted <= high) right = high
    else if (wanted >= low) left = low
    else break
  }
  return values[wanted] ?? 0
}

/** A buffer for the totals, reused for every line: a forecast needs six, half a megabyte each. */
let totalsRoom = new Float64Array(0)

const roomForTotals = (length: number, paths: number): Float64Array => {
  if (paths > defaultPaths) return new Float64Array(length)
  if (totalsRoom.length < length) totalsRoom = new Float64Array(length)
  return totalsRoom.subarray(0, length)
}

/** The percentile of total wealth at the start of each year, and after the last one. */
const wealthLine = (
  simulation: Simulation,
  sustainable: number,
  percentage: number,
): Float64Array => {
  const { plan, paths, saving } = simulation
  // The share of paths with lower values equals the share that may fail at this percentile.
  const rank = Math.min(paths - 1, Math.floor((paths * percentage) / 100))
  const line = new Float64Array(plan.years + 1)
  for (let year = 0; year < plan.retirement; year++)
    line[year] = selectRank(saving, year * paths, paths, rank)
  const totals = roomForTotals((plan.years - plan.retirement + 1) * paths, paths)
  const need = needOf(plan, sustainable)
  for (let path = 0; path < paths; path++) lasts(simulation, path, need, totals)
  for (let year = plan.retirement; year <= plan.years; year++)
    line[year] = selectRank(totals, (year - plan.retirement) * paths, paths, rank)
  return line
}

/**
 * The ledger may hold more pre-tax money than the percentile's own path, and so pay more tax. Near
 * the end, this share of the balance is added, repeatedly if needed, until the ledger can pay its
 * income.
 */
const lift = 0.002
const mostLifts = 100

/**
 * One ledger along the percentile's wealth: each year the accounts grow by the expected growth of
 * their mix, times one common factor that brings the total to the next year's percentile. So
 * balances carry over from year to year, accounts add up to the total, and incomes minus taxes
 * equal the sustainable income.
 */
const followLine = (plan: Plan, line: Float64Array, sustainable: number) => {
  const { years, retirement, accounts, bucketAccount, contributions, coefficients } = plan
  const { socialSecurity, pension, taxWhileWorking } = plan.guaranteed
  const buckets = plan.buckets.length
  /** [year][bucket], at the start of the year. */
  const balances = new Float64Array((years + 1) * buckets)
  /** [year][bucket], paid out during the year. */
  const withdrawals = new Float64Array(years * buckets)
  const taxes = Float64Array.from(taxWhileWorking)
  balances.set(plan.opening)
  const trial = new Float64Array(buckets)
  for (let year = 0; year < years; year++) {
    const base = year * buckets
    const after = balances.slice(base, base + buckets)
    if (year >= retirement) {
      const answer = payYear(plan, after, year, sustainable)
      const preTax = answer < 0 ? -1 - answer : answer
      const gross = preTax + (socialSecurity[year] ?? 0) + (pension[year] ?? 0)
      taxes[year] = gross - netOf(plan.net, year, preTax)
      for (let bucket = 0; bucket < buckets; bucket++) {
        const rest = after[bucket] ?? 0
        withdrawals[base + bucket] = Math.max(0, (balances[base + bucket] ?? 0) - rest)
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
    const grow = (factor: number) => {
      for (let bucket = 0; bucket < buckets; bucket++)
        next[bucket] = (after[bucket] ?? 0) * factor + (contributions[base + bucket] ?? 0)
    }
    grow(fromLine)
    if (year + 1 >= years) continue
    for (let step = 1; step <= mostLifts && year + 1 >= retirement; step++) {
      trial.set(next)
      if (payYear(plan, trial, year + 1, sustainable) >= 0) break
      grow(fromLine * (1 + step * lift))
    }
  }
  return { balances, withdrawals, taxes }
}

/**
 * The yearly figures of one percentile at its sustainable income, from today's age on. Dollars at
 * today's prices.
 */
export const outlookAt = (simulation: Simulation, sustainable: number, percentage: number) =>
  followLine(simulation.plan, wealthLine(simulation, sustainable, percentage), sustainable)

import type { Plan } from './plan.ts'
import { payYear } from './retired-year.ts'

/** A plan on its market paths. Balances are real dollars at the start of a year, before withdrawals. */
export interface Simulation {
  readonly plan: Plan
  readonly paths: number
  /** [path][year][account] */
  readonly growth: Float32Array
  /** [path][bucket] on the first retired day. */
  readonly atRetirement: Float64Array
  /** Total of all buckets, [year][path], for years up to and including the first retired one. */
  readonly saving: Float64Array
}

/** Lives through the working years of every path: growth first, then the year's contributions. */
export const simulateSaving = (plan: Plan, growth: Float32Array, paths: number): Simulation => {
  const { years, retirement, accounts, bucketAccount, contributions, opening } = plan
  const buckets = opening.length
  const atRetirement = new Float64Array(paths * buckets)
  const saving = new Float64Array((retirement + 1) * paths)
  for (let path = 0; path < paths; path++) {
    const base = path * buckets
    let total = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const balance = opening[bucket] ?? 0
      atRetirement[base + bucket] = balance
      total += balance
    }
    saving[path] = total
    for (let year = 0; year < retirement; year++) {
      const market = (path * years + year) * accounts
      total = 0
      for (let bucket = 0; bucket < buckets; bucket++) {
        const balance =
          (atRetirement[base + bucket] ?? 0) * (growth[market + (bucketAccount[bucket] ?? 0)] ?? 0) +
          (contributions[year * buckets + bucket] ?? 0)
        atRetirement[base + bucket] = balance
        total += balance
      }
      saving[(year + 1) * paths + path] = total
    }
  }
  return { plan, paths, growth, atRetirement, saving }
}

/**
 * Whether income `need` (dollars a year after tax) lasts through the last age on this path. With `totals` the balance
 * at the start of every retired year, and after the last one, is written to it as [retired year][path].
 */
export const lasts = (
  simulation: Simulation,
  path: number,
  need: number,
  work: Float64Array,
  totals: Float64Array | null,
): boolean => {
  const { plan, paths, growth, atRetirement } = simulation
  const { years, retirement, accounts, bucketAccount } = plan
  const buckets = work.length
  for (let bucket = 0; bucket < buckets; bucket++) work[bucket] = atRetirement[path * buckets + bucket] ?? 0
  let enough = true
  for (let year = retirement; year < years; year++) {
    if (totals) totals[(year - retirement) * paths + path] = sumOf(work)
    if (payYear(plan, work, 0, year, need) < 0) {
      if (!totals) return false
      enough = false
    }
    const market = (path * years + year) * accounts
    for (let bucket = 0; bucket < buckets; bucket++) {
      work[bucket] = (work[bucket] ?? 0) * (growth[market + (bucketAccount[bucket] ?? 0)] ?? 0)
    }
  }
  if (totals) totals[(years - retirement) * paths + path] = sumOf(work)
  return enough
}

const sumOf = (values: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0
  return sum
}

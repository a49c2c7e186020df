import { preTaxMoney, type Plan } from './plan.ts'
import { keptFree, keptOutside, keptPreTax, settlement, settleYear } from './retired-year.ts'

const kept = settlement()

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
  const { years, retirement, accounts, bucketAccount, bucketKind } = plan
  const outside = work.length - 1
  const first = path * (outside + 1)
  let preTax = 0
  let free = 0
  for (let bucket = 0; bucket < outside; bucket++) {
    const balance = atRetirement[first + bucket] ?? 0
    work[bucket] = balance
    if (bucketKind[bucket] === preTaxMoney) preTax += balance
    else free += balance
  }
  let saved = atRetirement[first + outside] ?? 0
  let enough = true
  for (let year = retirement; year < years; year++) {
    if (totals) totals[(year - retirement) * paths + path] = preTax + free + saved
    if (settleYear(plan, year, need, preTax, free, saved, kept) < 0) {
      if (!totals) return false
      enough = false
    }
    const market = (path * years + year) * accounts
    const preTaxShare = kept[keptPreTax] ?? 0
    const freeShare = kept[keptFree] ?? 0
    preTax = 0
    free = 0
    for (let bucket = 0; bucket < outside; bucket++) {
      const grown = (work[bucket] ?? 0) * (growth[market + (bucketAccount[bucket] ?? 0)] ?? 0)
      if (bucketKind[bucket] === preTaxMoney) {
        const balance = grown * preTaxShare
        work[bucket] = balance
        preTax += balance
      } else {
        const balance = grown * freeShare
        work[bucket] = balance
        free += balance
      }
    }
    saved = (kept[keptOutside] ?? 0) * (growth[market + accounts - 1] ?? 0)
  }
  if (totals) totals[(years - retirement) * paths + path] = preTax + free + saved
  return enough
}

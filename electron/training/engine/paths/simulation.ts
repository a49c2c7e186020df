import { netOf, netWithoutWithdrawal, withdrawalFor } from '../person/income-tax.ts'
import { preTaxMoney, type Plan } from '../plan.ts'

/**
 * A year counts as failed only if it falls short by more dollars than this, so that rounding does
 * not matter.
 */
const tolerance = 0.005

/**
 * The result of {@link settleYear}: the shares of pre-tax and of tax-free money that remain, and
 * the dollars saved outside plans.
 */
const kept = new Float64Array(3)
const keptPreTax = 0
const keptFree = 1
const keptOutside = 2

/**
 * Pays one retired year's withdrawals from the sums by kind of money, in dollars. The order is:
 * required distributions, savings outside plans, Roth and after-tax money, then more pre-tax money
 * until `need` dollars are left after tax. Income beyond the need is saved outside plans. Returns
 * the pre-tax withdrawal, or -1 - withdrawal if everything was paid out without meeting the need,
 * and writes to {@link kept}.
 */
const settleYear = (
  plan: Plan,
  year: number,
  need: number,
  preTax: number,
  free: number,
  outside: number,
): number => {
  let withdrawal = preTax * (plan.required[year] ?? 0)
  const net =
    withdrawal > 0 ? netOf(plan.net, year, withdrawal) : netWithoutWithdrawal(plan.net, year)
  let short = need - net
  let freePaid = 0
  let saved = outside
  if (short <= 0) {
    saved -= short
    short = 0
  } else {
    const outsidePaid = short < saved ? short : saved
    saved -= outsidePaid
    short -= outsidePaid
    freePaid = short < free ? short : free
    short -= freePaid
    if (short > 0) {
      const wanted = withdrawalFor(plan.net, year, net + short)
      if (wanted <= preTax) {
        withdrawal = wanted
        short = 0
      } else {
        short = need - freePaid - outsidePaid - netOf(plan.net, year, preTax)
        withdrawal = preTax
      }
    }
  }
  kept[keptPreTax] = preTax > 0 ? 1 - withdrawal / preTax : 1
  kept[keptFree] = free > 0 ? 1 - freePaid / free : 1
  kept[keptOutside] = saved
  return short > tolerance ? -1 - withdrawal : withdrawal
}

/** Runs {@link settleYear} on the balances of all buckets; the last bucket is outside plans. */
export const payYear = (plan: Plan, balances: Float64Array, year: number, need: number): number => {
  const { bucketKind } = plan
  const outside = bucketKind.length - 1
  let preTax = 0
  let free = 0
  for (let bucket = 0; bucket < outside; bucket++) {
    const balance = balances[bucket] ?? 0
    if (bucketKind[bucket] === preTaxMoney) preTax += balance
    else free += balance
  }
  const withdrawal = settleYear(plan, year, need, preTax, free, balances[outside] ?? 0)
  for (let bucket = 0; bucket < outside; bucket++) {
    const share = kept[bucketKind[bucket] === preTaxMoney ? keptPreTax : keptFree] ?? 0
    balances[bucket] = (balances[bucket] ?? 0) * share
  }
  balances[outside] = kept[keptOutside] ?? 0
  return withdrawal
}

/**
 * Runs a plan on its market paths without withdrawals: growth first, then the year's contributions. Balances are real
 * dollars at the start of a year.
 *
 * Withdrawals in a retired year take the same share from every account with the same kind of money,
 * so the money left is a share of the sum before withdrawals. These sums do not depend on the
 * income. They are computed once for each path, so trying an income needs only two numbers per
 * year.
 */
export const simulateSaving = (plan: Plan, growth: Float32Array, paths: number) => {
  const { years, retirement, accounts, bucketAccount, bucketKind, contributions, opening } = plan
  const buckets = opening.length
  const outside = buckets - 1
  const row = years - retirement + 1
  /** [path][bucket] on the first retired day. */
  const atRetirement = new Float64Array(paths * buckets)
  /** Total of all buckets, [year][path], up to and including the first retired year. */
  const saving = new Float64Array((retirement + 1) * paths)
  /**
   * Sums before withdrawals, first pre-tax, then Roth with after-tax, [path][retired year],
   * including the end of the last year.
   */
  const untouchedPreTax = new Float64Array(paths * row)
  const untouchedFree = new Float64Array(paths * row)
  const work = new Float64Array(buckets)
  for (let path = 0; path < paths; path++) {
    const base = path * buckets
    let total = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const balance = opening[bucket] ?? 0
      work[bucket] = balance
      total += balance
    }
    saving[path] = total
    for (let year = 0; year < retirement; year++) {
      const market = (path * years + year) * accounts
      total = 0
      for (let bucket = 0; bucket < buckets; bucket++) {
        const balance =
          (work[bucket] ?? 0) * (growth[market + (bucketAccount[bucket] ?? 0)] ?? 0) +
          (contributions[year * buckets + bucket] ?? 0)
        work[bucket] = balance
        total += balance
      }
      saving[(year + 1) * paths + path] = total
    }
    for (let bucket = 0; bucket < buckets; bucket++) atRetirement[base + bucket] = work[bucket] ?? 0
    for (let bucket = 0; bucket < outside; bucket++) {
      const sums = bucketKind[bucket] === preTaxMoney ? untouchedPreTax : untouchedFree
      let market = (path * years + retirement) * accounts + (bucketAccount[bucket] ?? 0)
      let balance = work[bucket] ?? 0
      const last = (path + 1) * row - 1
      for (let at = path * row; at < last; at++) {
        sums[at] = (sums[at] ?? 0) + balance
        balance *= growth[market] ?? 0
        market += accounts
      }
      sums[last] = (sums[last] ?? 0) + balance
    }
  }
  return { plan, paths, growth, atRetirement, saving, untouchedPreTax, untouchedFree }
}
export type Simulation = Readonly<ReturnType<typeof simulateSaving>>

/**
 * An income to try, dollars a year after tax. For each retired year, `alone` has the pre-tax withdrawal that would pay
 * the income without any other money, or -1 if the year needs no withdrawal. `alone` is `room`, so `room` holds one
 * need at a time.
 */
export const needOf = (
  { net, years, retirement }: Plan,
  income: number,
  room = new Float64Array(years),
) => {
  for (let year = retirement; year < years; year++) {
    room[year] = income > netWithoutWithdrawal(net, year) ? withdrawalFor(net, year, income) : -1
  }
  return { income, alone: room }
}
export type Need = Readonly<ReturnType<typeof needOf>>

/**
 * True if a need is met through the last age on this path. Writes to `totals`, if given, the
 * balance at the start of every retired year and after the last one, [retired year][path].
 */
export const lasts = (
  simulation: Simulation,
  path: number,
  need: Need,
  totals: Float64Array | null,
): boolean => {
  const { plan, paths, growth, atRetirement, untouchedPreTax, untouchedFree } = simulation
  const { years, retirement, accounts, buckets, required } = plan
  const { income, alone } = need
  // The shares of the sums before withdrawals that remain; 1 means everything.
  let leftPreTax = 1
  let leftFree = 1
  let saved = atRetirement[(path + 1) * buckets.length - 1] ?? 0
  let enough = true
  let at = path * (years - retirement + 1)
  let total = path
  let market = (path * years + retirement + 1) * accounts - 1
  for (let year = retirement; year < years; year++) {
    const untouched = untouchedPreTax[at] ?? 0
    const preTax = leftPreTax * untouched
    const free = leftFree * (untouchedFree[at] ?? 0)
    if (totals) totals[total] = preTax + free + saved
    const withdrawal = alone[year] ?? 0
    if (
      free === 0 &&
      saved === 0 &&
      withdrawal <= preTax &&
      preTax * (required[year] ?? 0) <= withdrawal
    ) {
      // In the usual case, pre-tax money pays everything and exceeds the required distribution.
      leftPreTax -= withdrawal / untouched
    } else if (preTax === 0 && free === 0 && saved === 0 && withdrawal > 1) {
      // No money is left, no income could be saved, and the gap is more than rounding.
      if (!totals) return false
      enough = false
    } else {
      if (settleYear(plan, year, income, preTax, free, saved) < 0) {
        if (!totals) return false
        enough = false
      }
      leftPreTax *= kept[keptPreTax] ?? 0
      leftFree *= kept[keptFree] ?? 0
      saved = (kept[keptOutside] ?? 0) * (growth[market] ?? 0)
    }
    at += 1
    total += paths
    market += accounts
  }
  if (totals)
    totals[total] =
      leftPreTax * (untouchedPreTax[at] ?? 0) + leftFree * (untouchedFree[at] ?? 0) + saved
  return enough
}

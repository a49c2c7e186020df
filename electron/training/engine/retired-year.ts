import { netOf, netWithoutWithdrawal, withdrawalFor } from './net-income.ts'
import { preTaxMoney, type Plan } from './plan.ts'

/** Cents that rounding may miss before the year counts as failed. */
const tolerance = 0.005

/** Results of {@link settleYear}: shares of the money that stay, and dollars saved outside plans. */
export const keptPreTax = 0
export const keptFree = 1
export const keptOutside = 2
export const settlement = (): Float64Array => new Float64Array(3)

/**
 * One retired year's withdrawals from sums by kind of money, dollars: required distributions first, then savings
 * outside plans, then Roth and after-tax money, then more pre-tax money until `need` dollars are left after tax. Income
 * beyond the need is saved outside plans. Writes the remainder to `kept`.
 *
 * @returns the pre-tax withdrawal, or -1 - withdrawal if everything was paid out without meeting the need
 */
export const settleYear = (
  plan: Plan,
  year: number,
  need: number,
  preTax: number,
  free: number,
  outside: number,
  kept: Float64Array,
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

const kept = settlement()

/** {@link settleYear} on the balances of all buckets from `offset`; the last bucket is outside plans. */
export const payYear = (
  plan: Plan,
  balances: Float64Array,
  offset: number,
  year: number,
  need: number,
): number => {
  const { bucketKind } = plan
  const outside = bucketKind.length - 1
  let preTax = 0
  let free = 0
  for (let bucket = 0; bucket < outside; bucket++) {
    const balance = balances[offset + bucket] ?? 0
    if (bucketKind[bucket] === preTaxMoney) preTax += balance
    else free += balance
  }
  const withdrawal = settleYear(
    plan,
    year,
    need,
    preTax,
    free,
    balances[offset + outside] ?? 0,
    kept,
  )
  for (let bucket = 0; bucket < outside; bucket++) {
    const share = kept[bucketKind[bucket] === preTaxMoney ? keptPreTax : keptFree] ?? 0
    balances[offset + bucket] = (balances[offset + bucket] ?? 0) * share
  }
  balances[offset + outside] = kept[keptOutside] ?? 0
  return withdrawal
}

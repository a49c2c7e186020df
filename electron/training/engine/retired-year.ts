import { netOf, netWithoutWithdrawal, withdrawalFor } from './net-income.ts'
import { freeMoney, preTaxMoney, type Plan } from './plan.ts'

/** Cents that rounding may leave short without the year counting as failed. */
const tolerance = 0.005

/**
 * Takes one retired year's withdrawals out of `balances`: required distributions first, then savings outside plans,
 * then Roth and after-tax money, then more pre-tax money until `need` dollars are left after tax. Income beyond the
 * need is saved outside plans. The last bucket is always the one outside plans.
 *
 * @returns the pre-tax withdrawal, or -1 - withdrawal when the need could not be met and everything was paid out
 */
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
  let withdrawal = preTax * (plan.required[year] ?? 0)
  const net = withdrawal > 0 ? netOf(plan.net, year, withdrawal) : netWithoutWithdrawal(plan.net, year)
  let short = need - net
  let freePaid = 0
  let saved = balances[offset + outside] ?? 0
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
  balances[offset + outside] = saved
  const keepPreTax = preTax > 0 ? 1 - withdrawal / preTax : 1
  const keepFree = free > 0 ? 1 - freePaid / free : 1
  for (let bucket = 0; bucket < outside; bucket++) {
    const keep = bucketKind[bucket] === freeMoney ? keepFree : keepPreTax
    balances[offset + bucket] = (balances[offset + bucket] ?? 0) * keep
  }
  return short > tolerance ? -1 - withdrawal : withdrawal
}

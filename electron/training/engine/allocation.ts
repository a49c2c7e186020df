import { betterPaidPercents } from './better-paid.ts'
import type { Mix } from './data/capital-markets.ts'
import { glidePath } from './glide-path.ts'
import type { Household, PlanAccount } from './household.ts'
import { blend, diversified, distance, equityOf, widelySpread, withEquity } from './mixes.ts'
import type { Exposure } from './returns.ts'

/** What an account holds under a strategy: percent by position, in the order of the account's positions. */
export interface Allocation {
  readonly percents: readonly number[]
  readonly mix: Mix
  /** Share in one company's shares, 0–1. */
  readonly singleStock: number
  /** Fund expenses, percent a year. */
  readonly cost: number
  /** How closely equity follows the glide path from now on, 0–1. */
  readonly glide: number
}

const balanced = diversified(60)
const targetDate = /^TD[0-9I]/

const allocationOf = (account: PlanAccount, percents: readonly number[], glide: number | null): Allocation => {
  const parts = account.positions.map(({ fund }, index) => ({ fund, share: (percents[index] ?? 0) / 100 }))
  const sumOver = (value: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + part.share * value(part), 0)
  return {
    percents,
    mix: parts.length > 0 ? blend(parts.map(({ fund, share }) => ({ mix: fund.mix, share }))) : balanced,
    singleStock: sumOver(({ fund }) => (fund.singleStock ? 1 : 0)),
    cost: sumOver(({ fund }) => fund.expenseRatio),
    glide: glide ?? sumOver(({ fund }) => (targetDate.test(fund.id) ? 1 : 0)),
  }
}

/** Today's holdings; an account without money counts its funds in equal parts. */
export const currentAllocation = (account: PlanAccount): Allocation => {
  const count = Math.max(1, account.positions.length)
  const percents = account.positions.map(({ balance }) =>
    account.balance > 0 ? (balance / account.balance) * 100 : 100 / count,
  )
  return allocationOf(account, percents, null)
}

/** Most of an account that advice leaves in one company's shares, percent. */
const mostSingleStock = 5

/**
 * Whole percents over the account's own funds that come closest to the target, a point at a time: each point goes to
 * the fund that brings the mix nearest, cheap funds first among equals. The plan's minimum and maximum per fund hold.
 */
const fitFunds = (account: PlanAccount, target: Mix): readonly number[] => {
  const caps = account.positions.map(({ fund, most, least }) =>
    Math.floor(fund.singleStock ? Math.min(most, Math.max(least, mostSingleStock)) : most),
  )
  const percents = account.positions.map(({ least }, index) => Math.min(Math.ceil(least), caps[index] ?? 0))
  const sums = target.map((_, index) =>
    account.positions.reduce((sum, { fund }, position) => sum + (percents[position] ?? 0) * (fund.mix[index] ?? 0), 0),
  )
  for (let given = percents.reduce((sum, percent) => sum + percent, 0); given < 100; given++) {
    let best = -1
    let bestCost = Number.POSITIVE_INFINITY
    for (const [position, { fund }] of account.positions.entries()) {
      if ((percents[position] ?? 0) >= (caps[position] ?? 0)) continue
      let cost = fund.expenseRatio * 20
      for (const [index, wanted] of target.entries()) {
        const miss = ((sums[index] ?? 0) + (fund.mix[index] ?? 0)) / (given + 1) - wanted
        cost += miss * miss
      }
      if (cost < bestCost) {
        bestCost = cost
        best = position
      }
    }
    if (best < 0) break
    percents[best] = (percents[best] ?? 0) + 1
    for (const [index, weight] of (account.positions[best]?.fund.mix ?? target).entries()) {
      sums[index] = (sums[index] ?? 0) + weight
    }
  }
  return percents
}

/** Most in equity that advice and the years bring a mix to, percent. */
const mostEquity = 95

/** Percent of an account that has to be misplaced before advice asks for a change. */
const worthChanging = 10

/** The account's own funds fitted to a target, or `null` where its minimums and maximums cannot add up to 100. */
const fitted = (account: PlanAccount, target: Mix, glide: number): Allocation | null => {
  const percents = fitFunds(account, target)
  const total = percents.reduce((sum, percent) => sum + percent, 0)
  return Math.abs(total - 100) < 1e-9 ? allocationOf(account, percents, glide) : null
}

/** An age-appropriate allocation from the account's own funds; today's where that is close or cannot be fitted. */
export const advisedAllocation = (household: Household, account: PlanAccount): Allocation => {
  const current = currentAllocation(account)
  if (account.positions.length < 2) return current
  const target = diversified(glidePath(household.age, household.retirementAge))
  const advised = fitted(account, target, 1)
  if (!advised) return current
  if (current.singleStock * 100 > mostSingleStock) return advised
  const closer = distance(advised.mix, target) < distance(current.mix, target)
  return closer && distance(advised.mix, current.mix) > worthChanging ? advised : current
}

/**
 * As much equity as today and `more` points, spread wider over the account's own funds and kept for as long as today's
 * would be. A wider spread swings less, so a few points more of it are no more risk.
 */
export const spreadAllocation = (account: PlanAccount, more: number): Allocation => {
  const current = currentAllocation(account)
  if (account.positions.length < 2) return current
  const now = equityOf(current.mix)
  const equity = Math.max(now, Math.min(mostEquity, now + more))
  return fitted(account, widelySpread(equity), current.glide) ?? current
}

/** The same risk as today's, better paid; see {@link betterPaidPercents}. */
export const betterPaidAllocation = (account: PlanAccount): Allocation => {
  const current = currentAllocation(account)
  return allocationOf(account, betterPaidPercents(account, current.percents), current.glide)
}

/** The same funds, with equity following the glide path like `model`. */
export const glidingLike = (allocation: Allocation, model: Allocation): Allocation => ({
  ...allocation,
  glide: model.glide,
})

/** An allocation part of the way from one to another; `share` 0–1. */
export const partOfTheWay = (account: PlanAccount, from: Allocation, to: Allocation, share: number): Allocation =>
  allocationOf(
    account,
    from.percents.map((percent, index) => percent + ((to.percents[index] ?? 0) - percent) * share),
    from.glide + (to.glide - from.glide) * share,
  )

/** What the account holds `year` years from today. */
export const exposureIn = (household: Household, allocation: Allocation, year: number): Exposure => {
  const { age, retirementAge } = household
  const now = equityOf(allocation.mix)
  const change = (glidePath(age + year, retirementAge) - glidePath(age, retirementAge)) * allocation.glide
  const equity = change === 0 ? now : Math.min(mostEquity, Math.max(Math.min(now, 20), now + change))
  return { mix: withEquity(allocation.mix, equity), singleStock: allocation.singleStock, cost: allocation.cost }
}

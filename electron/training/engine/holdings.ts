import { adviceRules, glidePath } from './advice/advice-rules.ts'
import type { Fund } from './funds.ts'
import type { Household, PlanAccount, Position } from './person/household.ts'
import { blend, diversified, equityOf, withEquity } from './mixes.ts'
import { clamp, roundedShares, sum } from './numbers.ts'
import type { Exposure } from './paths/returns.ts'

/** An account's holdings and what advice may do with them. Percents are of the account, by position. */

const rounding = 0.01

/** Today's percent in each position; in an account without money, every fund counts equally. */
const percentsToday = ({ positions, balance }: PlanAccount): readonly number[] =>
  positions.map((position) =>
    balance > 0 ? (position.balance / balance) * 100 : 100 / positions.length,
  )

const floorOf = ({ least, most }: Position, today: number) => {
  if (least === 0) return 0
  const floor = Math.max(adviceRules.leastPosition, Math.ceil(least))
  return today > floor && today < floor + adviceRules.leastTrade && today <= most ? today : floor
}

/**
 * The positions with today's percent, `bound` and `floor`. `bound` is the percent under any advice,
 * or `null` if advice decides; `floor` is the minimum in that case. `free` is the percent that
 * advice may divide.
 *
 * A position cannot be sold if advice does not touch its kind, or if it is at the file's minimum. One company's shares
 * stay if they are within their limit. Above it, the largest holding is reduced to the advised percent and the others
 * are sold, as far as the file's minimum allows.
 */
export const movableOf = (account: PlanAccount) => {
  const today = percentsToday(account)
  const held = account.positions.map((one, index) => ({ ...one, today: today[index] ?? 0 }))
  const stocks = held.filter(({ fund }) => fund.singleStock)
  const isTooMuch = sum(stocks.map((one) => one.today)) > adviceRules.singleStockKept
  const [largest] = stocks.toSorted((left, right) => right.today - left.today)
  const boundOf = (one: (typeof held)[number]): number | null => {
    const isLocked =
      one.fund.role === 'outside' || (one.least > 0 && one.today <= one.least + rounding)
    if (isLocked) return account.balance > 0 ? one.today : 0
    if (!one.fund.singleStock) return null
    if (!isTooMuch) return one.today
    const rest = one === largest ? Math.min(adviceRules.singleStockAdvised, one.most) : 0
    return Math.min(one.today, Math.max(rest, one.least))
  }
  const parts = held.map((one) => {
    const bound = boundOf(one)
    return { ...one, bound, floor: bound === null ? floorOf(one, one.today) : 0 }
  })
  return { parts, free: 100 - sum(parts.map(({ bound, floor }) => floor + (bound ?? 0))) }
}
export type Movable = Readonly<ReturnType<typeof movableOf>>

const isBought = ({ role }: Fund) => role === 'core' || role === 'targetDate'

export const mostAdvised = ({ fund, most, mostNew, today }: Movable['parts'][number]): number =>
  isBought(fund) && mostNew > 0 ? most : Math.min(most, today)

/**
 * True if a position may have this size: it is empty or at least the smallest position, and reached
 * without a trade or by one that is large enough.
 */
export const isWorthHolding = (percent: number, today: number): boolean => {
  const trade = Math.abs(percent - today)
  if (Math.abs(percent) < rounding) return true
  const isTradeGood = trade < rounding || trade > adviceRules.leastTrade - rounding
  return percent > adviceRules.leastPosition - rounding && isTradeGood
}

const balanced = diversified(60)

/** The allocation with these percents; by default only the part in target-date funds follows the glide path. */
export const allocationOf = (
  account: PlanAccount,
  percents: readonly number[],
  glide: number | null = null,
) => {
  const parts = account.positions.map(({ fund }, index) => ({
    ...fund,
    share: (percents[index] ?? 0) / 100,
  }))
  const sumOver = (value: (fund: Fund) => number) =>
    sum(parts.map((part) => part.share * value(part)))
  return {
    account,
    percents,
    mix: parts.length > 0 ? blend(parts) : balanced,
    /** The part in a single company's stock, 0–1. */
    singleStock: sumOver(({ singleStock }) => (singleStock ? 1 : 0)),
    /** Fund expenses, percent a year. */
    cost: sumOver(({ expenseRatio }) => expenseRatio),
    /** How closely equity follows the glide path from now on, 0–1. */
    glide: glide ?? sumOver(({ target }) => (target === null ? 0 : 1)),
  }
}
export type Allocation = Readonly<ReturnType<typeof allocationOf>>

export const currentAllocation = (account: PlanAccount): Allocation =>
  allocationOf(account, percentsToday(account))

const mostEquity = 95

export const exposureIn = (
  { age, retirementAge }: Household,
  { mix, singleStock, cost, glide }: Allocation,
  year: number,
): Exposure => {
  const now = equityOf(mix)
  const change = (glidePath(age + year, retirementAge) - glidePath(age, retirementAge)) * glide
  const equity = change === 0 ? now : clamp(now + change, Math.min(now, 20), mostEquity)
  return { mix: withEquity(mix, equity), singleStock, cost }
}

/**
 * Divides new money in the same proportions as an allocation, in whole percents. Each fund gets at
 * most its FutMax, and funds that advice never buys get none. `null` if no fund can take it.
 */
export const newMoneyOf = (
  { positions }: PlanAccount,
  percents: readonly number[],
): readonly number[] | null => {
  const room = positions.map(({ fund, mostNew }, index) =>
    isBought(fund) && (percents[index] ?? 0) > 0 ? Math.floor(mostNew) : 0,
  )
  if (sum(room) < 100) return null
  let given = room.map(() => 0)
  const isOpen = (index: number) => (given[index] ?? 0) < (room[index] ?? 0)
  // Once a position is full, the others take the rest, so one round for each position is enough.
  for (let round = 0; round < room.length && sum(given) < 100; round++) {
    const open = percents.map((percent, index) => (isOpen(index) ? percent : 0))
    const shares = roundedShares(open, 100 - sum(given), 0)
    given = room.map((most, index) => Math.min(most, (given[index] ?? 0) + (shares[index] ?? 0)))
  }
  return given
}

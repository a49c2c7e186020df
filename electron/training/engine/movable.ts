import { adviceRules } from './advice-rules.ts'
import type { PlanAccount, Position } from './household.ts'

/** The movable part of an account for advice, in percent, in the order of the account's positions. */
export interface Movable {
  /** Today's holdings. */
  readonly today: readonly number[]
  /** A position's bound percent under any advice, or `null` if advice decides. */
  readonly bound: readonly (number | null)[]
  /** The file's minimum for a position that advice decides, rounded up to a whole position; 0 if there is none. */
  readonly floors: readonly number[]
  /** The rest to divide beyond that. */
  readonly free: number
}

const rounding = 0.01

/** Today's share of each position; an account without money counts its funds in equal parts. */
export const percentsToday = ({ positions, balance }: PlanAccount): readonly number[] =>
  positions.map((position) =>
    balance > 0 ? (position.balance / balance) * 100 : 100 / positions.length,
  )

/** Whether a position cannot be sold: outside advice by its kind, or at the file's minimum. */
export const isLocked = ({ fund, least }: Position, today: number): boolean =>
  fund.role === 'outside' || (least > 0 && today <= least + rounding)

/** Percent in one company's shares today. */
export const companyStockIn = ({ positions }: PlanAccount, percents: readonly number[]): number =>
  positions.reduce(
    (sum, { fund }, index) => sum + (fund.singleStock ? (percents[index] ?? 0) : 0),
    0,
  )

/**
 * One company's shares within their limit stay; above it the largest holding is reduced to the advised percent and the
 * others are sold. The file's minimum overrides the rule.
 */
const companyStockAdvised = (
  account: PlanAccount,
  today: readonly number[],
): ((index: number) => number) => {
  if (companyStockIn(account, today) <= adviceRules.singleStockKept)
    return (index) => today[index] ?? 0
  const stocks = account.positions.flatMap(({ fund }, index) => (fund.singleStock ? [index] : []))
  const largest = stocks.reduce(
    (best, index) => ((today[index] ?? 0) > (today[best] ?? 0) ? index : best),
    stocks[0] ?? 0,
  )
  return (index) => {
    const position = account.positions[index]
    const rest =
      index === largest ? Math.min(adviceRules.singleStockAdvised, position?.most ?? 0) : 0
    return Math.min(today[index] ?? 0, Math.max(rest, position?.least ?? 0))
  }
}

/** The account's movable part. */
export const movableOf = (account: PlanAccount): Movable => {
  const today = percentsToday(account)
  const companyStock = companyStockAdvised(account, today)
  const bound = account.positions.map((position, index) => {
    const held = today[index] ?? 0
    if (isLocked(position, held)) return account.balance > 0 ? held : 0
    return position.fund.singleStock ? companyStock(index) : null
  })
  const floors = account.positions.map(({ least, most }, index) => {
    if (bound[index] !== null || least === 0) return 0
    const floor = Math.max(adviceRules.leastPosition, Math.ceil(least))
    const held = today[index] ?? 0
    return held > floor && held < floor + adviceRules.leastTrade && held <= most ? held : floor
  })
  const taken = floors.reduce((sum, floor, index) => sum + floor + (bound[index] ?? 0), 0)
  return { today, bound, floors, free: 100 - taken }
}

/** Whether a position may have this size: nothing, or a whole position reached by a worthwhile trade or none. */
export const isWorthHolding = (percent: number, today: number): boolean => {
  const trade = Math.abs(percent - today)
  if (Math.abs(percent) < rounding) return true
  const isTradeGood = trade < rounding || trade > adviceRules.leastTrade - rounding
  return percent > adviceRules.leastPosition - rounding && isTradeGood
}

/** Most of the account that advice gives a position, percent. */
export const mostAdvised = ({ fund, most, mostNew }: Position, today: number): number =>
  (fund.role === 'core' || fund.role === 'targetDate') && mostNew > 0 ? most : Math.min(most, today)

import type { Mix } from './data/capital-markets.ts'
import { glidePath } from './glide-path.ts'
import type { Household, PlanAccount } from './household.ts'
import { blend, diversified, equityOf, withEquity } from './mixes.ts'
import { percentsToday } from './movable.ts'
import type { Exposure } from './returns.ts'

/** An account's holdings under a strategy: percent by position, in the order of the account's positions. */
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

/** The allocation of these percents; by default the part in target-date funds glides. */
export const allocationOf = (
  account: PlanAccount,
  percents: readonly number[],
  glide: number | null = null,
): Allocation => {
  const parts = account.positions.map(({ fund }, index) => ({
    fund,
    share: (percents[index] ?? 0) / 100,
  }))
  const sumOver = (value: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + part.share * value(part), 0)
  return {
    percents,
    mix:
      parts.length > 0
        ? blend(parts.map(({ fund, share }) => ({ mix: fund.mix, share })))
        : balanced,
    singleStock: sumOver(({ fund }) => (fund.singleStock ? 1 : 0)),
    cost: sumOver(({ fund }) => fund.expenseRatio),
    glide: glide ?? sumOver(({ fund }) => (fund.target === null ? 0 : 1)),
  }
}

/** Today's holdings; an account without money counts its funds in equal parts. */
export const currentAllocation = (account: PlanAccount): Allocation =>
  allocationOf(account, percentsToday(account))

/** Most equity that a mix reaches over the years, percent. */
const mostEquity = 95

/** The account's holdings `year` years from today. */
export const exposureIn = (
  household: Household,
  allocation: Allocation,
  year: number,
): Exposure => {
  const { age, retirementAge } = household
  const now = equityOf(allocation.mix)
  const change =
    (glidePath(age + year, retirementAge) - glidePath(age, retirementAge)) * allocation.glide
  const equity =
    change === 0 ? now : Math.min(mostEquity, Math.max(Math.min(now, 20), now + change))
  return {
    mix: withEquity(allocation.mix, equity),
    singleStock: allocation.singleStock,
    cost: allocation.cost,
  }
}

import { capitalMarkets } from './data/capital-markets.ts'
import type { PlanAccount, Position } from './household.ts'
import { loadsOf } from './returns.ts'

/** Points of an account that move from one fund to another at a time, percent. */
const step = 5
const mostMoves = 12

/** How far the swings may leave those of today, as a share of their square. */
const tolerance = 0.02

/** Most that moves bring one fund to, percent of the account; a narrow fund holds mainly one of the small classes. */
const mostInFund = 40
const mostInNarrowFund = 15
const narrowClasses = [1, 3, 4, 6, 7]

/** What one more dollar a hundred adds: to the yearly return after expenses, and to each of the market's drivers. */
interface Share {
  readonly pay: number
  readonly loads: readonly number[]
  readonly most: number
  readonly least: number
}

const shareOf = ({ fund, most, least }: Position): Share => {
  const narrow = narrowClasses.reduce((sum, index) => sum + (fund.mix[index] ?? 0), 0) > 50
  return {
    pay: fund.mix.reduce((sum, weight, index) => sum + (weight / 100) * (capitalMarkets.mean[index] ?? 0), -fund.expenseRatio),
    loads: loadsOf(fund.mix, fund.singleStock ? 1 : 0),
    // Nobody is told to buy one company's shares.
    most: fund.singleStock ? 0 : Math.min(most, narrow ? mostInNarrowFund : mostInFund),
    least,
  }
}

const squared = (loads: readonly number[]): number => loads.reduce((sum, load) => sum + load * load, 0)

/**
 * Today's percents with a few steps from worse to better paid funds of the same account that leave its swings as they
 * are: the same risk, better paid, so that every market from poor to good pays more.
 */
export const betterPaidPercents = (account: PlanAccount, today: readonly number[]): readonly number[] => {
  const shares = account.positions.map(shareOf)
  const percents = [...today]
  const loadsAfter = (loads: readonly number[], from: Share, to: Share): readonly number[] =>
    loads.map((load, index) => load + (((to.loads[index] ?? 0) - (from.loads[index] ?? 0)) * step) / 100)
  let loads = (shares[0]?.loads ?? []).map((_, index) =>
    shares.reduce((sum, share, position) => sum + ((percents[position] ?? 0) / 100) * (share.loads[index] ?? 0), 0),
  )
  const wanted = squared(loads)
  for (let move = 0; move < mostMoves; move++) {
    let best: { readonly from: number; readonly to: number; readonly loads: readonly number[] } | null = null
    let bestGain = 0.01
    for (const [from, source] of shares.entries()) {
      if ((percents[from] ?? 0) - step < source.least) continue
      for (const [to, target] of shares.entries()) {
        const gain = target.pay - source.pay
        if (to === from || gain <= bestGain || (percents[to] ?? 0) + step > target.most) continue
        const after = loadsAfter(loads, source, target)
        if (Math.abs(squared(after) / wanted - 1) > tolerance) continue
        best = { from, to, loads: after }
        bestGain = gain
      }
    }
    if (!best) break
    percents[best.from] = (percents[best.from] ?? 0) - step
    percents[best.to] = (percents[best.to] ?? 0) + step
    loads = [...best.loads]
  }
  return percents
}

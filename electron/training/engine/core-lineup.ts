import { adviceRules } from './advice-rules.ts'
import type { Mix } from './data/capital-markets.ts'
import type { Fund } from './funds.ts'
import type { PlanAccount } from './household.ts'
import { blend, equityOf } from './mixes.ts'
import { isWorthHolding, mostAdvised, type Movable } from './movable.ts'

/**
 * Weights against squared points of miss: a percent of expenses a year, a point of trading, one more fund; and the
 * extra weight of the miss in shares as a whole over that in each kind.
 */
const expenseWeight = 200
const tradeWeight = 0.5
const fundWeight = 8
const equityWeight = 3

const step = adviceRules.leastPosition
const rounding = 1e-6
const mostMoves = 60

/** Funds that advice may choose, however many are already bound. */
const leastChoice = 3

interface Candidate {
  readonly index: number
  readonly mix: Mix
  readonly expenseRatio: number
  readonly today: number
  readonly least: number
  readonly most: number
}

/** A fund that is itself a portfolio of shares and bonds; beside funds of one kind it only blurs the holdings. */
const isMixed = ({ mix }: Fund): boolean => equityOf(mix) > 10 && equityOf(mix) < 95

const candidatesOf = (
  account: PlanAccount,
  { today, bound, floors }: Movable,
  withMixed: boolean,
): readonly Candidate[] =>
  account.positions.flatMap((position, index) => {
    const { fund } = position
    const least = floors[index] ?? 0
    const isNamed = least > 0
    if (
      bound[index] !== null ||
      (!isNamed && (fund.role === 'targetDate' || (!withMixed && isMixed(fund))))
    )
      return []
    const held = today[index] ?? 0
    // A target-date fund beside others is held only as far as the file demands.
    const most = fund.role === 'targetDate' ? least : mostAdvised(position, held)
    return [{ index, mix: fund.mix, expenseRatio: fund.expenseRatio, today: held, least, most }]
  })

/** Distance of a division from the target: squared misses, with expenses, trading and the number of funds. */
const costOf = (
  percents: readonly number[],
  candidates: readonly Candidate[],
  base: Mix,
  target: Mix,
): number => {
  const mix: number[] = [...base]
  let cost = 0
  for (const { index, mix: fund, expenseRatio, today } of candidates) {
    const percent = percents[index] ?? 0
    cost += (Math.abs(percent - today) / 2) * tradeWeight
    if (percent === 0) continue
    cost += fundWeight + (percent / 100) * expenseRatio * expenseWeight
    for (const [kind, weight] of fund.entries())
      mix[kind] = (mix[kind] ?? 0) + (weight * percent) / 100
  }
  let shares = 0
  for (const [kind, wanted] of target.entries()) {
    const miss = (mix[kind] ?? 0) - wanted
    if (kind < 5) shares += miss
    cost += miss * miss
  }
  const abroad = (mix[2] ?? 0) + (mix[3] ?? 0) - target[2] - target[3]
  return cost + equityWeight * shares * shares + abroad * abroad
}

/** Divides the free part in whole steps, best next step first, then moves steps while that helps. */
const dividedInSteps = (
  candidates: readonly Candidate[],
  start: readonly number[],
  free: number,
  mostFunds: number,
  base: Mix,
  target: Mix,
): number[] | null => {
  const percents = [...start]
  const cost = (): number => costOf(percents, candidates, base, target)
  const add = (index: number, points: number): void => {
    percents[index] = (percents[index] ?? 0) + points
  }
  /** The best place for so many points; -1 if there is none. */
  const bestFor = (
    points: number,
    except: number,
  ): { readonly to: number; readonly cost: number } => {
    const isFull = candidates.filter(({ index }) => (percents[index] ?? 0) > 0).length >= mostFunds
    let best = { to: -1, cost: Number.POSITIVE_INFINITY }
    for (const { index, most } of candidates) {
      const held = percents[index] ?? 0
      if (index === except || held + points > most + rounding || (isFull && held === 0)) continue
      percents[index] = held + points
      const now = cost()
      percents[index] = held
      if (now < best.cost) best = { to: index, cost: now }
    }
    return best
  }
  for (let left = free; left > rounding;) {
    const points = left >= 2 * step ? step : left
    const { to } = bestFor(points, -1)
    if (to < 0) return null
    add(to, points)
    left -= points
  }
  for (let round = 0; round < mostMoves; round++) {
    let best = { from: -1, to: -1, points: 0, cost: cost() - rounding }
    for (const { index, least } of candidates) {
      const held = percents[index] ?? 0
      for (const points of held > step ? [step, held] : [held]) {
        const rest = held - points
        if (points <= 0 || rest < least || (rest > 0 && rest < step)) continue
        percents[index] = rest < rounding ? 0 : rest
        const found = bestFor(points, index)
        percents[index] = held
        if (found.to >= 0 && found.cost < best.cost) best = { from: index, points, ...found }
      }
    }
    if (best.from < 0) break
    const rest = (percents[best.from] ?? 0) - best.points
    percents[best.from] = rest < rounding ? 0 : rest
    add(best.to, best.points)
  }
  return percents
}

/** Undoes trades that are too small; the cheapest other fund takes or gives the difference. */
const withoutSmallTrades = (
  candidates: readonly Candidate[],
  given: readonly number[],
  cost: (percents: readonly number[]) => number,
): number[] | null => {
  const percents = [...given]
  const isGood = ({ today, least, most }: Candidate, percent: number): boolean =>
    isWorthHolding(percent, today) && percent >= least - rounding && percent <= most + rounding
  for (let round = 0; round <= candidates.length; round++) {
    const bad = candidates.find((candidate) => !isGood(candidate, percents[candidate.index] ?? 0))
    if (!bad) return percents
    const { today, index } = bad
    const held = percents[index] ?? 0
    const options = [today, 0, step, today + adviceRules.leastTrade, today - adviceRules.leastTrade]
    const fixes = options
      .filter((percent) => isGood(bad, percent))
      .flatMap((percent) =>
        candidates.map((other) => ({
          percent,
          other,
          rest: (percents[other.index] ?? 0) + held - percent,
        })),
      )
      .filter(
        ({ other, rest }) =>
          other !== bad && (percents[other.index] ?? 0) > 0 && isGood(other, rest),
      )
      .map(({ percent, other, rest }) => percents.with(index, percent).with(other.index, rest))
      .sort((left, right) => cost(left) - cost(right))
    const [fixed] = fixes
    if (!fixed) return null
    for (const [position, percent] of fixed.entries()) percents[position] = percent
  }
  return null
}

/**
 * A line-up of the account's own funds near the target, in percent by position: at most eight funds, three free choices
 * if more are bound, in steps of five percent, cheap and already held ones first. Bound parts and the file's minimums
 * stay, whatever their number. Mixed funds are only used `withMixed`. `null` if limits leave no way.
 */
export const coreLineup = (
  account: PlanAccount,
  movable: Movable,
  target: Mix,
  withMixed: boolean,
): readonly number[] | null => {
  const candidates = candidatesOf(account, movable, withMixed)
  const start = movable.bound.map((percent, index) => percent ?? movable.floors[index] ?? 0)
  const boundFunds = movable.bound.filter((percent) => percent !== null && percent > 0).length
  const base = blend(
    account.positions.map(({ fund }, index) => ({
      mix: fund.mix,
      share: (movable.bound[index] ?? 0) / 100,
    })),
  )
  if (movable.free < step) return null
  const mostFunds = Math.max(leastChoice, adviceRules.mostFunds - boundFunds)
  const divided = dividedInSteps(candidates, start, movable.free, mostFunds, base, target)
  return (
    divided &&
    withoutSmallTrades(candidates, divided, (percents) =>
      costOf(percents, candidates, base, target),
    )
  )
}

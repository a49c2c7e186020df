import { adviceRules } from './advice-rules.ts'
import type { Mix } from '../data/capital-markets.ts'
import { isWorthHolding, mostAdvised, type Movable } from '../holdings.ts'
import { blend, equityOf } from '../mixes.ts'

/**
 * Weights of a lineup's costs, on the scale of squared points off the target: for one percent of
 * yearly expenses, for one point of trading, and for one more fund. The last constant is the
 * additional weight for being off in total stocks.
 */
const expenseWeight = 200
const tradeWeight = 0.5
const fundWeight = 8
const equityWeight = 3

const step = adviceRules.leastPosition
const rounding = 1e-6
const mostMoves = 60

/** Advice may always choose this many funds, no matter how many are already bound. */
const leastChoice = 3

type Cost = (percents: readonly number[]) => number

const candidateOf = (part: Movable['parts'][number], withMixed: boolean) => {
  const { fund, bound, floor, today } = part
  const isTargetDate = fund.role === 'targetDate'
  // True for a fund that is itself a mix of stocks and bonds, which does not belong among
  // single-class funds.
  const isMixed = equityOf(fund.mix) > 10 && equityOf(fund.mix) < 95
  const isLeftOut = isTargetDate || (!withMixed && isMixed)
  if (bound !== null || (floor === 0 && isLeftOut)) return null
  // Next to other funds, no more of a target-date fund is held than the file's minimum requires.
  const most = isTargetDate ? floor : mostAdvised(part)
  return { mix: fund.mix, expenseRatio: fund.expenseRatio, today, least: floor, most }
}
type Candidate = NonNullable<ReturnType<typeof candidateOf>>

/** Distance of a division from the target: squared misses, plus expenses, trading and the number of funds. */
const costOf = (
  percents: readonly number[],
  candidates: readonly Candidate[],
  base: Mix,
  target: Mix,
): number => {
  const mix: number[] = [...base]
  let cost = 0
  for (const [index, { mix: fund, expenseRatio, today }] of candidates.entries()) {
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

/**
 * Divides the free part into whole steps, giving each to the fund where it helps most, and then
 * moves steps as long as that helps.
 */
const dividedInSteps = (
  candidates: readonly Candidate[],
  free: number,
  mostFunds: number,
  cost: Cost,
): number[] | null => {
  const percents = candidates.map(({ least }) => least)
  /** The position to which adding this many points helps most; -1 if there is none. */
  const bestFor = (points: number, except: number) => {
    const isFull = percents.filter((percent) => percent > 0).length >= mostFunds
    let best = { to: -1, cost: Number.POSITIVE_INFINITY }
    for (const [index, { most }] of candidates.entries()) {
      const held = percents[index] ?? 0
      if (index === except || held + points > most + rounding || (isFull && held === 0)) continue
      percents[index] = held + points
      const now = cost(percents)
      percents[index] = held
      if (now < best.cost) best = { to: index, cost: now }
    }
    return best
  }
  for (let left = free; left > rounding;) {
    const points = left >= 2 * step ? step : left
    const { to } = bestFor(points, -1)
    if (to < 0) return null
    percents[to] = (percents[to] ?? 0) + points
    left -= points
  }
  for (let round = 0; round < mostMoves; round++) {
    let best = { from: -1, rest: 0, to: -1, points: 0, cost: cost(percents) - rounding }
    for (const [index, { least }] of candidates.entries()) {
      const held = percents[index] ?? 0
      for (const points of held > step ? [step, held] : [held]) {
        const left = held - points
        if (points <= 0 || left < least || (left > 0 && left < step)) continue
        const rest = left < rounding ? 0 : left
        percents[index] = rest
        const found = bestFor(points, index)
        percents[index] = held
        if (found.to >= 0 && found.cost < best.cost) best = { from: index, rest, points, ...found }
      }
    }
    if (best.from < 0) break
    percents[best.from] = best.rest
    percents[best.to] = (percents[best.to] ?? 0) + best.points
  }
  return percents
}

/** Undoes trades that are too small. The cheapest other fund absorbs the difference. */
const withoutSmallTrades = (
  candidates: readonly Candidate[],
  given: readonly number[],
  cost: Cost,
): readonly number[] | null => {
  let percents = given
  const isGood = ({ today, least, most }: Candidate, percent: number) =>
    isWorthHolding(percent, today) && percent >= least - rounding && percent <= most + rounding
  for (let round = 0; round <= candidates.length; round++) {
    const index = candidates.findIndex((one, position) => !isGood(one, percents[position] ?? 0))
    const bad = candidates[index]
    if (!bad) return percents
    const { today } = bad
    const held = percents[index] ?? 0
    const options = [today, 0, step, today + adviceRules.leastTrade, today - adviceRules.leastTrade]
    const [fixed] = options
      .filter((percent) => isGood(bad, percent))
      .flatMap((percent) =>
        candidates.flatMap((other, position) => {
          const now = percents[position] ?? 0
          const rest = now + held - percent
          return position !== index && now > 0 && isGood(other, rest)
            ? [percents.with(index, percent).with(position, rest)]
            : []
        }),
      )
      .sort((left, right) => cost(left) - cost(right))
    if (!fixed) return null
    percents = fixed
  }
  return null
}

/**
 * Chooses a lineup from the account's funds that is near the target, in percent by position and in
 * steps of five percent. It has at most eight funds, but advice may always choose three, even if
 * more than five are bound. It prefers cheap funds and those already held. Bound parts and the
 * file's minimums stay. `null` if the limits allow no lineup.
 */
export const coreLineup = (
  { parts, free }: Movable,
  target: Mix,
  withMixed: boolean,
): readonly number[] | null => {
  if (free < step) return null
  const chosen = parts.map((part) => candidateOf(part, withMixed))
  const candidates = chosen.filter((candidate) => candidate !== null)
  const boundFunds = parts.filter(({ bound }) => bound !== null && bound > 0).length
  const mostFunds = Math.max(leastChoice, adviceRules.mostFunds - boundFunds)
  const base = blend(parts.map(({ fund, bound }) => ({ mix: fund.mix, share: (bound ?? 0) / 100 })))
  const cost: Cost = (percents) => costOf(percents, candidates, base, target)
  const divided = dividedInSteps(candidates, free, mostFunds, cost)
  const percents = divided && withoutSmallTrades(candidates, divided, cost)
  if (!percents) return null
  const percentOf = (index: number) =>
    percents[candidates.findIndex((candidate) => candidate === chosen[index])] ?? 0
  return parts.map(({ bound }, index) => bound ?? percentOf(index))
}

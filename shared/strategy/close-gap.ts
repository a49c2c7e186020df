import type { Strategy } from '../express/reading.ts'
import { outlookAt, type MarketChoice, type MarketIncome } from './outlook.ts'
import { wholeDifference } from './whole-dollars.ts'

/**
 * The single change that brings income in poor markets up to the need. What counts is only what the service said: a value
 * reaches the need because an answer says so, never because a line was drawn through two others.
 */

/** A value of a lever, and the income in poor markets that an answer gives for it, dollars a month. */
export interface Tried {
  readonly at: number
  readonly month: number
  /** Read between two ages of the service's own table. */
  readonly between: boolean
}

export type GapSearch =
  /** `smallest` where the step before it is known not to reach the need; else it is only the least that was tried. */
  | (Tried & { readonly kind: 'reaches'; readonly smallest: boolean; readonly asked: number })
  /** `best` is what went farthest, what holds now among it. */
  | { readonly kind: 'tooFar'; readonly best: Tried; readonly asked: number }
  /** The answers do not say what income in poor markets would be. */
  | { readonly kind: 'notSaid'; readonly asked: number }
  /** Cancelled, or a call failed; `failure` is the caller's own. */
  | { readonly kind: 'stopped'; readonly asked: number }

/** Whole dollars are compared, as a screen shows them. */
export const isEnough = (month: number, need: number): boolean => wholeDifference(month, need) >= 0

export interface SearchRoom {
  /** The value that holds now, and its income. It does not reach the need. */
  readonly now: Tried
  /** The highest value that may be tried. */
  readonly most: number
  /** Distance between two values, such as 0.1. */
  readonly step: number
  /** Dollars a month. */
  readonly need: number
  /** How many answers may be asked for. */
  readonly asks: number
}

/** One answer for a value: its income, `null` where the answer does not say, `stopped` where there is none. */
export type Ask = (at: number) => Promise<Omit<Tried, 'at'> | null | 'stopped'>

/** Steps are counted in whole numbers, so that no value carries binary noise. */
const gridOf = ({ now, most, step }: SearchRoom) => {
  const perUnit = Math.round(1 / step)
  const first = Math.floor(now.at * perUnit + 1e-9)
  const last = Math.floor(most * perUnit + 1e-9)
  return { first, last, valueAt: (index: number): number => index / perUnit }
}

/**
 * Looks for the smallest value above the one that holds now that reaches the need, in at most `asks` answers. The highest
 * comes first, since nothing is to be looked for where that does not reach it; then values where a straight line would
 * meet the need, halving whenever that has left the larger part. A service whose income falls while the value rises is
 * never misread: what is said to reach the need was answered so.
 */
export const searchLever = async (room: SearchRoom, ask: Ask): Promise<GapSearch> => {
  const { first, last, valueAt } = gridOf(room)
  const { now, need, asks } = room
  if (last <= first || asks < 1) return { kind: 'tooFar', best: now, asked: 0 }
  let asked = 0
  const tryAt = async (index: number): Promise<Tried | null | 'stopped'> => {
    asked += 1
    const said = await ask(valueAt(index))
    return said === null || said === 'stopped' ? said : { at: valueAt(index), ...said }
  }
  const top = await tryAt(last)
  if (top === 'stopped') return { kind: 'stopped', asked }
  if (top === null) return { kind: 'notSaid', asked }
  if (!isEnough(top.month, need))
    return { kind: 'tooFar', best: top.month > now.month ? top : now, asked }

  let [low, high] = [
    { index: first, month: now.month },
    { index: last, tried: top },
  ]
  let halve = false
  while (high.index - low.index > 1 && asked < asks) {
    const width = high.index - low.index
    const rise = high.tried.month - low.month
    const met = halve || rise <= 0 ? width / 2 : ((need - low.month) / rise) * width
    const index = low.index + Math.min(width - 1, Math.max(1, Math.ceil(met)))
    const found = await tryAt(index)
    if (found === 'stopped') return { kind: 'stopped', asked }
    if (found === null) break
    if (isEnough(found.month, need)) high = { index, tried: found }
    else low = { index, month: found.month }
    halve = high.index - low.index > width / 2
  }
  return { kind: 'reaches', ...high.tried, smallest: high.index - low.index === 1, asked }
}

const poorAt = (strategy: Strategy, age: number, choice: MarketChoice): MarketIncome | null =>
  outlookAt(strategy, age, choice).poor

/**
 * The earliest later retirement age that reaches the need in poor markets, by the answer's own RetirementIncomeAtVariousRetirementAges.
 * The specification lists that table in every percentile entry, so the table of the cautious percentile is read; it shows
 * neither the shape of its rows nor their unit, so only their proportions count. `notSaid` where it reaches no later age.
 */
export const ageByTable = (
  strategy: Strategy,
  now: number,
  latest: number,
  need: number,
  choice: MarketChoice,
): GapSearch => {
  const first = Math.floor(now) + 1
  const ages = Array.from({ length: Math.max(0, latest - first + 1) }, (_, index) => first + index)
  const tried = ages.flatMap((at): Tried[] => {
    const income = poorAt(strategy, at, choice)
    return income === null ? [] : [{ at, month: income.month, between: income.between }]
  })
  const index = tried.findIndex(({ month }) => isEnough(month, need))
  const [found, best] = [tried[index], tried.toSorted((a, b) => b.month - a.month)[0]]
  if (found !== undefined)
    return { kind: 'reaches', ...found, smallest: found.at === first + index, asked: 0 }
  return best === undefined ? { kind: 'notSaid', asked: 0 } : { kind: 'tooFar', best, asked: 0 }
}

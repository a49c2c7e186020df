import type { Strategy } from '../../express/reading.ts'
import { outlookAt, type MarketChoice, type MarketIncome } from './outlook.ts'
import { wholeDifference } from '../pick.ts'

/**
 * Finds the single change that raises income in poor markets to the need. A value counts only if an answer of the
 * service says so, never by a line drawn through two others.
 */

/** A value of a lever and the answer's income in poor markets for it, dollars a month. */
export interface Tried extends Omit<MarketIncome, 'percentile'> {
  readonly at: number
}

/**
 * The finding of a search. `smallest`: the step before it is known to miss the need; otherwise it is only the smallest
 * value tried. `best` comes closest and may be the present value. `notSaid`: the answers do not say the income in poor
 * markets. `stopped`: cancelled, or a call failed; the caller knows which.
 */
export type GapSearch = { readonly asked: number } & (
  | (Tried & { readonly kind: 'reaches'; readonly smallest: boolean })
  | { readonly kind: 'tooFar'; readonly best: Tried }
  | { readonly kind: 'notSaid' }
  | { readonly kind: 'stopped' }
)

/** Compares whole dollars, as a screen shows them. */
export const isEnough = (month: number, need: number): boolean => wholeDifference(month, need) >= 0

export interface SearchRoom {
  /** The present value and its income, which misses the need. */
  readonly now: Tried
  /** Highest value to try. */
  readonly most: number
  /** Distance between two values, such as 0.1. */
  readonly step: number
  /** Dollars a month. */
  readonly need: number
  /** Most answers to ask for. */
  readonly asks: number
}

/** An answer's income, and its need if the value moves the need too. */
export type Answered = Omit<Tried, 'at'> & { readonly need?: number | undefined }

/** The answer for one value; `null` if it does not say the income, `stopped` if there is none. */
export type Ask = (at: number) => Promise<Answered | null | 'stopped'>

/**
 * Looks for the smallest value above the present one that reaches the need, in at most `asks` answers. It tries the
 * highest first, since a miss there ends the search; then the value where a straight line meets the need, or the middle
 * after a line left the larger part. Only an answered value counts, even if income falls while the value rises.
 */
export const searchLever = async (
  { now, most, step, need, asks }: SearchRoom,
  ask: Ask,
): Promise<GapSearch> => {
  // Steps are counted in whole numbers, so that no value carries binary noise.
  const perUnit = Math.round(1 / step)
  const first = Math.floor(now.at * perUnit + 1e-9)
  const last = Math.floor(most * perUnit + 1e-9)
  if (last <= first || asks < 1) return { kind: 'tooFar', best: now, asked: 0 }
  let asked = 0
  const tryAt = async (index: number) => {
    asked += 1
    const at = index / perUnit
    const said = await ask(at)
    if (said === null || said === 'stopped') return said
    const { need: own = need, ...income } = said
    return { tried: { at, ...income }, reaches: isEnough(said.month, own) }
  }
  const top = await tryAt(last)
  if (top === 'stopped') return { kind: 'stopped', asked }
  if (top === null) return { kind: 'notSaid', asked }
  if (!top.reaches)
    return { kind: 'tooFar', best: top.tried.month > now.month ? top.tried : now, asked }

  let [low, high] = [
    { index: first, month: now.month },
    { index: last, tried: top.tried },
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
    if (found.reaches) high = { index, tried: found.tried }
    else low = { index, month: found.tried.month }
    halve = high.index - low.index > width / 2
  }
  return { kind: 'reaches', ...high.tried, smallest: high.index - low.index === 1, asked }
}

/**
 * The earliest later retirement age that reaches the need in poor markets, by the answer's
 * RetirementIncomeAtVariousRetirementAges. Every percentile entry holds that table, so the cautious one's is read.
 * Neither its row shape nor its unit is specified, so only its proportions count. `notSaid` if it has no later age.
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
    const { poor } = outlookAt(strategy, at, choice)
    return poor === null ? [] : [{ at, month: poor.month, between: poor.between }]
  })
  const index = tried.findIndex(({ month }) => isEnough(month, need))
  const [found, best] = [tried[index], tried.toSorted((a, b) => b.month - a.month)[0]]
  if (found !== undefined)
    return { kind: 'reaches', ...found, smallest: found.at === first + index, asked: 0 }
  return best === undefined ? { kind: 'notSaid', asked: 0 } : { kind: 'tooFar', best, asked: 0 }
}

import { overGoal } from '../amount.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { Gap } from '../goal.ts'

/**
 * Finds the smallest value of a lever that reaches the goal. A value counts only if an answer of the service says so,
 * never by a line drawn through two others.
 */

/** A lever's value and what its answer says, in one market. */
export interface Tried {
  readonly at: number
  /** Dollars a month. */
  readonly income: Figure
  /** By the answer's own goal, which a lever may move. */
  readonly gap: Gap
}

/**
 * The finding of a search. `smallest`: the step before it is known to miss the goal; otherwise it is only the smallest
 * value tried. `tooFar`: not even the highest value, `top`, reaches it. `notSaid`:
 * the answers do not say the income. `stopped`: cancelled, or a call failed; the caller knows which.
 */
export type GapSearch = { readonly asked: number } & (
  | { readonly kind: 'reaches'; readonly found: Tried; readonly smallest: boolean }
  | { readonly kind: 'tooFar'; readonly top: Tried }
  | { readonly kind: 'notSaid' | 'stopped' }
)

export interface SearchRoom {
  /** The present value, which misses the goal. */
  readonly now: Tried
  /** Highest value to try. */
  readonly most: number
  /** Distance between two values, such as 0.1. */
  readonly step: number
  /** Most answers to ask for. */
  readonly asks: number
}

/** The answer for one value; `null` if it does not say the income, `stopped` if there is none. */
export type Ask = (at: number) => Promise<Omit<Tried, 'at'> | null | 'stopped'>

const reaches = ({ gap }: Tried): boolean => gap.kind !== 'short'

/**
 * Looks for the smallest value above the present one that reaches the goal, in at most `asks` answers. It tries the
 * highest first, since a miss there ends the search; then the value where a straight line meets the goal, or the middle
 * after a line left the larger part. Only an answered value counts, even if income falls while the value rises.
 */
export const searchLever = async (
  { now, most, step, asks }: SearchRoom,
  ask: Ask,
): Promise<GapSearch> => {
  // Steps are counted in whole numbers, so that no value carries binary noise.
  const perUnit = Math.round(1 / step)
  const first = Math.floor(now.at * perUnit + 1e-9)
  const last = Math.floor(most * perUnit + 1e-9)
  if (last <= first || asks < 1) return { kind: 'tooFar', top: now, asked: 0 }
  let asked = 0
  const tryAt = async (index: number) => {
    asked += 1
    const at = index / perUnit
    const said = await ask(at)
    return said === null || said === 'stopped' ? said : { at, ...said }
  }
  const top = await tryAt(last)
  if (top === 'stopped') return { kind: 'stopped', asked }
  if (top === null) return { kind: 'notSaid', asked }
  if (!reaches(top)) return { kind: 'tooFar', top, asked }

  let [low, high] = [
    { index: first, tried: now },
    { index: last, tried: top },
  ]
  let halve = false
  while (high.index - low.index > 1 && asked < asks) {
    const width = high.index - low.index
    const rise = overGoal(high.tried.gap) - overGoal(low.tried.gap)
    const met = halve || rise <= 0 ? width / 2 : (-overGoal(low.tried.gap) / rise) * width
    const index = low.index + Math.min(width - 1, Math.max(1, Math.ceil(met - 1e-9)))
    const tried = await tryAt(index)
    if (tried === 'stopped') return { kind: 'stopped', asked }
    if (tried === null) break
    if (reaches(tried)) high = { index, tried }
    else low = { index, tried }
    // The value below the first line's is tried before any middle: most services are nearly straight.
    halve = asked > 2 && high.index - low.index > width / 2
  }
  return { kind: 'reaches', found: high.tried, smallest: high.index - low.index === 1, asked }
}

import { overGoal } from '../amount.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { Gap } from '../goal.ts'

/**
 * Finds the smallest value of a lever that reaches the goal. A value counts only if an answer from
 * the service confirms it; values are never interpolated.
 */

/** A tried value of a lever, and the income and gap in its answer, in one market. */
export interface Tried {
  readonly at: number
  /** Dollars a month. */
  readonly income: Figure
  /** The gap to the goal in the same answer, because a lever may change the goal. */
  readonly gap: Gap
}

/**
 * The result of a search. `smallest` is true if one step less is known to miss the goal; otherwise
 * the value is only the smallest one tried. `tooFar` means that even the highest value, `top`, does
 * not reach the goal. `notSaid` means that the answers do not give the income. `stopped` means that
 * the search was canceled or a request failed; the caller knows which.
 */
export type GapSearch = { readonly asked: number } & (
  | { readonly kind: 'reaches'; readonly found: Tried; readonly smallest: boolean }
  | { readonly kind: 'tooFar'; readonly top: Tried }
  | { readonly kind: 'notSaid' | 'stopped' }
)

export interface SearchRoom {
  /** The current value, which misses the goal. */
  readonly now: Tried
  /** Highest value to try. */
  readonly most: number
  /** Distance between two values, such as 0.1. */
  readonly step: number
  /** Maximum number of forecasts to request. */
  readonly asks: number
}

/**
 * Requests the answer for one value; `null` if the answer does not give the income, `stopped` if
 * there is no answer.
 */
export type Ask = (at: number) => Promise<Omit<Tried, 'at'> | null | 'stopped'>

const reaches = ({ gap }: Tried): boolean => gap.kind !== 'short'

/**
 * Looks for the smallest value above the current one that reaches the goal, with at most `asks`
 * answers. It tries the highest value first, because a miss there ends the search. Then it tries
 * the value where a straight line between the known values meets the goal, or the middle if the
 * last line removed less than half of the range. Only an answered value counts, even if income
 * falls while the value rises.
 */
export const searchLever = async (
  { now, most, step, asks }: SearchRoom,
  ask: Ask,
): Promise<GapSearch> => {
  // Steps are counted in whole numbers, so that no value has binary rounding errors.
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
    // Tries the value just below the first line's result before any middle, because with most
    // services income rises almost in a straight line.
    halve = asked > 2 && high.index - low.index > width / 2
  }
  return { kind: 'reaches', found: high.tried, smallest: high.index - low.index === 1, asked }
}

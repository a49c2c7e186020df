import type { SavedForecast } from '#shared/records/saved.ts'
import type { GapSearch } from '#shared/strategy/close-gap.ts'

/** Findings for a plan: changes that close its gap, and the gain of one step of a lever. */

/** One change that was searched for. */
export interface Change {
  readonly lever: 'age' | 'rate'
  readonly found: GapSearch
  /** The answer that shows it; `null` if it comes from the table of the answer on screen. */
  readonly answer: SavedForecast | null
}

/**
 * One step of a lever, and its gain over the plan in typical markets, whole dollars a month; approximated for a claim
 * age.
 */
export interface Step {
  readonly lever: 'age' | 'rate' | 'claim'
  /** The lever's value after the step. */
  readonly at: number
  /** `null` if the answer does not say. */
  readonly more: number | null
  readonly between: boolean
  readonly answer: SavedForecast | null
}

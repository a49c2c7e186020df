import type { SavedForecast } from '#shared/records/saved.ts'
import type { GapSearch } from '#shared/strategy/close-gap.ts'

/** What was found of a plan: changes that close its gap, and what one step of a lever brings. */

/** One change that was looked for. */
export interface Change {
  readonly lever: 'age' | 'rate'
  readonly found: GapSearch
  /** The answer that says so; `null` where it was read from the table of the answer on screen. */
  readonly answer: SavedForecast | null
}

/** One step of a lever, and what it brings in typical markets against the plan, whole dollars a month; a claim age by approximation. */
export interface Step {
  readonly lever: 'age' | 'rate' | 'claim'
  /** The lever's value after the step. */
  readonly at: number
  /** `null` where the answer does not say. */
  readonly more: number | null
  readonly between: boolean
  readonly answer: SavedForecast | null
}

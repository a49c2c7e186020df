import type { SavedForecast } from '#shared/records/saved.ts'
import type { Figure } from '#shared/figures/figure.ts'
import type { Gap } from '#shared/strategy/statement/goal.ts'
import type { Phase } from '#shared/strategy/statement/years/phases.ts'
import { capitalized, said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { roleNames } from '#shared/strategy/statement/statement.ts'
import { triedRate } from '#shared/strategy/statement/typed.ts'
import { gapWords, paysWords } from '#shared/strategy/statement/words/advisor-words.ts'
import type { PlanOnScreen } from './plan-on-screen.ts'

/** Ways to close a plan's gap, and the text of each. */

/** The lever values of a way. */
export interface Levers {
  readonly age?: number
  /** Percent of pay. */
  readonly rate?: number
  readonly claim?: number
}

/** One step of a lever, and its gain over the plan in the market on screen. */
export interface Step {
  readonly levers: Levers
  /** Signed dollars a month; `null` for a plan in phases, or if the answer does not say. */
  readonly more: Figure | null
  /** The phases of a plan whose income changes when the claim begins; otherwise empty. */
  readonly phases: readonly Phase[]
  readonly answer: SavedForecast | null
}

/**
 * A way to close the gap: a single change or a pair of changes, and how close it comes to the goal.
 */
export interface Way {
  readonly levers: Levers
  /**
   * `closes`: the change closes the gap. `short`: even the highest allowed value does not.
   * `notSaid`: the answers do not say. `stopped`: the search was canceled, or a request failed.
   */
  readonly kind: 'closes' | 'short' | 'notSaid' | 'stopped'
  /** Dollars a month with this change; `null` if unknown. */
  readonly income: Figure | null
  readonly gap: Gap | null
  /** True if one step less is known to miss the goal. */
  readonly smallest: boolean
  /**
   * The answer that shows this result; `null` if the result comes from the table of retirement
   * ages.
   */
  readonly answer: SavedForecast | null
}

/** A note if the strategy on screen is not the one to improve; otherwise empty. */
export const aboutWords = ({
  strategy: { role },
  onScreen,
}: Pick<PlanOnScreen, 'strategy' | 'onScreen'>): string =>
  onScreen === null || onScreen.role === role
    ? ''
    : `The levers start from ${roleNames[role]}, so this is about ${roleNames[role]}, not ${roleNames[onScreen.role]}.`

/** Lever values as an action: `Retire at 70, save 14.3%`; `apart` names the rate among the person's other savings. */
export const doing = ({ age, rate, claim }: Levers, apart: string): Said =>
  capitalized(
    separated(
      [
        age === undefined ? [] : said`retire at ${age}`,
        rate === undefined ? [] : said`save ${triedRate(rate)}${apart && ` ${apart}`}`,
        claim === undefined ? [] : said`claim at ${claim}`,
      ],
      ', ',
    ),
  )

/** The gain from a step: both phases for a later claim, otherwise a single difference. */
export const stepSaid = ({ more, phases }: Step): Said =>
  phases.length > 1
    ? paysWords(phases)
    : more === null
      ? ['not said']
      : [{ figure: more, sign: 'always' }]

/** The result of a way: its income and the remaining gap. */
export const waySaid = ({ kind, income, gap }: Way): Said => {
  if (kind === 'notSaid') return ['not said by the service']
  if (kind === 'stopped') return ['stopped before it was known']
  return said`${income} a month${kind === 'short' && gap !== null && said`, ${gapWords(gap)}`}`
}

const alone = ({ age, rate }: Levers): string =>
  age !== undefined && rate !== undefined
    ? 'Both together do'
    : age === undefined
      ? 'Saving alone does'
      : 'Retiring later alone does'

/** Notes on a way: that it does not close the gap, and how certain its figure is. */
export const wayNote = ({ levers, kind, income, smallest, answer }: Way): string => {
  if (kind !== 'closes' && kind !== 'short') return ''
  const isEstimate = answer === null && levers.rate === undefined
  const notes = [
    kind === 'short' && `${alone(levers)} not close it`,
    isEstimate &&
      (income?.about === true ? 'Estimated between ages' : 'Estimate from the table of ages'),
    kind === 'closes' &&
      levers.age === undefined &&
      (smallest ? 'A tenth less does not reach it' : 'A smaller rate may do'),
  ]
  return notes.filter((note) => note !== false).join('. ')
}

import type { SavedForecast } from '#shared/records/saved.ts'
import type { GapSearch } from '#shared/strategy/outlook/close-gap.ts'
import { percent, plural } from '../../../../lib/format.ts'
import { aboutDollars } from '../outcome/use-outcome.ts'

/** Findings for a plan, and the words of their cards: changes that close its gap, and the gain of one step of a lever. */

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

/** A lever's value as an action: `Retire at 68`, `Save 14.3% before tax`. */
export const doing = (lever: Step['lever'], at: number, rateLabel: string): string =>
  ({
    age: `Retire at ${at}`,
    claim: `Claim Social Security at ${at}`,
    rate: rateLabel.replace(/^Save/, `Save ${percent(at, 1)}`),
  })[lever]

const month = (income: Parameters<typeof aboutDollars>[0]) =>
  `${aboutDollars(income)} a month in poor markets`

export const changeWords = ({ lever, found }: Change, rateLabel: string): string => {
  if (found.kind === 'reaches')
    return `${doing(lever, found.at, rateLabel)}: reaches ${month(found)}`
  if (found.kind === 'tooFar')
    return `${doing(lever, found.best.at, rateLabel)} is not enough: ${month(found.best)}`
  const why =
    found.kind === 'notSaid'
      ? 'the service does not say what it would bring'
      : 'stopped before it was known'
  return `${lever === 'age' ? 'Retiring later' : 'Saving more'}: ${why}`
}

/** The source of a figure, and its certainty. */
export const changeSource = ({ lever, found, answer }: Change): string => {
  const count = found.asked === 0 ? '' : plural(found.asked, 'forecast')
  if (found.kind === 'stopped' || found.kind === 'notSaid') return count
  if (lever === 'age' && answer === null)
    return [
      `From the table of retirement ages that the service sends with its poor markets${
        (found.kind === 'reaches' ? found.between : found.best.between)
          ? ', between two of its ages'
          : ''
      }; the service does not describe that table.`,
      ...(count === '' ? [] : [`${count} added nothing.`]),
    ].join(' ')
  if (found.kind !== 'reaches') return `The most that can be tried; ${count}.`
  const unit = lever === 'age' ? 'year' : 'tenth'
  return found.smallest
    ? `One ${unit} less does not reach it; ${count}.`
    : `The smallest value tried; a smaller one may do; ${count}.`
}

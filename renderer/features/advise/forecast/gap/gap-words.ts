import type { GapSearch } from '#shared/strategy/close-gap.ts'
import { dollars, percent, plural } from '../../../../lib/format.ts'
import type { Change, Step } from './found.ts'

/** Findings in the words of a card. */

/** A lever's value as an action: `Retire at 68`, `Save 14.3% before tax`. */
export const doing = (lever: Step['lever'], at: number, rateLabel: string): string =>
  lever === 'age'
    ? `Retire at ${at}`
    : lever === 'claim'
      ? `Claim Social Security at ${at}`
      : rateLabel.replace(/^Save/, `Save ${percent(at, 1)}`)

const month = ({ month: income, between }: { month: number; between: boolean }): string =>
  `${between ? 'about ' : ''}${dollars(income)} a month in poor markets`

/** A change's effect, after its name and a colon. */
export const changeWords = (found: GapSearch): string =>
  found.kind === 'reaches'
    ? `reaches ${month(found)}`
    : found.kind === 'tooFar'
      ? `is not enough: ${month(found.best)}`
      : found.kind === 'notSaid'
        ? 'the service does not say what it would bring'
        : 'stopped before it was known'

/** The source of a figure, and its certainty. */
export const changeSource = ({ lever, found, answer }: Change): string => {
  const count = found.asked === 0 ? '' : plural(found.asked, 'forecast', 'forecasts')
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

import { dayInWords } from '#shared/moments.ts'
import type { Earlier } from '../../submission/guard/earlier.ts'

export const environmentGone = (name: string): string =>
  `${name}, which this list goes to, is no longer there.`

/** Why a list pauses if another environment was in use for a moment, so that a row was not sent. */
export const elsewhereMeanwhile = (name: string): string =>
  `Another environment than ${name} was in use for a moment, so a row was not sent. Go on when ${name} is to stay in use.`

/** The message for a changed address: checking a list fixes its destination. */
export const addressChanged =
  'The address of the environment has changed since the list was checked. Open the file again as a new list: what was accepted is left out.'

export const notKept = (row: number): string =>
  `The outcome of row ${row} could not be kept on disk. Free some disk space or check the data folder.`

export const earlierMessage = ({
  outcome,
  sentAt,
  same,
}: Pick<Earlier, 'outcome' | 'sentAt' | 'same'>): string => {
  if (outcome === 'inDoubt')
    return `A request of ${dayInWords(sentAt)} for this participant and plan is in doubt. Settle it first.`
  return same === 'unknown'
    ? `What was sent on ${dayInWords(sentAt)} may have been the same, and can no longer be told. This is sent only with a reason.`
    : `The same was accepted on ${dayInWords(sentAt)}. It is sent again only with a reason.`
}

import type { DeskTexts } from './texts.ts'
import type { OptOutStanding } from '../receipt/standing.ts'

type Disposition = DeskTexts['dispositions'][number]

/**
 * The results that fit the default dispositions. Texts saved before `fits` existed use the same
 * codes.
 */
const delivered: Readonly<Record<string, readonly OptOutStanding[]>> = {
  optedOut: ['done'],
  nothingToDo: ['alreadyOut', 'notEnrolled'],
  refused: ['declined', 'rejected'],
  followUp: ['inDoubt', 'notSent', 'declined', 'rejected'],
}

/** The results that a disposition fits; an empty list means any. */
export const fitsOf = ({ code, fits, unsent }: Disposition): readonly OptOutStanding[] =>
  unsent ? [] : (fits ?? delivered[code] ?? [])

export const contradicts = (disposition: Disposition, standing: OptOutStanding): boolean => {
  const fits = fitsOf(disposition)
  return fits.length > 0 && !fits.includes(standing)
}

/** The code of the first disposition that fits a result; empty if there is none. */
export const suggestedFor = (
  dispositions: readonly Disposition[],
  standing: OptOutStanding,
): string => dispositions.find((disposition) => fitsOf(disposition).includes(standing))?.code ?? ''

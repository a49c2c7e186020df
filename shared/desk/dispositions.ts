import type { DeskTexts, OptOutStanding } from './texts.ts'

type Disposition = DeskTexts['dispositions'][number]

/** What the dispositions as delivered fit; texts that were saved before it could be set have the same codes. */
const delivered: Readonly<Record<string, readonly OptOutStanding[]>> = {
  optedOut: ['done'],
  nothingToDo: ['alreadyOut', 'notEnrolled'],
  refused: ['declined', 'rejected'],
  followUp: ['inDoubt', 'notSent', 'declined', 'rejected'],
}

/** The results that a disposition says something about; none where it goes with any. */
export const fitsOf = ({ code, fits, unsent }: Disposition): readonly OptOutStanding[] =>
  unsent ? [] : (fits ?? delivered[code] ?? [])

/** Whether a disposition says something else than the receipt. */
export const contradicts = (disposition: Disposition, standing: OptOutStanding): boolean => {
  const fits = fitsOf(disposition)
  return fits.length > 0 && !fits.includes(standing)
}

/** The code of the first disposition that is meant for a result; empty where none is. */
export const suggestedFor = (
  dispositions: readonly Disposition[],
  standing: OptOutStanding,
): string => dispositions.find((disposition) => fitsOf(disposition).includes(standing))?.code ?? ''

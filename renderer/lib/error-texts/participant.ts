import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const nothingOpened =
  'Nothing was opened and nothing was sent. What you had open before is still there.'

/** Failures of a participant file. */
export const participantTexts = {
  'participant.empty': {
    title: 'The file is empty',
    means: nothingOpened,
    next: 'Export the participant again, or choose another file.',
  },
  'participant.tooLarge': {
    title: 'The file is too large',
    means: nothingOpened,
    next: 'Choose a file with fewer participants. Call-center files normally hold one.',
  },
  'participant.notXml': {
    title: 'This is not an XML file',
    means: nothingOpened,
    next: 'Choose the participant XML that your record-keeping system exports.',
  },
  'participant.notWellFormed': {
    title: 'The XML has a mistake in it',
    means: `${nothingOpened} The file itself was not changed.`,
    next: 'Look at the line and column named above, or ask whoever made the file to export it again.',
  },
  'participant.doctype': {
    title: 'The file contains a DOCTYPE',
    means: `${nothingOpened} Files with a DOCTYPE are refused because it can pull in other files.`,
    next: 'Ask whoever made the file for one without a DOCTYPE.',
  },
  'participant.encoding': {
    title: 'The file’s characters could not be read',
    means: nothingOpened,
    next: 'Save the file as UTF-8, or make its XML declaration name the encoding it is really in.',
  },
  'participant.changed': {
    title: 'The file was changed meanwhile',
    means: 'Nothing was sent for it, since it may now be about somebody else.',
    next: 'Open the file or the folder again, and check who is in it.',
  },
  'participant.tooComplex': {
    title: 'The file is nested too deeply',
    means: nothingOpened,
    next: 'Check that this really is a participant file; ordinary ones are far simpler.',
  },
  'participant.noParticipant': {
    title: 'No participant in this file',
    means: nothingOpened,
    next: 'Choose a file that holds participant data. The element names may also differ from the usual ones.',
  },
  'participant.fileMissing': {
    title: 'The file is no longer there',
    means: nothingOpened,
    next: 'It may have been moved or renamed. Open it from where it is now.',
  },
  'participant.notOpen': {
    title: 'This participant is no longer open',
    means: 'Nothing was sent. Saved results are not affected.',
    next: 'Open the participant’s file again.',
  },
  'participant.several': {
    title: 'This file holds several participants',
    means: 'Nothing was sent. A file is sent whole, whoever is on screen.',
    next: 'Open only the participant you mean, or split the file.',
  },
  'participant.notSplit': {
    title: 'The file was not split',
    means: 'Nothing was written and nothing was sent. The file itself was not changed.',
    next: 'Ask whoever made the file for one file per participant.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorText>>

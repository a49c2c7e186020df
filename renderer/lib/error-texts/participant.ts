import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const nothingOpened =
  'Nothing was opened and nothing was sent. What you had open before is still there.'

export const participantTexts = {
  'participant.empty': [
    'The file is empty',
    nothingOpened,
    'Export the participant again, or choose another file.',
  ],
  'participant.tooLarge': [
    'The file is too large',
    nothingOpened,
    'Choose a file with fewer participants. Call-center files normally hold one.',
  ],
  'participant.notXml': [
    'This is not an XML file',
    nothingOpened,
    'Choose the participant XML that your record-keeping system exports.',
  ],
  'participant.notWellFormed': [
    'The XML has a mistake in it',
    `${nothingOpened} The file itself was not changed.`,
    'Look at the line and column named above, or ask whoever made the file to export it again.',
  ],
  'participant.doctype': [
    'The file contains a DOCTYPE',
    `${nothingOpened} Files with a DOCTYPE are refused because it can pull in other files.`,
    'Ask whoever made the file for one without a DOCTYPE.',
  ],
  'participant.encoding': [
    'The file’s characters could not be read',
    nothingOpened,
    'Save the file as UTF-8, or make its XML declaration name the encoding it is really in.',
  ],
  'participant.changed': [
    'The file was changed meanwhile',
    'Nothing was sent for it, since it may now be about somebody else.',
    'Open the file or the folder again, and check who is in it.',
  ],
  'participant.tooComplex': [
    'The file is nested too deeply',
    nothingOpened,
    'Check that this really is a participant file; ordinary ones are far simpler.',
  ],
  'participant.noParticipant': [
    'No participant in this file',
    nothingOpened,
    'Choose a file that holds participant data. The element names may also differ from the usual ones.',
  ],
  'participant.fileMissing': [
    'The file is no longer there',
    nothingOpened,
    'It may have been moved or renamed. Open it from where it is now.',
  ],
  'participant.notOpen': [
    'This participant is no longer open',
    'Nothing was sent. Saved results are not affected.',
    'Open the participant’s file again.',
  ],
  'participant.several': [
    'This file holds several participants',
    'Nothing was sent. A file is sent whole, whoever is on screen.',
    'Open only the participant you mean, or split the file.',
  ],
  'participant.notSplit': [
    'The file was not split',
    'Nothing was written and nothing was sent. The file itself was not changed.',
    'Ask whoever made the file for one file per participant.',
  ],
} as const satisfies Partial<Record<ErrorCode, ErrorText>>

import type { ActivityOutcome } from '#shared/activity/activity.ts'
import { dayInWords } from '#shared/moments.ts'

/** How a start recognizes that the data is not what the program wrote last. */
export type OlderData = Extract<
  ActivityOutcome,
  'recordsMissing' | 'unknownFolder' | 'otherDatabase'
>

const found: Readonly<Record<OlderData, string>> = {
  recordsMissing: 'an older copy of the data, or data with a part removed, was found',
  unknownFolder: 'the keychain did not know this data folder, so it may be an older copy',
  otherDatabase: 'the database that was in this folder before was gone',
}

/** A sentence without its full stop. */
export const olderDataInWords = (at: string, how: OlderData): string =>
  `On ${dayInWords(at)}, ${found[how]}`

export const isOlderData = (outcome: ActivityOutcome): outcome is OlderData => outcome in found

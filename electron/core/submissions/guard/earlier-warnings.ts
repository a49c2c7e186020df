import type { SubmissionReview } from '#shared/submission/review.ts'
import { misfitsOf } from '#shared/participant/trace.ts'
import { peopleKeys, severalTogether } from '#shared/participant/subject.ts'
import type { FileToSend } from '../../participant/whom.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { GuardClock } from './guard-clock.ts'

const withoutKeychain =
  'Without the keychain, what was sent before Glidepath was started cannot be recognized. Make sure that this was not sent before.'
const someUnreadable =
  'Some saved results cannot be read, so what was sent before may not be recognized. Make sure that this was not sent before.'
const damaged =
  'An earlier receipt that may be of the same is damaged: which operation and plan it was about cannot be read. Make sure that this was not sent before.'
const withoutId =
  'This file names no participant id. What was sent before is recognized only where the file is the same, letter for letter.'

const setForward = (days: number): string =>
  `This computer’s clock went ${days === 1 ? 'a day' : `${days.toLocaleString('en-US')} days`} forward while Glidepath was running, as when it is set or wakes up. What was accepted before counts as recent until Glidepath is started again.`

const misfitting = (participants: FileToSend['participants']): readonly string[] => {
  const misfits = misfitsOf(participants)
  return misfits.length === 0
    ? []
    : [
        `The mapping of participant files may not fit this file. ${misfits.join(' ')} What was sent before may not be recognized.`,
      ]
}

export interface WarningNeeds {
  readonly savedRecords: Pick<SavedRecords, 'open' | 'knowsEarlier' | 'readsAll'>
  readonly guardClock: Pick<GuardClock, 'daysAhead'>
}

/** Warnings about receipts that are unreadable or cannot be matched, in addition to `earlier`. */
export const earlierWarnings = async (
  { savedRecords, guardClock }: WarningNeeds,
  { environment, subject }: Pick<SubmissionReview, 'environment' | 'subject'>,
  participants: FileToSend['participants'],
  earlier: SubmissionReview['earlier'],
): Promise<string[]> => {
  const record = earlier && (await savedRecords.open(earlier.receiptId))
  const daysAhead = earlier?.needsReason === true ? guardClock.daysAhead() : 0
  const warnings = [
    ...(record?.ok === false && record.error.code === 'records.damaged' ? [damaged] : []),
    ...(daysAhead > 0 ? [setForward(daysAhead)] : []),
    ...(subject.among ? [severalTogether(subject.among.length)] : []),
    ...(peopleKeys(subject).length === 0 ? [withoutId] : []),
    ...misfitting(participants),
  ]
  if (environment.kind === 'training') return warnings
  if (!(await savedRecords.knowsEarlier())) return [...warnings, withoutKeychain]
  return (await savedRecords.readsAll()) ? warnings : [...warnings, someUnreadable]
}

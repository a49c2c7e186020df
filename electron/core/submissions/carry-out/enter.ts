import type { SubmissionReview } from '#shared/submission/review.ts'
import { fail, type Result } from '#shared/result.ts'
import { notJournalled, type Journal, type JournalEntry } from '../journal/journal.ts'
import { noteState, type StateLog } from '../journal/note-state.ts'

export interface EnterNeeds {
  readonly journal: Pick<Journal, 'write'>
  readonly log: StateLog
}

/**
 * Writes a state before sending to the journal and to the activity log, both at once. If this fails, nothing may leave.
 */
export const enter = async (
  { journal, log }: EnterNeeds,
  about: Pick<SubmissionReview, 'submissionId' | 'environment' | 'subject'>,
  entry: Extract<JournalEntry, { state: 'intended' | 'sending' }>,
): Promise<Result<void>> => {
  const [written, noted] = await Promise.all([
    journal.write(entry),
    noteState(log, about, entry.state),
  ])
  return noted.ok ? written : fail(notJournalled(noted.error.message))
}

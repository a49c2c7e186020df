import type { ActivityOutcome } from '#shared/activity/activity.ts'
import { fail, type Result } from '#shared/result.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { type JournalEntry, notJournalled } from './journal.ts'
import type { SubmissionNeeds } from '../needs.ts'

type About = Pick<SubmissionReview, 'submissionId' | 'environment' | 'subject'>

/** Notes a submission's new state in the activity log; durable when it resolves. */
export const noteState = (
  log: SubmissionNeeds['log'],
  { submissionId, environment, subject }: About,
  outcome: ActivityOutcome,
): Promise<Result<void>> =>
  log.recordDurably({
    action: 'submission',
    outcome,
    environmentId: environment.id,
    participantId: subject.participantId,
    id: submissionId,
  })

/** The same when it is too late to stop: a failure goes to the program's log. */
export const noteLogged = async (
  { log, logger }: SubmissionNeeds,
  about: About,
  outcome: ActivityOutcome,
): Promise<void> => {
  const noted = await noteState(log, about, outcome)
  if (!noted.ok)
    logger.error(
      `state ${outcome} of submission ${about.submissionId} is missing in the activity log`,
    )
}

/**
 * Writes a state before sending to the journal and to the activity log, both at once. If this fails, nothing may leave.
 */
export const enter = async (
  { journal, log }: SubmissionNeeds,
  about: About,
  entry: Extract<JournalEntry, { state: 'intended' | 'sending' }>,
): Promise<Result<void>> => {
  const [written, noted] = await Promise.all([
    journal.write(entry),
    noteState(log, about, entry.state),
  ])
  return noted.ok ? written : fail(notJournalled(noted.error.message))
}

import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { SubmissionNeeds } from './needs.ts'

type About = Pick<SubmissionReview, 'submissionId' | 'environment' | 'subject'>

/** The error for a state that could not be made durable before sending. */
export const unrecorded = (details: string): AppError => ({
  code: 'submission.unrecorded',
  message: 'The record of this submission could not be written to disk, so nothing was sent.',
  advice: 'Free some disk space or check the data folder, then send it again.',
  details,
})

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

/**
 * Like {@link noteState}, but too late to stop anything: a failure only goes to the program's log.
 */
export const noteLogged = async (
  { log, logger }: Pick<SubmissionNeeds, 'log' | 'logger'>,
  about: About,
  outcome: ActivityOutcome,
): Promise<void> => {
  const noted = await noteState(log, about, outcome)
  if (!noted.ok)
    logger.error(
      `state ${outcome} of submission ${about.submissionId} is missing in the activity log`,
    )
}

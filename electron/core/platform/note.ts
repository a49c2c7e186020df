import type { ActivityAction, ActivityOutcome } from '#shared/activity/activity.ts'
import type { Result } from '#shared/result.ts'

/** One action by a user, for the activity log. */
export interface Activity {
  readonly action: ActivityAction
  readonly outcome: ActivityOutcome
  readonly environmentId?: string
  /** Id of the participant; the log keeps only a keyed digest of it. */
  readonly participantId?: string
  /** What was changed or asked, in words; never a name, a path or a text that somebody typed. */
  readonly change?: string
  /** UUID of the record; generated if absent. */
  readonly id?: string
}

/** Records each use of a service once it is over; `record` never fails or waits. */
export interface Note {
  record(activity: Activity): void
}

/** Records a result, and returns it unchanged. A result of null means that the user canceled a dialog. */
export const noted = <R extends Result<unknown>>(
  log: Note,
  result: R,
  about: Omit<Activity, 'outcome'>,
): R => {
  const isCancelled = result.ok ? result.value === null : result.error.code === 'job.cancelled'
  log.record({ ...about, outcome: isCancelled ? 'cancelled' : result.ok ? 'done' : 'failed' })
  return result
}

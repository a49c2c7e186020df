import type { ActivityCheck, ActivityEntry } from '#shared/activity/activity.ts'
import type { Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { Activity, Note } from '../platform/note.ts'
import type { Segment } from './segments.ts'
import type { NotedStates } from './check-log.ts'

export interface ActivityLog extends Note {
  /** Notes what happened; durable when it resolves. */
  recordDurably(activity: Activity): Promise<Result<void>>
  /** Takes over entries of another chain unchanged; durable when it resolves. */
  adopt(entries: readonly ActivityEntry[]): Promise<Result<void>>
  /** See {@link NotedStates}. */
  statesOf(submissionId: string): Promise<Result<NotedStates>>
  /** Checks every record written so far, and notes the check. */
  verify(): Promise<Result<ActivityCheck>>
  /** The latest check; null while the first one runs. */
  readonly lastCheck: () => ActivityCheck | null
  readonly kept: { readonly key: 'keychain' | 'memory'; readonly why: string }
  readonly pseudonymOf: (participantId: string) => string
  /** The files of the log, after writing everything noted so far. */
  settled(): Promise<Result<{ readonly segments: readonly Segment[]; readonly count: number }>>
  /**
   * Removes the files of years that ended more than `years` years ago; the chain continues from their last record. A
   * year counts only once an earlier start has seen it.
   */
  retire(years: number): Promise<Result<void>>
  close(): Promise<void>
}

export type ActivityNeeds = Pick<CoreParts, 'files' | 'clock' | 'logger' | 'user' | 'machine'>

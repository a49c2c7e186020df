import type {
  ActivityCheck,
  ActivityListRequest,
  ActivityOutcome,
  ActivityPage,
} from '#shared/activity/activity.ts'
import type { Result } from '#shared/result.ts'
import type { Activity, Note } from '../platform/note.ts'
import type { FoundRow } from './activity-rows.ts'
import type { Link } from './chain.ts'

/** What the log knows of one submission. */
export interface NotedStates {
  /** States in records with a valid code. */
  readonly states: ReadonlySet<ActivityOutcome>
  /** Whether the whole log is intact: otherwise a state may be missing. */
  readonly isWhole: boolean
}

/** The end of a log in a copy of the database. */
export interface LogEnd {
  readonly chainId: string
  readonly last: Link
}

export interface ActivityLog extends Note {
  /**
   * Notes what happened; durable when it resolves, if there is a keychain. The keychain then also knows a submission
   * that is being sent, so that no older copy of the data hides it.
   */
  recordDurably(activity: Activity): Promise<Result<void>>
  statesOf(submissionId: string): Promise<Result<NotedStates>>
  /** Checks every record written so far, and notes the check. */
  verify(): Promise<Result<ActivityCheck>>
  /** The latest check; null while the first one runs. */
  readonly lastCheck: () => ActivityCheck | null
  /** What the latest check found damaged in the database, and when that was first found, ISO 8601; null if nothing is known to be. */
  damage(): { readonly message: string; readonly foundAt: string } | null
  /** Where the log is, and why. */
  kept(): ActivityPage['kept']
  readonly pseudonymOf: (participantId: string) => string
  page(request: ActivityListRequest): Result<Pick<ActivityPage, 'records' | 'next'>>
  /** Number of records ever written. */
  count(): number
  /** Calls `use` with every record that is left, oldest first. */
  each(use: (row: FoundRow) => void): Result<void>
  /**
   * When a start last found older data than the program had written, ISO 8601; what was sent after it is unknown. Null
   * if none did.
   */
  rolledBackOn(): string | null
  /** Whether the log here continues this copy of it. */
  continues(copy: LogEnd): Result<boolean>
  /** Continues in the database that replaced the earlier one. Fails with the errors of opening it. */
  reopen(): Promise<Result<void>>
  /** From now on, sending asks for a reason until the guard's days are over: what was sent before may be unknown here. */
  doubtEarlier(): Promise<Result<void>>
  /** Removes the records of years that ended more than `years` years ago; the chain continues from the last of them. */
  retire(years: number): Promise<Result<void>>
  close(): Promise<void>
}

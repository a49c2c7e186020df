import type {
  ActivityAction,
  ActivityCheck,
  ActivityEntry,
  ActivityOutcome,
} from '#shared/activity/activity.ts'
import type { Result } from '#shared/result.ts'
import type { Clock, Files, Logger } from '../ports.ts'
import type { Segment } from './segments.ts'

/** What happened; where and to whom, as far as that is meant. */
export interface Activity {
  readonly action: ActivityAction
  readonly outcome: ActivityOutcome
  readonly environmentId?: string
  /** Kept as a keyed digest only. */
  readonly participantId?: string
  /** Own UUID; made up where there is none. */
  readonly id?: string
}

export interface ActivityLog {
  /** Notes what happened, on disk within a second. Never fails and never waits. */
  record(activity: Activity): void
  /** The same, and durable when it resolves. */
  recordDurably(activity: Activity): Promise<Result<void>>
  /** Takes over what another chain has noted, as it is; durable when it resolves. */
  adopt(entries: readonly ActivityEntry[]): Promise<Result<void>>
  /** Checks every record written so far, and notes that it was done. */
  verify(): Promise<Result<ActivityCheck>>
  /** The latest check; null while the first one runs. */
  readonly lastCheck: () => ActivityCheck | null
  readonly kept: { readonly key: 'keychain' | 'memory'; readonly why: string }
  readonly pseudonymOf: (participantId: string) => string
  /** The files of the log as they are now, everything noted so far written. */
  settled(): Promise<Result<{ readonly segments: readonly Segment[]; readonly count: number }>>
  /**
   * Removes the files of years that ended more than `years` years ago; the chain goes on from what was last in them. A
   * year that no earlier start has seen is not believed yet.
   */
  retire(years: number): Promise<Result<void>>
  close(): Promise<void>
}

export interface ActivityNeeds {
  readonly files: Files
  readonly clock: Clock
  readonly logger: Logger
  readonly user: string
  readonly machine: string
}

import type { Result } from '#shared/result.ts'
import type { Counts } from '#shared/training/faults.ts'
import type { FaultQueue } from './faults.ts'

export interface TrainingLogger {
  info(message: string): void
  warn(message: string): void
  error(message: string, cause?: unknown): void
}

/** What has been asked of the service and what it did. */
export interface TrainingCounts {
  /** Requests that named the operation, whatever became of them. */
  readonly received: Counts
  /** Requests that were carried out, whether or not the answer got through: "exactly once" is judged by this. */
  readonly executed: Counts
  readonly tokensIssued: number
}

/** The embedded service; satisfies the core's port of the same name. */
export interface TrainingService {
  /**
   * Base URL such as `http://127.0.0.1:40123`; the same while it runs. Fails with `service.unreachable` when the port
   * is taken.
   */
  start(): Promise<Result<string>>
  /** Cuts open connections and ends the workers. May be started again; memory then begins anew. */
  stop(): Promise<void>
  counts(): TrainingCounts
  readonly faults: FaultQueue
  /** Ends every token now; the next use of one is answered 401. */
  expireTokens(): void
  /** Guards the control endpoints; made anew for each service. */
  readonly controlToken: string
}

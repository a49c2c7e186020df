import type { Result } from '#shared/result.ts'
import type { Counts } from '#shared/training/faults.ts'
import type { FaultQueue } from './faults.ts'

export interface TrainingLogger {
  info(message: string): void
  warn(message: string): void
  error(message: string, cause?: unknown): void
}

/** The requests and work of the service. */
export interface TrainingCounts {
  /** Requests that named the operation, whatever their outcome. */
  readonly received: Counts
  /** Executed requests, even if the answer was lost: the measure of "exactly once". */
  readonly executed: Counts
  readonly tokensIssued: number
}

/** The embedded service; implements the core's port of the same name. */
export interface TrainingService {
  /**
   * Base URL such as `http://127.0.0.1:40123`, constant while running. Fails with `service.unreachable` if the port is
   * taken.
   */
  start(): Promise<Result<string>>
  /** Prepares a running service for a projection. */
  warmUp(): void
  /** Cuts open connections and ends the workers. A new start begins with an empty memory. */
  stop(): Promise<void>
  counts(): TrainingCounts
  readonly faults: FaultQueue
  /** Ends every token now; its next use gets a 401. */
  expireTokens(): void
  /** Guards the control endpoints; new for each service. */
  readonly controlToken: string
}

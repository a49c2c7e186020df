import type { ListView } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { Result } from '#shared/result.ts'
import type { Clock, Logger } from '../../ports.ts'
import type { RowLedger } from '../../submissions/journal/row-ledger.ts'
import type { OpenReceipt } from './list-views.ts'
import type { ListReader } from './file/list-reader.ts'
import type { RunnerNeeds } from './sending/list-runner.ts'
import type { ListStore, MappingMemory } from './list-store.ts'

/** An event in the life of a list, for the activity log. */
export type ListAction = 'opened' | 'started' | 'paused' | 'done' | 'exported'

export interface Earlier {
  readonly outcome: string
  readonly sentAt: string
  /** What is the same; `unknown` if the receipt is damaged. */
  readonly same: NonNullable<SubmissionReview['earlier']>['same']
  readonly needsReason: boolean
}

/** The services that lists need; `create-core.ts` provides them. */
export interface ListNeeds extends Omit<RunnerNeeds, 'clock'> {
  readonly clock: Clock
  readonly logger: Logger
  readonly store: ListStore
  readonly reader: ListReader
  readonly ledger: RowLedger
  readonly mappings: MappingMemory
  /**
   * An environment ready for a call, and its address for opt-outs. Fails with `environment.other` if it is not in use.
   */
  readonly environment: (
    to: Destination,
  ) => Promise<Result<NonNullable<ListView['environment']> & { readonly url: string }>>
  /**
   * Finds an earlier submission of the same request for a participant and one of these plans, by the current settings
   * of the guard; null if there is none. Fails if the receipts cannot be read.
   */
  readonly earlierIn: (
    environmentId: string,
  ) => (participantId: string, planIds: readonly string[]) => Promise<Result<Earlier | null>>
  readonly openReceipt: OpenReceipt
  /** Whether every saved record is readable; otherwise an earlier submission may go unnoticed. */
  readonly readsAll: () => Promise<boolean>
  /** Whether the receipts of all rows that were accepted or are in doubt are among the saved records. */
  readonly hasReceipts: () => Promise<boolean>
  readonly onProgress: (view: ListView) => void
  readonly onAction: (action: ListAction, listId: string, environmentId: string) => void
}

/** Why no further row starts: the program closes, or the computer sleeps, shuts down or ends the user's session. */
export type RestReason = 'closing' | 'computer'

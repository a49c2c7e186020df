import type { ListView } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { Result } from '#shared/result.ts'
import type { Clock, Logger } from '../ports.ts'
import type { RowLedger } from '../submissions/journal/row-ledger.ts'
import type { OpenReceipt } from './list-outcome.ts'
import type { ListReader } from './file/list-reader.ts'
import type { RunnerNeeds } from './sending/list-runner.ts'
import type { ListStore } from './list-store.ts'
import type { MappingMemory } from './file/mapping-memory.ts'

/** What happened to a list, for whoever keeps a log. */
export type ListAction = 'opened' | 'started' | 'paused' | 'done' | 'exported'

export interface Earlier {
  readonly outcome: string
  readonly sentAt: string
  /** What is the same; `unknown` where the receipt is damaged. */
  readonly same: NonNullable<SubmissionReview['earlier']>['same']
  readonly needsReason: boolean
}

/** The parts of the house that lists need; `create-core.ts` hands them in. */
export interface ListNeeds extends Omit<RunnerNeeds, 'clock'> {
  readonly clock: Clock
  readonly logger: Logger
  readonly store: ListStore
  readonly reader: ListReader
  readonly ledger: RowLedger
  readonly mappings: MappingMemory
  /** Ready for a call, and the address of opt-outs there. Fails with `environment.other` when it is not what is in use. */
  readonly environment: (
    to: Destination,
  ) => Promise<Result<NonNullable<ListView['environment']> & { readonly url: string }>>
  /**
   * Looks back in an environment, with the guard as it is now: how the same was sent before for a participant and one of
   * these plans; null when it was not. Fails where the receipts cannot be looked at.
   */
  readonly earlierIn: (
    environmentId: string,
  ) => (participantId: string, planIds: readonly string[]) => Promise<Result<Earlier | null>>
  readonly openReceipt: OpenReceipt
  /** Whether every saved result could be read; where not, what was sent before may not be recognized. */
  readonly readsAll: () => Promise<boolean>
  readonly onProgress: (view: ListView) => void
  readonly onAction: (action: ListAction, listId: string, environmentId: string) => void
}

/** Why no further row is begun: the program closes, or the computer sleeps, shuts down or ends the user's session. */
export type RestReason = 'closing' | 'computer'

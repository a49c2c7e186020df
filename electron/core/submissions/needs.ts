import type { SubmissionOperation } from '#shared/express/operations.ts'
import type { DecodedText, SubmissionReading } from '#shared/express/reading.ts'
import type { AppError } from '#shared/errors.ts'
import type { Destination, EnvironmentView } from '#shared/settings/environment.ts'
import type { LibraryItem, LibraryRecord } from '#shared/records/record.ts'
import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import type { Result } from '#shared/result.ts'
import type { SubmissionAttempt } from '../express/classify-submission.ts'
import type { ReceiptsAbout } from '../records/library/item-index.ts'
import type { FileToSend } from '../participant/whom.ts'
import type { Clock, Logger } from '../ports.ts'
import type { Guard } from './earlier.ts'
import type { GuardClock } from './guard-clock.ts'
import type { Journal } from './journal.ts'
import type { Body, TransactionSecrets } from './prepare.ts'

/** A submission's new state, for whoever keeps a log of them. */
export interface SubmissionState {
  readonly submissionId: string
  readonly state: 'intended' | 'sending' | SubmissionOutcome | 'settledAccepted' | 'settledNotSent'
  readonly environmentId: string
  readonly participantId: string
}

export type ActiveEnvironment = Pick<
  EnvironmentView,
  | 'id'
  | 'name'
  | 'kind'
  | 'place'
  | 'baseUrl'
  | 'clientId'
  | 'takesSeveral'
  | 'emptySession'
  | 'readAs'
>

/** The library as far as submissions need it. */
export interface ReceiptLibrary {
  list(): Promise<Result<readonly LibraryItem[]>>
  /** Of all environments. */
  receiptsAbout(about: ReceiptsAbout): Promise<Result<readonly LibraryItem[]>>
  open(id: string): Promise<Result<LibraryRecord>>
  /** Whether the receipts of earlier sessions are among them. */
  readonly knowsEarlier: () => Promise<boolean>
  /** Whether every file of a saved result could be read. */
  readsAll(): Promise<boolean>
  /** With `hold`, a record that could not be written stays in memory and is written as soon as it can be. */
  save(record: LibraryRecord, verbatim: string, hold?: 'hold'): Promise<Result<LibraryItem>>
  update(
    id: string,
    change: (record: LibraryRecord) => Result<LibraryRecord>,
  ): Promise<Result<LibraryRecord>>
}

/** The parts of the house that submissions need; `create-core.ts` hands them in. */
export interface SubmissionNeeds {
  readonly clock: Clock
  readonly logger: Logger
  readonly appVersion: string
  readonly user: string
  readonly journal: Journal
  /** Whether a row of a list was ever begun under this id. */
  readonly isTaken: (submissionId: string) => boolean
  /** Keyed digest of a participant's id. */
  readonly pseudonymOf: (participantId: string) => string
  /** Durable when it resolves. Nothing is sent when the first two states cannot be kept. */
  readonly onState: (state: SubmissionState) => Promise<Result<void>>
  /** How long an accepted submission makes sending the same again need a reason, as it is set now. */
  readonly guard: () => Guard
  readonly guardClock: GuardClock
  readonly library: ReceiptLibrary
  /** Ready for a call. Fails with `environment.other` when it is not what is in use. */
  readonly environment: (to: Destination) => Promise<Result<ActiveEnvironment>>
  /** Why nothing may leave for what was on screen: another environment is in use, or this one was changed; else null. */
  readonly whyElsewhere: (to: Destination) => AppError | null
  /** Whether its service takes files with several participants, as the environment is set now. */
  readonly takesSeveral: (environmentId: string) => boolean
  readonly participant: (handle: string) => Result<FileToSend>
  readonly transactionSecrets: (environmentId: string) => Promise<Result<TransactionSecrets | null>>
  readonly bodyFor: (
    operation: SubmissionOperation,
    environment: ActiveEnvironment,
    fields: Body,
  ) => Result<Body>
  readonly urlOf: (operation: SubmissionOperation, environmentId: string) => Promise<Result<string>>
  readonly submit: (
    operation: SubmissionOperation,
    environmentId: string,
    body: Body,
    beforeFirstByte: () => Promise<Result<void>>,
    whyNot: () => AppError | null,
  ) => Promise<SubmissionAttempt>
  readonly readSubmission: (
    operation: SubmissionOperation,
    text: string,
  ) => Promise<Result<SubmissionReading>>
  readonly decodeText: (text: string) => DecodedText
}

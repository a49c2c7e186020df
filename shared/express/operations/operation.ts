import { z } from 'zod'
import { flag, text, type JsonSchema } from '../json-schema.ts'
import type { ReviewChanges } from '../changes.ts'
import type { DeskCall } from '../../desk-call.ts'
import type { Subject } from '../../participant/subject.ts'
import type { Columns, Field, SubmittedPlan } from '../field.ts'
import type { EnrollInputs } from '../requests.ts'

/** Parts that the drafts and answers of several submissions share. */

/** TransURL; if absent, it is not sent. SID and Cookie come from the keychain. */
export const transactionUrl = z.string().optional()

export const resultFields = {
  Success: flag,
  ErrorMessage: text,
  TransactionId: text,
  ClientTransactionId: text,
  RKTransactionId: text,
  RKTransactionMessage: text,
  TransactionState: text,
  TransactionReturnCode: text,
  TransactionData: text,
  HtmlTransactionConfirmation: flag,
  ClientId: text,
}

interface Described {
  /** The service's name, for screens and logs. */
  readonly title: string
  /** Appended to the environment's base URL. */
  readonly path: string
  readonly request: z.ZodObject
  /** The request and the objects in it, by their names in the description of the service. */
  readonly requestParts: Readonly<Record<string, z.ZodObject>>
  /** Name of the operation's answer in {@link answerSchemas}; operations may share an answer. */
  readonly answer: string
  /** The answer and the objects in it as specified, by their names in the description of the service. */
  readonly answerSchemas: Readonly<Record<string, JsonSchema>>
}

/** How a submission's changes are described: from a forecast with these inputs, or in its own sentences. */
export type Effect =
  | {
      readonly kind: 'asForecast'
      readonly inputs: EnrollInputs
      /** The forecast on screen; null if there is none. */
      readonly forecastId: string | null
    }
  | Readonly<Extract<ReviewChanges, { kind: 'stated' }>>

/** The content of a draft, except for the fields that are sent unchanged. */
interface DraftSays {
  /** Handle of the opened participant file to send; null if there is none. */
  readonly handle: string | null
  readonly plans: SubmittedPlan[]
  /** The person that the draft is about, if the draft itself names one. */
  readonly subject: Subject | null
  readonly effect: Effect
  /** The reason, for the receipt; empty if there is none. */
  readonly reason: string
  /** The part of the telephone call that is kept; null without a call. */
  readonly call: DeskCall | null
}

/** The words that receipts use for a submission. */
export interface ReceiptWords {
  /** The start of the heading, such as `Enrollment` in “Enrollment accepted”. */
  readonly noun: string
  /**
   * What was asked for these plans, as words to follow “Asked for Linda Kowalski:”. There is at
   * least one plan.
   */
  readonly asked: (plans: readonly SubmittedPlan[]) => string
  /**
   * What is true after acceptance, as words to follow a name: `takes part in ACME401K`. There is at
   * least one plan.
   */
  readonly does: (plans: readonly SubmittedPlan[]) => string
  /** What happened to a plan, as a word before a date: `Enrolled`. */
  readonly happened: string
}

/** Converts a draft's amounts to the environment's units. */
type AsSent = (inputs: EnrollInputs) => EnrollInputs

/** The parts of a submission, typed by its draft. */
interface SubmissionParts<Draft extends z.ZodObject> {
  /** The word that users see for the submission. */
  readonly label: string
  readonly receipt: ReceiptWords
  /** The request's fields that only some submissions have, by name. */
  readonly ownFields: Readonly<Record<string, Field>>
  /** The columns of the request's plans, in addition to id and type. */
  readonly columns: Columns
  /** The shape of the draft that a user fills in, with the operation's name in `operation`. */
  readonly draft: Draft
  /**
   * The draft's own fields in the specification's order, with inputs converted by `asSent`; ClientId and the
   * recordkeeper's address come from elsewhere.
   */
  readonly fields: (
    draft: z.output<Draft>,
    participantXml: string,
    asSent: AsSent,
  ) => Record<string, unknown>
  /** The content of a draft; a missing key means that it has none. */
  readonly says: (
    draft: z.output<Draft>,
  ) => Pick<DraftSays, 'plans' | 'effect'> & Partial<DraftSays>
  /** The specified key of the answer's result, followed by other accepted spellings. */
  readonly resultNames: readonly string[]
  /** True if the answer contains strategies. */
  readonly strategy: boolean
  /**
   * True if a repeated request changes nothing, so that its answer may have the transaction ids of the first one.
   */
  readonly mayRepeatIds: boolean
}

/** The content of a draft, with its fields as in {@link SubmissionParts}. */
export interface DraftRead {
  readonly says: DraftSays
  readonly fields: (participantXml: string, asSent: AsSent) => Record<string, unknown>
}

/** Any submission's {@link SubmissionParts}. `readDraft` in operations.ts reads its drafts. */
export type Submission = Omit<SubmissionParts<z.ZodObject>, 'fields' | 'says'>

export const submission = <Draft extends z.ZodObject>({
  fields,
  says,
  ...parts
}: SubmissionParts<Draft>) => ({
  ...parts,
  read: (draft: z.output<Draft>): DraftRead => ({
    says: { handle: null, subject: null, reason: '', call: null, ...says(draft) },
    fields: (participantXml, asSent) => fields(draft, participantXml, asSent),
  }),
})

/**
 * One operation of the service that takes a bearer token. A `resendable` operation only computes and may be sent again
 * after a failure; any other is a submission.
 */
export type Operation = Described &
  ({ readonly resendable: true } | { readonly resendable: false; readonly submission: Submission })

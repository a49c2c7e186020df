import { z } from 'zod'
import { flag, text, type JsonSchema } from '../json-schema.ts'
import type { ReviewChanges } from '../changes.ts'
import type { DeskCall } from '../../desk-call.ts'
import type { Subject } from '../../participant/subject.ts'
import type { Columns, Field, SubmittedPlan } from '../field.ts'
import type { EnrollInputs } from '../requests.ts'

/** Parts that the drafts and answers of several submissions share. */

/** TransURL; SID and Cookie come from the keychain. Absent: not sent. */
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
  /** Name of the answer among {@link answerSchemas}, of this or another operation. */
  readonly answer: string
  /** The answer and the objects in it as specified, by their names in the description of the service. */
  readonly answerSchemas: Readonly<Record<string, JsonSchema>>
}

/** The changes of a submission: those of a forecast with these inputs, or its own sentences. */
export type Effect =
  | {
      readonly kind: 'asForecast'
      readonly inputs: EnrollInputs
      /** The forecast on screen; null if there was none. */
      readonly forecastId: string | null
    }
  | Readonly<Extract<ReviewChanges, { kind: 'stated' }>>

/** The content of a draft, apart from the fields that are sent as they are. */
interface DraftSays {
  /** The opened participant file to send; null if there is none. */
  readonly handle: string | null
  readonly plans: SubmittedPlan[]
  /** The person it is about, if the draft itself says so. */
  readonly subject: Subject | null
  readonly effect: Effect
  /** For the receipt; empty if none. */
  readonly reason: string
  /** The kept part of the call; null without a call. */
  readonly call: DeskCall | null
}

/** A receipt's words for a submission. */
export interface ReceiptWords {
  /** Start of the heading: `Enrollment` of “Enrollment accepted”. */
  readonly noun: string
  /** The request for these plans, to follow “Asked for Linda Kowalski:”; at least one plan. */
  readonly asked: (plans: readonly SubmittedPlan[]) => string
  /** The accepted result for them, to follow a name: `takes part in ACME401K`; at least one plan. */
  readonly does: (plans: readonly SubmittedPlan[]) => string
  /** The event of a plan, to precede a day: `Enrolled`. */
  readonly happened: string
}

/** Converts a draft's amounts to the environment's units. */
type AsSent = (inputs: EnrollInputs) => EnrollInputs

/** A submission in terms of its own draft. */
interface SubmissionParts<Draft extends z.ZodObject> {
  /** The users' word for it. */
  readonly label: string
  readonly receipt: ReceiptWords
  /** Fields of its request that not every submission has, by name. */
  readonly ownFields: Readonly<Record<string, Field>>
  /** Columns of its plans beside id and type. */
  readonly columns: Columns
  /** A person's entries: the shape of the draft, with the operation's name in `operation`. */
  readonly draft: Draft
  /**
   * The draft's own fields in the specification's order, inputs through `asSent`; ClientId and the record-keeper's address
   * come from elsewhere.
   */
  readonly fields: (
    draft: z.output<Draft>,
    participantXml: string,
    asSent: AsSent,
  ) => Record<string, unknown>
  /** Missing keys mean none. */
  readonly says: (
    draft: z.output<Draft>,
  ) => Pick<DraftSays, 'plans' | 'effect'> & Partial<DraftSays>
  /** The specified key of the answer's result, then other accepted spellings. */
  readonly resultNames: readonly string[]
  /** Whether the answer carries strategies. */
  readonly strategy: boolean
}

/** What a draft says, and its fields as in {@link SubmissionParts}. */
export interface DraftRead {
  readonly says: DraftSays
  readonly fields: (participantXml: string, asSent: AsSent) => Record<string, unknown>
}

/** {@link SubmissionParts} of any submission; `readDraft` in operations.ts reads its drafts. */
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
 * One operation of the service that takes a bearer token. A `resendable` one only computes and may be sent again after
 * a failure; any other is a submission.
 */
export type Operation = Described &
  ({ readonly resendable: true } | { readonly resendable: false; readonly submission: Submission })

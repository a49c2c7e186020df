import type { z } from 'zod'
import type { ReviewChanges } from '../changes.ts'
import type { DeskCall } from '../../desk-call.ts'
import type { Subject } from '../../participant/subject.ts'
import type { Columns, Field } from '../field.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { SubmittedPlan } from '../plan-words.ts'
import type { EnrollInputs } from '../requests.ts'

interface Described {
  /** The service's own name, as shown on screen and in logs. */
  readonly title: string
  /** Appended to the environment's base URL. */
  readonly path: string
  readonly request: z.ZodObject
  /** The request and the objects in it, by their names in the description of the service. */
  readonly requestParts: Readonly<Record<string, z.ZodObject>>
  /** Name of the answer among {@link answerSchemas}, here or of another operation. */
  readonly answer: string
  /** The answer and the objects in it as specified, by their names in the description of the service. */
  readonly answerSchemas: Readonly<Record<string, JsonSchema>>
}

/** What a submission changes: what a forecast with these inputs says, or what it says itself. */
export type Effect =
  | { readonly kind: 'asForecast'; readonly inputs: EnrollInputs }
  | Readonly<Extract<ReviewChanges, { kind: 'stated' }>>

/** What a draft says, apart from the fields that are sent as they are. */
export interface DraftSays {
  /** Of the opened participant file that goes along; null where none does. */
  readonly handle: string | null
  readonly plans: SubmittedPlan[]
  /** Whom it is about, where the draft itself says so. */
  readonly subject: Subject | null
  readonly effect: Effect
  /** As it goes onto the receipt; empty for none. */
  readonly reason: string
  /** What is kept of the call; null where there was none. */
  readonly call: DeskCall | null
}

/** What a receipt says of a submission, in plain English. */
export interface ReceiptWords {
  /** Begins the heading: `Enrollment` of “Enrollment accepted”. */
  readonly noun: string
  /** What is asked for these plans, fit to follow “Asked for Linda Kowalski:”; at least one plan. */
  readonly asked: (plans: readonly SubmittedPlan[]) => string
  /** What was accepted for them, fit to follow a name: `takes part in ACME401K`; at least one plan. */
  readonly does: (plans: readonly SubmittedPlan[]) => string
  /** What happened to a plan, fit to precede a day: `Enrolled`. */
  readonly happened: string
}

/** Inputs of a draft as the environment takes their amounts. */
type AsSent = (inputs: EnrollInputs) => EnrollInputs

/** What a submission is, in terms of its own draft. */
interface SubmissionParts<Draft extends z.ZodObject> {
  /** In the words of the people who use it. */
  readonly label: string
  readonly receipt: ReceiptWords
  /** Fields of its request that not every submission has, by their names. */
  readonly ownFields: Readonly<Record<string, Field>>
  /** What its plans have beside id and type. */
  readonly columns: Columns
  /** What a person fills in: the shape of the draft, with the name of the operation in `operation`. */
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
  /** What is left out is none. */
  readonly says: (
    draft: z.output<Draft>,
  ) => Pick<DraftSays, 'plans' | 'effect'> & Partial<DraftSays>
  /** The specified key of the answer's result first, then the spellings that are taken for it. */
  readonly resultNames: readonly string[]
  /** Whether strategies come with the answer. */
  readonly strategy: boolean
}

/** A draft that was read once: what it says, and its fields as {@link SubmissionParts} has them. */
export interface ReadDraft {
  readonly says: DraftSays
  readonly fields: (participantXml: string, asSent: AsSent) => Record<string, unknown>
}

/** {@link SubmissionParts} for a draft of whichever submission. */
export interface Submission<Draft extends z.ZodObject = z.ZodObject> extends Omit<
  SubmissionParts<Draft>,
  'fields' | 'says'
> {
  /** Throws on a draft of another submission. */
  readonly read: (draft: unknown) => ReadDraft
}

/** A submission that can be looked up by the name in its draft. */
export const submission = <Draft extends z.ZodObject>({
  fields,
  says,
  ...parts
}: SubmissionParts<Draft>): Submission<Draft> => ({
  ...parts,
  read: (given) => {
    const draft = parts.draft.parse(given)
    return {
      says: { handle: null, subject: null, reason: '', call: null, ...says(draft) },
      fields: (participantXml, asSent) => fields(draft, participantXml, asSent),
    }
  },
})

/**
 * One operation of the service that takes a bearer token: everything the program has to know of it. One that only computes
 * is `resendable`: it may be sent again after a failure. Any other is a submission.
 */
export type Operation = Described &
  ({ readonly resendable: true } | { readonly resendable: false; readonly submission: Submission })

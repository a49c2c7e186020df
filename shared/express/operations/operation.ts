import type { z } from 'zod'
import type { DeskCall } from '../../ipc/desk-views.ts'
import type { Subject } from '../../participant/subject.ts'
import type { JsonSchema } from '../json-schema.ts'
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

/** A plan of a submission, in one form for every submission. */
export interface SubmittedPlan {
  readonly planId: string
  readonly planType: string
  /** Empty where the operation takes none. */
  readonly serviceOption: string
}

/** What a submission changes: what a forecast with these inputs says, or what its name says. */
export type Effect =
  { readonly kind: 'asForecast'; readonly inputs: EnrollInputs } | { readonly kind: 'optout' }

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

/** What a submission is, in terms of its own draft. */
interface SubmissionParts<Draft extends z.ZodObject> {
  /** In the words of the people who use it. */
  readonly label: string
  /** What a person fills in: the shape of the draft, with the name of the operation in `operation`. */
  readonly draft: Draft
  /** The draft's own fields in the specification's order; ClientId and the record-keeper's address come from elsewhere. */
  readonly fields: (draft: z.output<Draft>, participantXml: string) => Record<string, unknown>
  readonly says: (draft: z.output<Draft>) => DraftSays
  /** The specified key of the answer's result first, then the spellings that are taken for it. */
  readonly resultNames: readonly string[]
  /** Whether strategies come with the answer. */
  readonly strategy: boolean
}

/** {@link SubmissionParts} for a draft of whichever submission. Throws on a draft of another one. */
export interface Submission<Draft extends z.ZodObject = z.ZodObject> extends Omit<
  SubmissionParts<Draft>,
  'fields' | 'says'
> {
  readonly fields: (draft: unknown, participantXml: string) => Record<string, unknown>
  readonly says: (draft: unknown) => DraftSays
}

/** A submission that can be looked up by the name in its draft. */
export const submission = <Draft extends z.ZodObject>(
  parts: SubmissionParts<Draft>,
): Submission<Draft> => ({
  ...parts,
  fields: (draft, participantXml) => parts.fields(parts.draft.parse(draft), participantXml),
  says: (draft) => parts.says(parts.draft.parse(draft)),
})

/**
 * One operation of the service that takes a bearer token: everything the program has to know of it. One that only computes
 * is `resendable`: it may be sent again after a failure. Any other is a submission.
 */
export type Operation = Described &
  ({ readonly resendable: true } | { readonly resendable: false; readonly submission: Submission })

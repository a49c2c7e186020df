import type { Arbitrary } from 'fast-check'
import type { OperationName, SubmissionDraft } from '#shared/express/operations.ts'

/** An operation, typed by hand a second time from the specification, with samples for the tests that loop over operations. */
interface Specified {
  readonly path: string
  /** The operation's name in the service's OpenAPI description. */
  readonly requestName: string
  readonly body: FieldTable
  /** Fields of the request's nested objects, by the field of the object or of its list. */
  readonly items: Readonly<Record<string, FieldTable>>
  /** Rules for values beyond their types, with their field: `DOB format: "date"`, `PensionTypes.StartYear pattern: …`. */
  readonly rules: readonly string[]
  readonly answer: AnswerFields
  /** Arbitrary values for each field but ClientId. */
  readonly arbitrary: {
    readonly required: Readonly<Record<string, Arbitrary<unknown>>>
    readonly optional: Readonly<Record<string, Arbitrary<unknown>>>
  }
  /** An answer with every field of {@link answer}; a submission's is accepted. */
  readonly fullAnswer: () => object
  readonly training: TrainingSamples
}

export interface SpecifiedComputation extends Specified {
  /** The specification says that the operation only computes. */
  readonly onlyComputes: true
}

export interface SpecifiedSubmission extends Specified {
  readonly onlyComputes: false
  /** The service's name for the operation. */
  readonly title: string
  /** The users' name for the operation. */
  readonly label: string
  /** Words on a receipt of {@link draft}. */
  readonly receipt: Readonly<Record<'noun' | 'asked' | 'does' | 'happened', string>>
  /** Fields, nested ones included, whose documented values the list of service calls shows; it masks all others. */
  readonly shownInCalls: readonly string[]
  /** The specified name of the result field, then the other accepted names. */
  readonly resultNames: readonly string[]
  /** An answer without strategies, accepted or not. */
  readonly shortAnswer: (accepted: boolean) => object
  /** A draft with every field, each with a different value. */
  readonly draft: SubmissionDraft
  /** The statement of {@link draft}. */
  readonly says: object
  /** The fields that {@link draft} sends when the participant's file is `<P/>`. */
  readonly sends: Readonly<Record<string, unknown>>
  /** Changes of {@link draft} and their effect on {@link says} and {@link sends}; an omitted field is `undefined`. */
  readonly otherwise: readonly { change: object; says?: object; sends?: object }[]
  /** Changes that make {@link draft} invalid. */
  readonly noDraft: readonly object[]
  /** Fields of {@link draft} that the receipt does not show, by path, with the text that it shows instead. */
  readonly notOnReceipt: Readonly<Record<string, RegExp>>
  /** The form of an open participant; null without one. */
  readonly form: FormSamples | null
}

/** Requests to the training service about Maya Torres, the first example person. */
interface TrainingSamples {
  /** A valid request, with her file if the operation takes one. */
  readonly request: (participantXml: string) => object
  /** Changes that make the request invalid, and the field that the answer names. */
  readonly invalid: readonly (readonly [change: object, field: string])[]
  /** Changes that the service declines after a fresh start, with the state and the reason in the answer. */
  readonly declined: readonly {
    /** Valid requests sent before. */
    readonly after?: readonly OperationName[]
    readonly change: object
    readonly state: string
    readonly reason: string
  }[]
}

/** Text typed into a form, and the fields that the form sends besides the forecast's. */
interface FormSamples {
  /** The link from a forecast to the form. */
  readonly link: string
  /** Rows of the plan table, by field name. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Fields under "More fields", by label. */
  readonly more: Readonly<Record<string, string>>
  readonly sends: Readonly<Record<string, unknown>>
}

/** Which fields are required; the specification does not say it for objects inside requests. */
export type FieldTable = Readonly<Record<string, 'required' | 'optional'>>

/** Fields by name: `text`, `number`, `integer`, `flag`, `any` for an unspecified shape, or nested fields. */
export interface AnswerFields {
  readonly [name: string]: Kind
}
export type Kind =
  | 'text'
  | 'number'
  | 'integer'
  | 'flag'
  | 'any'
  | AnswerFields
  | ListOf
  | { readonly byAccount: Kind }
interface ListOf {
  readonly list: Kind
}

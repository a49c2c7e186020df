import type { Arbitrary } from 'fast-check'
import type { OperationName, SubmissionDraft } from '#shared/express/operations.ts'

/**
 * An operation, typed by hand a second time from the specification, with samples for the tests that loop over
 * operations.
 */
interface Specified {
  readonly path: string
  /** The operation's name in the service's OpenAPI description. */
  readonly requestName: string
  readonly body: FieldTable
  /** Fields of nested objects in the request, by the name of the object or list. */
  readonly items: Readonly<Record<string, FieldTable>>
  /**
   * Rules for values beyond their types, each with its field: `DOB format: "date"`, `PensionTypes.StartYear pattern:
   * …`.
   */
  readonly rules: readonly string[]
  readonly answer: AnswerFields
  /** Arbitrary values for each field except ClientId. */
  readonly arbitrary: {
    readonly required: Readonly<Record<string, Arbitrary<unknown>>>
    readonly optional: Readonly<Record<string, Arbitrary<unknown>>>
  }
  /** An answer with every field of {@link answer}; for a submission, an accepted one. */
  readonly fullAnswer: () => object
  readonly training: TrainingSamples
}

export interface SpecifiedComputation extends Specified {
  /** The specification says that the operation only computes. */
  readonly onlyComputes: true
}

export interface SpecifiedSubmission extends Specified {
  readonly onlyComputes: false
  /** The operation's name at the service. */
  readonly title: string
  /** The operation's name on screen. */
  readonly label: string
  /** The words on a receipt of {@link draft}. */
  readonly receipt: Readonly<Record<'noun' | 'asked' | 'does' | 'happened', string>>
  /**
   * Fields, including nested ones, whose documented values the list of service calls shows. All
   * other values are masked.
   */
  readonly shownInCalls: readonly string[]
  /** The result field's name in the specification, then other names that are accepted. */
  readonly resultNames: readonly string[]
  /** A short answer, accepted or declined, without strategies. */
  readonly shortAnswer: (accepted: boolean) => object
  /** A draft with every field, each with a different value. */
  readonly draft: SubmissionDraft
  /** The content of {@link draft} in the program's own field names. */
  readonly says: object
  /** The fields that {@link draft} sends if the participant's file is `<P/>`. */
  readonly sends: Readonly<Record<string, unknown>>
  /**
   * Changes to {@link draft}, and their effect on {@link says} and {@link sends}; a field that is
   * no longer sent is `undefined`.
   */
  readonly otherwise: readonly { change: object; says?: object; sends?: object }[]
  /** Changes that make {@link draft} invalid. */
  readonly noDraft: readonly object[]
  /** Paths of fields of {@link draft} that the receipt does not show, each with the text shown instead. */
  readonly notOnReceipt: Readonly<Record<string, RegExp>>
  /** Samples for the form for an open participant; null if the operation has no such form. */
  readonly form: FormSamples | null
}

/** Requests to the training service about Maya Torres, the first example person. */
interface TrainingSamples {
  /** A valid request; contains Maya Torres's file if the operation takes one. */
  readonly request: (participantXml: string) => object
  /** Changes that make the request invalid, each with the field that the answer names. */
  readonly invalid: readonly (readonly [change: object, field: string])[]
  /** Changes that the service declines after a fresh start, each with the state and the reason in the answer. */
  readonly declined: readonly {
    /** Operations to send first, with valid requests. */
    readonly after?: readonly OperationName[]
    readonly change: object
    readonly state: string
    readonly reason: string
  }[]
}

/** Text typed into a form, and the fields that the form sends in addition to the forecast's. */
interface FormSamples {
  /** The link from a forecast to the form. */
  readonly link: string
  /** Rows of the plan table, by field name. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Fields under "More fields", by label. */
  readonly more: Readonly<Record<string, string>>
  readonly sends: Readonly<Record<string, unknown>>
}

/** Whether each field is required; the specification does not say so for objects inside requests. */
export type FieldTable = Readonly<Record<string, 'required' | 'optional'>>

/**
 * The type of each field by name: `text`, `number`, `integer`, `flag`, `any` for an unspecified
 * shape, or nested fields.
 */
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

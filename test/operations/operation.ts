import type { Arbitrary } from 'fast-check'
import type { OperationName, SubmissionDraft } from '#shared/express/operations.ts'

/** An operation as the specification has it, typed in by hand a second time, with samples for every test that loops over them. */
interface Specified {
  readonly path: string
  /** Its name in the description of the service. */
  readonly requestName: string
  readonly body: FieldTable
  /** Objects in the request, by the field that holds them or a list of them. */
  readonly items: Readonly<Record<string, FieldTable>>
  /** Rules for values beyond their types, each with its place: `DOB format: "date"`, `PensionTypes.StartYear pattern: …`. */
  readonly rules: readonly string[]
  readonly answer: AnswerFields
  /** Anything that each field but ClientId may hold. */
  readonly arbitrary: {
    readonly required: Readonly<Record<string, Arbitrary<unknown>>>
    readonly optional: Readonly<Record<string, Arbitrary<unknown>>>
  }
  /** An answer with every field of {@link answer}; a submission's says that it was accepted. */
  readonly fullAnswer: () => object
  readonly training: TrainingSamples
}

export interface SpecifiedComputation extends Specified {
  /** The specification says that it only computes. */
  readonly onlyComputes: true
}

export interface SpecifiedSubmission extends Specified {
  readonly onlyComputes: false
  /** The service's name for it. */
  readonly title: string
  /** In the words of the people who use it. */
  readonly label: string
  /** The words of a receipt of {@link draft}. */
  readonly receipt: Readonly<Record<'noun' | 'asked' | 'does' | 'happened', string>>
  /** Fields whose values the list of service calls may show, those of rows and objects too; others are masked. */
  readonly shownInCalls: readonly string[]
  /** The specified name of the answer's result, then the names that are taken for it. */
  readonly resultNames: readonly string[]
  /** An answer without strategies that says whether it was accepted. */
  readonly shortAnswer: (accepted: boolean) => object
  /** A draft with every field, each value a word of its own. */
  readonly draft: SubmissionDraft
  /** What {@link draft} says, and the fields it sends where the participant's file is `<P/>`. */
  readonly says: object
  readonly sends: Readonly<Record<string, unknown>>
  /** What changes of {@link draft} make of that; a field that is left out of what is sent is `undefined`. */
  readonly otherwise: readonly { change: object; says?: object; sends?: object }[]
  /** Changes that make {@link draft} no draft. */
  readonly noDraft: readonly object[]
  /** Of {@link draft}, by the path in it, what does not stand on the receipt, and what stands there for it. */
  readonly notOnReceipt: Readonly<Record<string, RegExp>>
  /** The form of an open participant; null where there is none. */
  readonly form: FormSamples | null
}

/** What the training service is asked about Maya Torres, the first example person. */
interface TrainingSamples {
  /** A right request, with her file where the operation takes one. */
  readonly request: (participantXml: string) => object
  /** Changes of it that make it invalid, and the field that the answer names. */
  readonly invalid: readonly (readonly [change: object, field: string])[]
  /** What is declined from a fresh start, with the state and the reason that the answer gives. */
  readonly declined: readonly {
    /** Right requests that come before. */
    readonly after?: readonly OperationName[]
    readonly change: object
    readonly state: string
    readonly reason: string
  }[]
}

/** What is typed into a form, and what it sends beside what the forecast used. */
interface FormSamples {
  /** Leads to it from a forecast. */
  readonly link: string
  /** Rows of the plan table, each field under its own name. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Fields under "More fields" by their labels. */
  readonly more: Readonly<Record<string, string>>
  readonly sends: Readonly<Record<string, unknown>>
}

/** Which fields are needed; of the objects inside a request that is not shown. */
export type FieldTable = Readonly<Record<string, 'required' | 'optional'>>

/** Fields by name: `text`, `number`, `integer`, `flag`, `any` for a shape that is not shown, or what is inside. */
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

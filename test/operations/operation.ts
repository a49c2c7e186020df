import type { Arbitrary } from 'fast-check'
import type { SubmissionDraft } from '#shared/ipc/views.ts'

/** An operation as the specification has it, typed in by hand a second time, with samples for every test that loops over them. */
export interface SpecifiedOperation {
  readonly path: string
  /** Whether the specification says that it only computes. */
  readonly onlyComputes: boolean
  /** Its name in the description of the service. */
  readonly requestName: string
  readonly body: FieldTable
  /** Objects in the request, by the field that holds them or a list of them. */
  readonly items: Readonly<Record<string, FieldTable>>
  readonly answer: AnswerFields
  /** Anything that each field but ClientId may hold. */
  readonly arbitrary: {
    readonly required: Readonly<Record<string, Arbitrary<unknown>>>
    readonly optional: Readonly<Record<string, Arbitrary<unknown>>>
  }
  /** A draft with every field, each value a word of its own; null where it only computes. */
  readonly draft: SubmissionDraft | null
}

/** Which fields are needed; of the objects inside a request that is not shown. */
export type FieldTable = Readonly<Record<string, 'required' | 'optional'>>

/** Fields by name: `text`, `number`, `integer`, `flag`, `any` for a shape that is not shown, or what is inside. */
export interface AnswerFields {
  readonly [name: string]: Kind
}
type Kind =
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

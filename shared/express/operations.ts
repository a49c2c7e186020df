import { z } from 'zod'
import type { Field } from './field.ts'
import { caseInformation } from './operations/case-information.ts'
import { enroll, implement } from './operations/enrollment.ts'
import { forecastCurrent } from './operations/forecast-current.ts'
import { forecast } from './operations/forecast.ts'
import type { DraftRead, Operation, Submission } from './operations/operation.ts'
import { optout } from './operations/optout.ts'

/** The token endpoint, the only one that is called without a bearer token. */
export const tokenPath = '/oauth2/accesstoken'

/** The one table of operations; every lookup by name uses it. */
export const operations = {
  enroll,
  implement,
  optout,
  forecast,
  forecastCurrent,
  caseInformation,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name)
/** Names of the operations, in the order of the table. */
export const operationNames: readonly OperationName[] =
  Object.keys(operations).filter(isOperationName)

export type ComputeOperation = {
  [N in OperationName]: (typeof operations)[N]['resendable'] extends true ? N : never
}[OperationName]

/** Operations that change a participant's retirement savings; they are not resendable. */
export type SubmissionOperation = Exclude<OperationName, ComputeOperation>
const isSubmission = (name: OperationName): name is SubmissionOperation =>
  !operations[name].resendable
/** Names of the submissions, in the order of the table. */
export const submissionOperations: readonly SubmissionOperation[] =
  operationNames.filter(isSubmission)

export const submissionNamed = (name: SubmissionOperation): Submission =>
  operations[name].submission

/**
 * True if a submission's request takes a forecast's inputs, so that a forecast's recommendation can
 * be accepted in it.
 */
export const takesInputs = (name: SubmissionOperation): boolean =>
  'RetirementAge' in operations[name].request.shape

/** Fields that only some submissions have, by name. A name means the same in every request. */
export const ownFields: Readonly<Record<string, Field>> = Object.fromEntries(
  submissionOperations.flatMap((name) => Object.entries(submissionNamed(name).ownFields)),
)

/** The drafts of all submissions, in the order of the table. */
export const submissionDraftSchema = z.discriminatedUnion('operation', [
  enroll.submission.draft,
  implement.submission.draft,
  optout.submission.draft,
])
export type SubmissionDraft = z.infer<typeof submissionDraftSchema>
/** A draft as it comes from a form, with the right shape but unchecked values. */
export type SubmissionDraftTyped = z.input<typeof submissionDraftSchema>

/** Reads a checked draft: its content and the fields to send. */
export const readDraft = (draft: SubmissionDraft): DraftRead => {
  switch (draft.operation) {
    case 'enroll':
      return enroll.submission.read(draft)
    case 'implement':
      return implement.submission.read(draft)
    case 'optout':
      return optout.submission.read(draft)
  }
}

/** Submissions that need an open participant file, the most frequent first. */
export type FileSubmission = Extract<SubmissionDraft, { handle: string }>['operation']
const isOfFile = (name: SubmissionOperation): name is FileSubmission =>
  'handle' in submissionNamed(name).draft.shape
export const fileSubmissions: readonly FileSubmission[] = submissionOperations.filter(isOfFile)

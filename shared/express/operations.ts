import { z } from 'zod'
import type { Field } from './field.ts'
import { caseInformation } from './operations/case-information.ts'
import { enroll } from './operations/enroll.ts'
import { forecastCurrent } from './operations/forecast-current.ts'
import { forecast } from './operations/forecast.ts'
import { implement } from './operations/implement.ts'
import type { Operation, Submission } from './operations/operation.ts'
import { optout } from './operations/optout.ts'

/** The token endpoint; the only call without a bearer token of its own issue. */
export const tokenPath = '/oauth2/accesstoken'

/** The one table of operations: everything that knows an operation by name looks it up here. */
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
/** In the order of the table. */
export const operationNames: readonly OperationName[] =
  Object.keys(operations).filter(isOperationName)

/** Operations that only compute. */
export type ComputeOperation = {
  [N in OperationName]: (typeof operations)[N]['resendable'] extends true ? N : never
}[OperationName]

/** Operations that change a participant's retirement savings: every one that may not be sent again. */
export type SubmissionOperation = Exclude<OperationName, ComputeOperation>
const isSubmission = (name: OperationName): name is SubmissionOperation =>
  !operations[name].resendable
/** In the order of the table. */
export const submissionOperations: readonly SubmissionOperation[] =
  operationNames.filter(isSubmission)

/** What the submission of that name is, for drafts, reviews, receipts and answers. */
export const submissionNamed = (name: SubmissionOperation): Submission =>
  operations[name].submission

/** Fields that not every submission has, by their names; in every request a name means the same. */
export const ownFields: Readonly<Record<string, Field>> = Object.fromEntries(
  submissionOperations.flatMap((name) => Object.entries(submissionNamed(name).ownFields)),
)

/** What a person fills in for a submission, in the order of the table. */
export const submissionDraftSchema = z.discriminatedUnion('operation', [
  enroll.submission.draft,
  implement.submission.draft,
  optout.submission.draft,
])
export type SubmissionDraft = z.infer<typeof submissionDraftSchema>
/** A draft as a form has it: of the right shape, its values not looked at yet. */
export type SubmissionDraftTyped = z.input<typeof submissionDraftSchema>

/** Submissions about an open participant file, what is done most first. */
export type FileSubmission = Extract<SubmissionDraft, { handle: string }>['operation']
const isOfFile = (name: SubmissionOperation): name is FileSubmission =>
  'handle' in submissionNamed(name).draft.shape
export const fileSubmissions: readonly FileSubmission[] = submissionOperations.filter(isOfFile)

import { z } from 'zod'
import { submissionNamed, submissionOperations } from '../express/operations.ts'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import {
  caseInformationReadingSchema,
  decodedTextSchema,
  forecastReadingSchema,
  jsonSchema,
  readingNoteSchema,
  transactionResultSchema,
} from '../express/reading.ts'
import { batchPlaceSchema, deskCallSchema, deskWrapUpSchema } from './desk-views.ts'
import { reviewChangesSchema, sentFieldSchema } from './change-views.ts'
import { claimSchema } from './claim-views.ts'
import { environmentKindSchema, readAsSchema } from './environment-views.ts'
import { scenarioSchema } from './scenario-views.ts'
import { participantProfileSchema, readingWarningSchema } from '../participant/profile.ts'
import { subjectSchema } from '../participant/subject.ts'

export * from './environment-views.ts'

/** What main shows the renderer. No schema here has room for a secret. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.string().min(1)

export const exampleParticipantSchema = z.strictObject({
  id,
  name: z.string(),
  age: z.number().int(),
  /** One sentence: why this person is here. */
  reason: z.string(),
})
export type ExampleParticipant = z.infer<typeof exampleParticipantSchema>

export const participantSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    name: z.string().max(400),
    bytes: z.instanceof(Uint8Array),
    /** Where the file is, if the host knows; the browser host does not. */
    path: z.string().optional(),
  }),
  /** The host's own dialog for choosing a file; desktop only. */
  z.strictObject({ kind: z.literal('dialog') }),
  z.strictObject({ kind: z.literal('example'), id }),
  z.strictObject({ kind: z.literal('recent'), id }),
])
export type ParticipantSource = z.infer<typeof participantSourceSchema>

/** A participant file in memory of main; the renderer holds only its handle and this reading. */
export const openedParticipantSchema = z.strictObject({
  handle: id,
  fileName: z.string(),
  encoding: z.string(),
  bytes: z.number().int(),
  characters: z.number().int(),
  /** Of the decoded text, hexadecimal. */
  sha256: z.string(),
  openedAt: time,
  participants: z.array(participantProfileSchema),
  /** Index of the participant on screen; the text is sent whole whichever it is. */
  chosen: z.number().int(),
  warnings: z.array(readingWarningSchema),
  /** Of a participant opened out of a file of several: that file, and which of its participants this is, counted from 1. */
  partOf: z
    .strictObject({
      fileName: z.string(),
      number: z.number().int(),
      participants: z.number().int(),
    })
    .optional(),
})
export type OpenedParticipant = z.infer<typeof openedParticipantSchema>

/** Where the files of a split file are: the name of their folder; null when the person chose none. */
export const savedSplitSchema = z
  .strictObject({ folder: z.string(), files: z.number().int() })
  .nullable()
export type SavedSplit = z.infer<typeof savedSplitSchema>

export const recentParticipantSchema = z.strictObject({
  id,
  fileName: z.string(),
  participantName: z.string(),
  openedAt: time,
})
export type RecentParticipant = z.infer<typeof recentParticipantSchema>

export const environmentStampSchema = z.strictObject({
  id,
  name: z.string(),
  kind: environmentKindSchema,
  /** As in {@link environmentViewSchema}, when it was made; absent in what an earlier version saved. */
  place: z.string().optional(),
})
export type EnvironmentStamp = z.infer<typeof environmentStampSchema>

const savedBase = {
  id,
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  appVersion: z.string(),
}

export const savedForecastSchema = z.strictObject({
  ...savedBase,
  kind: z.enum(['forecast', 'forecastCurrent']),
  profile: participantProfileSchema.nullable(),
  inputs: forecastInputsSchema,
  /** A claim age that it approximates, apart from what an advisor may send; absent where none was tried. */
  claim: claimSchema.optional(),
  reading: forecastReadingSchema,
  communication: decodedTextSchema,
  /** What its amounts were read as when it was made; absent: all as a year. */
  readAs: readAsSchema.optional(),
  /** How long the service took, milliseconds. */
  durationMs: z.number(),
  /** SHA-256 of ParticipantXML as it was sent, hexadecimal; absent in what an earlier version saved. */
  fileSha256: z.string().optional(),
  /** Made with everybody else of a roster, by one press: nobody had looked at this participant. */
  forAll: z.literal(true).optional(),
  /** Of which press, so that the forecasts of one stand together; absent in what an earlier version saved. */
  forAllRun: id.optional(),
  /** What the advisor says of it; absent where they said nothing. */
  scenario: scenarioSchema.optional(),
})
export type SavedForecast = z.infer<typeof savedForecastSchema>

export const savedCaseInformationSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('caseInformation'),
  inputs: caseInformationInputsSchema,
  reading: caseInformationReadingSchema,
  /** As of a forecast. */
  readAs: readAsSchema.optional(),
  durationMs: z.number(),
})
export type SavedCaseInformation = z.infer<typeof savedCaseInformationSchema>

export const submissionOutcomeSchema = z.enum([
  'accepted',
  'declined',
  'rejected',
  'notSent',
  'inDoubt',
])
export type SubmissionOutcome = z.infer<typeof submissionOutcomeSchema>

/** Who a person asked about a submission in doubt; `other` is said in the note. */
export const saidBySchema = z.enum(['recordKeeper', 'service', 'other'])
export const settledSchema = z.strictObject({
  /** Operating-system user. */
  by: z.string(),
  at: time,
  /** Null where nobody was named. */
  saidBy: saidBySchema.nullable(),
  wentThrough: z.boolean(),
  /** Empty where it is not known. */
  transactionId: z.string().default(''),
})
export type Settled = z.infer<typeof settledSchema>

export const planRowSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** Columns of the operations, in words; earlier receipts have only the next. */
  ...Object.fromEntries(
    submissionOperations
      .flatMap((name) => Object.keys(submissionNamed(name).columns))
      .map((column) => [column, z.string().optional()]),
  ),
  /** Empty where the operation takes none. */
  serviceOption: z.string(),
})

/**
 * What makes two submissions the same whoever they name: an id may be missing from a file, or mean several people. Empty
 * texts where it is not known, and in older receipts. Digests of what a person owns, so it only ever lies sealed.
 */
export const likenessSchema = z.strictObject({
  /** SHA-256 of the body without TransactionHTTPEndpoint, whose values change from session to session; hexadecimal. */
  body: z.string(),
  /** SHA-256 of ParticipantXML, hexadecimal; empty where none is sent. */
  file: z.string(),
  /** Base URL and ClientId of the service; empty for Training, whose address changes with each start. */
  service: z.string(),
  /** Of a receipt made from the journal, which holds no ids: keyed digests of the ids of everybody that it may be about. */
  people: z.array(z.string()).optional(),
})
export type Likeness = z.infer<typeof likenessSchema>

const unknownLikeness: Likeness = { body: '', file: '', service: '' }

export const receiptSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('receipt'),
  /** Own number, for example `GP-20261120-7F3K2M`. */
  receiptNumber: z.string(),
  submissionId: id,
  operation: z.enum(submissionOperations),
  outcome: submissionOutcomeSchema,
  /** Operating-system user who sent it. */
  user: z.string(),
  plans: z.array(planRowSchema),
  reason: z.string(),
  result: transactionResultSchema.nullable(),
  transaction: decodedTextSchema,
  forecast: forecastReadingSchema.nullable(),
  notes: z.array(readingNoteSchema),
  /** What went wrong, for every outcome but `accepted`, and what a person found out; else empty. */
  explanation: z.string(),
  /** HTTP status; null when no answer came. */
  status: z.number().int().nullable(),
  /** Seconds to wait, when the service asked for it. */
  retryAfter: z.number().nullable(),
  sentAt: time,
  answeredAt: time.nullable(),
  /** SHA-256 of the body as sent, hexadecimal; empty where a crash left only the journal, which does not hold it. */
  bodySha256: z.string(),
  likeness: likenessSchema.default(unknownLikeness),
  /** Every field that was sent, as the review showed it. Empty in older receipts, and where a crash left only the journal. */
  sent: z.array(sentFieldSchema).default([]),
  /** What its amounts were read and sent as; absent: all as a year. */
  readAs: readAsSchema.optional(),
  /** The matches of the participant's file as it was sent, in words with what each brings; empty in older receipts. */
  matches: z.array(z.string()).default([]),
  /** What a person found out while it was in doubt; else null. Receipts of earlier versions say it in `explanation` alone. */
  settled: settledSchema.nullable().default(null),
  /** Why it was sent although an earlier one had been accepted; else empty. Absent in older receipts. */
  overrideReason: z.string().default(''),
  /** For an opt-out by telephone: what is kept of the call; else null. */
  call: deskCallSchema.nullable().default(null),
  /** How the call ended; null while it is not wrapped up. */
  wrapUp: deskWrapUpSchema.nullable().default(null),
  /** For a row of a list; else null. */
  batch: batchPlaceSchema.nullable().default(null),
})
export type Receipt = z.infer<typeof receiptSchema>

export const libraryRecordSchema = z.discriminatedUnion('kind', [
  savedForecastSchema,
  savedCaseInformationSchema,
  receiptSchema,
])
export type LibraryRecord = z.infer<typeof libraryRecordSchema>

export const libraryItemSchema = z.strictObject({
  id,
  kind: z.enum(['forecast', 'forecastCurrent', 'caseInformation', 'receipt']),
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  /** One line, for example `$48,210 a year now, $56,900 revised` or `Enroll: accepted`. */
  summary: z.string(),
  /** For receipts; else null. */
  outcome: submissionOutcomeSchema.nullable(),
  /** What it is found by beside what its line shows; null where an earlier version sealed it without. */
  foundBy: z.string().nullable().default(null),
  /** Of receipts that a person settled; else null. */
  settled: settledSchema.nullable().default(null),
  /** Of receipts; of forecasts the digest of the file alone. */
  likeness: likenessSchema.default(unknownLikeness),
  /** As in {@link savedForecastSchema}. */
  forAll: z.literal(true).optional(),
  /** Of which press, so that the forecasts of one stand together; absent in what an earlier version saved. */
  forAllRun: id.optional(),
  /** Name and note that the advisor gave a forecast; absent where they gave none. */
  scenario: scenarioSchema.pick({ name: true, note: true }).optional(),
})
export type LibraryItem = z.infer<typeof libraryItemSchema>

export {
  submissionDraftSchema,
  type SubmissionDraft,
  type SubmissionDraftTyped,
} from '../express/operations.ts'

/** A submission ready to be sent, and exactly what will go. Nothing has left the machine. */
export const submissionReviewSchema = z.strictObject({
  submissionId: id,
  operation: z.enum(submissionOperations),
  environment: environmentStampSchema,
  url: z.string(),
  subject: subjectSchema,
  plans: z.array(planRowSchema),
  /** Every field as it will go, in order; the XML and secrets are described, not repeated. */
  fields: z.array(z.strictObject({ name: z.string(), value: jsonSchema, description: z.string() })),
  /** The body as it will go, secrets masked, ParticipantXML cut short. */
  bodyPreview: z.string(),
  bodyBytes: z.number().int(),
  bodySha256: z.string(),
  /** The same fields in words, in the same order. */
  sent: z.array(sentFieldSchema),
  changes: reviewChangesSchema,
  /** Sentences about what may not be meant; none of them stops a submission. */
  warnings: z.array(z.string()),
  /** Sentences about values that are rarely meant; with any, sending it all the same has to be confirmed. */
  unusual: z.array(z.string()),
  /** An earlier submission that was, or may have been, the same; else null. */
  earlier: z
    .strictObject({
      receiptId: id,
      outcome: submissionOutcomeSchema,
      /** Where a person settled it; else null. */
      settled: settledSchema.nullable(),
      sentAt: time,
      operation: z.string(),
      /** Whom its receipt names, as far as known. */
      name: z.string(),
      /**
       * What is the same: participant and plan, the whole request, or the file and a plan; a participant alone where the
       * receipt was lost and only the journal tells of it; unknown of a damaged receipt.
       */
      same: z.enum(['participant', 'request', 'file', 'lost', 'unknown']),
      /** Recent enough that sending it again needs a reason. */
      needsReason: z.boolean(),
    })
    .nullable(),
})
export type SubmissionReview = z.infer<typeof submissionReviewSchema>

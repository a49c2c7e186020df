import { z } from 'zod'
import { deskCallSchema, deskWrapUpSchema } from '../desk-call.ts'
import { sentFieldSchema } from '../express/changes.ts'
import { submissionOperations, submissionNamed } from '../express/operations.ts'
import { readAsSchema } from '../express/read-as.ts'
import {
  transactionResultSchema,
  decodedTextSchema,
  forecastReadingSchema,
  readingNoteSchema,
} from '../express/reading.ts'
import { savedBase } from './saved.ts'

/** What is kept of a submission. A changed field needs a default for older files. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.string().min(1)

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

export const unknownLikeness: Likeness = { body: '', file: '', service: '' }

/** Where a row of a list came from. */
export const listPlaceSchema = z.strictObject({
  listId: z.uuid(),
  /** Row of data, from 1. */
  row: z.number().int().min(1),
  /** 1 for the first time this row was begun; one more each time it is begun again. */
  attempt: z.number().int().min(1),
})
export type ListPlace = z.infer<typeof listPlaceSchema>

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
  list: listPlaceSchema.nullable().default(null),
})
export type Receipt = z.infer<typeof receiptSchema>

import { z } from 'zod'
import { deskCallSchema, deskWrapUpSchema } from '../desk-call.ts'
import { recommendedSchema, sentFieldSchema } from '../express/changes.ts'
import { saidSchema } from '../figures/figure.ts'
import { submissionOperations, submissionNamed } from '../express/operations.ts'
import { readAsSchema } from '../express/read-as.ts'
import {
  transactionResultSchema,
  decodedTextSchema,
  forecastReadingSchema,
  readingNoteSchema,
} from '../express/reading.ts'
import { enrollInputsSchema } from '../express/requests.ts'
import { savedBase } from './saved.ts'

/** The record of a submission. A changed field needs a default for older files. Times are ISO 8601 in UTC. */

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

/** The source that a person asked about a submission in doubt; the note says who `other` is. */
export const saidBySchema = z.enum(['recordKeeper', 'service', 'other'])

export const settledSchema = z.strictObject({
  /** Operating-system user. */
  by: z.string(),
  at: time,
  /** Null if nobody was named. */
  saidBy: saidBySchema.nullable(),
  wentThrough: z.boolean(),
  /** Empty if unknown. */
  transactionId: z.string().default(''),
})
export type Settled = z.infer<typeof settledSchema>

export const planRowSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** Columns of the operations in words; earlier receipts have only `serviceOption`. */
  ...Object.fromEntries(
    submissionOperations
      .flatMap((name) => Object.keys(submissionNamed(name).columns))
      .map((column) => [column, z.string().optional()]),
  ),
  /** Empty if the operation takes none. */
  serviceOption: z.string(),
})

/**
 * Makes two submissions the same whoever they name: an id may be missing from a file, or mean several people. Empty
 * texts if unknown, and in older receipts. They are digests of personal data, so they are only stored sealed.
 */
export const likenessSchema = z.strictObject({
  /** SHA-256 of the body without TransactionHTTPEndpoint, whose values change from session to session; hexadecimal. */
  body: z.string(),
  /** SHA-256 of ParticipantXML, hexadecimal; empty if none is sent. */
  file: z.string(),
  /** Base URL and ClientId of the service; empty for Training, whose address changes with each start. */
  service: z.string(),
  /** For a receipt from the journal, which holds no ids: keyed digests of the ids of everybody that it may be about. */
  people: z.array(z.string()).optional(),
})
export type Likeness = z.infer<typeof likenessSchema>

export const unknownLikeness: Likeness = { body: '', file: '', service: '' }

/** The list and row of a submission. */
export const listPlaceSchema = z.strictObject({
  listId: z.uuid(),
  /** Row of data, from 1. */
  row: z.int().min(1),
  /** 1 for the first start of this row; one more for each further start. */
  attempt: z.int().min(1),
})
export type ListPlace = z.infer<typeof listPlaceSchema>

export const receiptSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('receipt'),
  /** Our own number, for example `GP-20261120-7F3K2M`. */
  receiptNumber: z.string(),
  submissionId: id,
  operation: z.enum(submissionOperations),
  outcome: submissionOutcomeSchema,
  /** Operating-system user who sent it. */
  user: z.string(),
  /** The advisor’s own name in the settings when it was reviewed; empty for none. */
  advisor: z.string().default(''),
  plans: z.array(planRowSchema),
  reason: z.string(),
  result: transactionResultSchema.nullable(),
  transaction: decodedTextSchema,
  forecast: forecastReadingSchema.nullable(),
  notes: z.array(readingNoteSchema),
  /** The error, the service's message beside an accepted one, or a person's finding; else empty. */
  explanation: z.string(),
  /** HTTP status; null without an answer. */
  status: z.int().nullable(),
  /** Seconds to wait, if the service asked for it. */
  retryAfter: z.number().nullable(),
  sentAt: time,
  answeredAt: time.nullable(),
  /** SHA-256 of the sent body, hexadecimal; empty if a crash left only the journal, which lacks it. */
  bodySha256: z.string(),
  likeness: likenessSchema.default(unknownLikeness),
  /** Every sent field as in the review. Empty if a crash left only the journal. */
  sent: z.array(sentFieldSchema).default([]),
  /** The sent inputs, amounts in dollars a year; none for an opt-out, and if a crash left only the journal. */
  inputs: enrollInputsSchema.default({}),
  /** What the forecast in the review recommended, and what of it was sent; null if no forecast was known. */
  recommended: recommendedSchema
    .extend({
      forecastId: id,
      /** When that forecast was made. */
      madeAt: time,
    })
    .nullable()
    .default(null),
  /** Units in which its amounts were read and sent; absent: all a year. */
  readAs: readAsSchema.optional(),
  /** The matches of the sent file in words, with their yield. */
  matches: z.array(saidSchema).default([]),
  /**
   * A person's finding while it was in doubt; else null. Receipts of earlier versions have it only in `explanation`.
   */
  settled: settledSchema.nullable().default(null),
  /** What was doubtful in the file or unusual in the request, in sentences; a person confirmed it before sending. */
  doubts: z.array(saidSchema).default([]),
  /** Why it was sent despite an earlier accepted one; else empty. Absent in older receipts. */
  overrideReason: z.string().default(''),
  /** For an opt-out by telephone: the kept part of the call; else null. */
  call: deskCallSchema.nullable().default(null),
  /** How the call ended; null until it is wrapped up. */
  wrapUp: deskWrapUpSchema.nullable().default(null),
  /** For a row of a list; else null. */
  list: listPlaceSchema.nullable().default(null),
})
export type Receipt = z.infer<typeof receiptSchema>

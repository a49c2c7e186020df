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

/** The record of a submission. Times are ISO 8601 in UTC. */

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

/** Whom a person asked about a submission in doubt. If it is `other`, the note says who. */
export const saidBySchema = z.enum(['recordKeeper', 'service', 'other'])

export const settledSchema = z.strictObject({
  /** Operating-system user. */
  by: z.string(),
  at: time,
  /** Null if the person named nobody. */
  saidBy: saidBySchema.nullable(),
  wentThrough: z.boolean(),
  /** Empty if the transaction id is unknown. */
  transactionId: z.string(),
})
export type Settled = z.infer<typeof settledSchema>

export const planRowSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** The operation's own columns in words; those of other operations are absent. */
  ...Object.fromEntries(
    submissionOperations
      .flatMap((name) => Object.keys(submissionNamed(name).columns))
      .map((column) => [column, z.string().optional()]),
  ),
  /** Empty if the operation takes no service option. */
  serviceOption: z.string(),
})

/**
 * What makes two submissions the same, whomever they name, because an id may be missing from a file, or stand for
 * several people. Texts are empty if unknown. These are digests of personal data, so they are only stored sealed.
 */
export const likenessSchema = z.strictObject({
  /** SHA-256 of the body without TransactionHTTPEndpoint, whose values change with each session; hexadecimal. */
  body: z.string(),
  /** SHA-256 of ParticipantXML, hexadecimal; empty if none is sent. */
  file: z.string(),
  /** Base URL and ClientId of the service; empty for Training, whose address changes with each start. */
  service: z.string(),
})
export type Likeness = z.infer<typeof likenessSchema>

export const unknownLikeness: Likeness = { body: '', file: '', service: '' }

/** The list and row that a submission belongs to. */
export const listPlaceSchema = z.strictObject({
  listId: z.uuid(),
  /** Number of the data row, from 1. */
  row: z.int().min(1),
  /** 1 when this row is first sent, and one more each time it is sent again. */
  attempt: z.int().min(1),
  /** Name of the list's file; absent where only the table of submissions is left, which names no files. */
  fileName: z.string().max(400).optional(),
})
export type ListPlace = z.infer<typeof listPlaceSchema>

export const receiptSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('receipt'),
  /** The program's own number, for example `GP-20261120-7F3K2M`. */
  receiptNumber: z.string(),
  submissionId: id,
  operation: z.enum(submissionOperations),
  outcome: submissionOutcomeSchema,
  /** Operating-system user who sent the submission. */
  user: z.string(),
  /** The advisor’s own name in the settings at the time of the review; empty if there was none. */
  advisor: z.string(),
  plans: z.array(planRowSchema),
  reason: z.string(),
  result: transactionResultSchema.nullable(),
  transaction: decodedTextSchema,
  forecast: forecastReadingSchema.nullable(),
  notes: z.array(readingNoteSchema),
  /**
   * The error, the service's message about an accepted submission, or what a person found out;
   * otherwise empty.
   */
  explanation: z.string(),
  /** HTTP status; null without an answer. */
  status: z.int().nullable(),
  /** Seconds to wait, if the service asked to; otherwise null. */
  retryAfter: z.number().nullable(),
  sentAt: time,
  answeredAt: time.nullable(),
  /** SHA-256 of the sent body, hexadecimal; empty if only the table of submissions is left, which does not have it. */
  bodySha256: z.string(),
  likeness: likenessSchema,
  /** Every sent field as in the review. Empty if a crash left only the table of submissions. */
  sent: z.array(sentFieldSchema),
  /**
   * The sent inputs, amounts in dollars a year; empty for an opt-out, and if a crash left only the table of
   * submissions.
   */
  inputs: enrollInputsSchema,
  /** What the forecast in the review recommended, and which part of it was sent; null if no forecast was known. */
  recommended: recommendedSchema
    .extend({
      forecastId: id,
      /** When the forecast was last run. */
      madeAt: time,
    })
    .nullable(),
  /** The units in which amounts were read and sent; absent means that every amount is for a year. */
  readAs: readAsSchema.optional(),
  /** The matches of the sent file in words, with their yield. */
  matches: z.array(saidSchema),
  /** What a person found out while the submission was in doubt; otherwise null. */
  settled: settledSchema.nullable(),
  /**
   * Warnings about doubtful data in the file or unusual values in the request, which the user
   * confirmed before sending.
   */
  doubts: z.array(saidSchema),
  /** Why the submission was sent despite an earlier accepted submission; otherwise empty. */
  overrideReason: z.string(),
  /** For an opt-out by telephone: the kept part of the call; otherwise null. */
  call: deskCallSchema.nullable(),
  /** How the call ended; null until it is wrapped up. */
  wrapUp: deskWrapUpSchema.nullable(),
  /** For a row of a list; otherwise null. */
  list: listPlaceSchema.nullable(),
})
export type Receipt = z.infer<typeof receiptSchema>

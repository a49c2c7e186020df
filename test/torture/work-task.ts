import { z } from 'zod'
import { submissionOutcomeSchema } from '#shared/records/receipt.ts'

/** What a program that works and its parent say to each other. */

/** What a program is told to do. */
export const taskSchema = z.strictObject({
  dataDir: z.string(),
  url: z.string(),
  /** Folders of backups and of exported files. */
  backups: z.string(),
  exports: z.string(),
  seed: z.int(),
  firstNumber: z.int(),
  /** Pieces of work after which it ends by itself. */
  many: z.int(),
  killAtWrite: z.strictObject({ write: z.int(), when: z.enum(['before', 'after']) }).nullable(),
  known: z.strictObject({
    backups: z.array(z.string()),
    files: z.array(z.string()),
    sent: z.array(z.int()),
  }),
})
export type Task = z.infer<typeof taskSchema>

/**
 * What a result is afterwards: the digest of its value, `outcome:…` if only the outcome is known, `*` if only that it is
 * there, or null if it is gone.
 */
const expectedSchema = z.string().nullable()
export type Expected = z.infer<typeof expectedSchema>
const resultsSchema = z.record(z.string(), expectedSchema)

/** A piece of work, before it begins or as it was acknowledged. */
export const pieceSchema = z.strictObject({
  work: z.string(),
  changes: resultsSchema.optional(),
  /** Number of the submission. */
  number: z.int().optional(),
  /** What the submission was said to have come to. */
  outcome: submissionOutcomeSchema.optional(),
  /** File name of a backup or an export. */
  name: z.string().optional(),
  /** Of an export. */
  contents: resultsSchema.optional(),
  /** A new recovery code. */
  code: z.string().optional(),
})
export type Piece = z.infer<typeof pieceSchema>

/** Everything that a person finds after a start, and what they would complain about. */
export const foundSchema = z.strictObject({
  results: z.record(
    z.string(),
    z.strictObject({
      digest: z.string(),
      outcome: submissionOutcomeSchema.nullable(),
      /** Digest of a forecast's answer; empty for anything else. */
      verbatim: z.string(),
    }),
  ),
  problems: z.array(z.string()),
})
export type Found = z.infer<typeof foundSchema>

/** What a program says, one line each: a word and a value. */
export const saidSchema = z.discriminatedUnion('word', [
  z.object({ word: z.literal('found'), value: foundSchema }),
  z.object({ word: z.literal('begin'), value: pieceSchema }),
  z.object({ word: z.literal('done'), value: pieceSchema }),
  z.object({
    word: z.literal('refused'),
    value: z.object({
      piece: pieceSchema,
      error: z.object({ code: z.string(), message: z.string() }),
    }),
  }),
  z.object({ word: z.literal('broken'), value: z.string() }),
  z.object({ word: z.literal('ended'), value: z.int() }),
])
export type Said = z.infer<typeof saidSchema>

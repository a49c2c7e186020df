import { z } from 'zod'
import { resultSchema } from '#shared/errors.ts'
import { planEntrySchema } from '#shared/environments/plan-directory.ts'
import {
  listDefaultsSchema,
  listFileSchema,
  listMappingSchema,
  askedReadingSchema,
  outcomeFormSchema,
} from '#shared/lists/list.ts'
import { checkedRowSchema } from './check-rows.ts'

/**
 * Messages between main and the lists' worker. They have their own file, so that main does not load the worker's code.
 */

export const maxListBytes = 50 * 1024 * 1024

/** How a file was read; the same values read it the same way again. */
export const listReadingSchema = askedReadingSchema.required()
export type ListReading = z.infer<typeof listReadingSchema>

const listTaskSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), reading: askedReadingSchema }),
  z.strictObject({
    kind: z.literal('check'),
    reading: listReadingSchema,
    mapping: listMappingSchema,
    defaults: listDefaultsSchema,
    /** The ids in the environment's imported plan directory; empty if it has none. */
    knownPlans: z.array(z.string()),
  }),
  z.strictObject({
    kind: z.literal('outcome'),
    reading: listReadingSchema,
    outcomes: z.array(z.array(z.string())),
    as: outcomeFormSchema,
  }),
  /** The rows of a plan list; its first row names the columns. */
  z.strictObject({ kind: z.literal('plans'), reading: askedReadingSchema }),
])
export type ListTask = z.infer<typeof listTaskSchema>

/** To the worker: a task for the file `key`, with its bytes unless the worker already has them. */
export const listRequestSchema = z.strictObject({
  key: z.string(),
  pieces: z.array(z.instanceof(Uint8Array)).nullable(),
  task: listTaskSchema,
})

const listFactsSchema = z.strictObject({
  ...listFileSchema.pick({
    columns: true,
    rows: true,
    sample: true,
    mapping: true,
    notes: true,
    encodingChoices: true,
  }).shape,
  reading: listReadingSchema,
  unnamedTaxColumns: z.array(z.int()),
})
export type ListFacts = z.infer<typeof listFactsSchema>

/** What a task finds before its answer. Rows and bytes come in pieces, so that none blocks main. */
export const listPieceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('facts'), facts: listFactsSchema }),
  z.strictObject({ kind: z.literal('rows'), rows: z.array(checkedRowSchema) }),
  z.strictObject({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
  z.strictObject({
    kind: z.literal('plans'),
    plans: z.array(planEntrySchema.omit({ source: true })),
  }),
])
export type ListPiece = z.infer<typeof listPieceSchema>

export const listAnswerSchema = resultSchema(z.enum(['done', 'needsBytes']))
export type ListAnswer = z.infer<typeof listAnswerSchema>

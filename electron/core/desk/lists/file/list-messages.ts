import { z } from 'zod'
import { appErrorSchema } from '#shared/errors.ts'
import { planEntrySchema } from '#shared/plans/directory.ts'
import {
  listDefaultsSchema,
  listEncodings,
  listMappingSchema,
  askedReadingSchema,
  outcomeFormSchema,
} from '#shared/lists/list.ts'
import { checkedRowSchema } from './check-rows.ts'

/** Messages between main and the lists' worker. They are apart from the work, so that main does not load it. */

export const maxListBytes = 50 * 1024 * 1024

const outcomeCellsSchema = z.array(z.string())

/** How a file was read; with the same values it is read the same way again. */
export const listReadingSchema = z.strictObject({
  encoding: z.enum(listEncodings),
  delimiter: z.string().min(1).max(3),
  hasHeader: z.boolean(),
})
export type ListReading = z.infer<typeof listReadingSchema>

const listTaskSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), reading: askedReadingSchema }),
  z.strictObject({
    kind: z.literal('check'),
    reading: listReadingSchema,
    mapping: listMappingSchema,
    defaults: listDefaultsSchema,
  }),
  z.strictObject({
    kind: z.literal('outcome'),
    reading: listReadingSchema,
    outcomes: z.array(outcomeCellsSchema),
    as: outcomeFormSchema,
  }),
  /** The rows of a plan list; its first row names the columns. */
  z.strictObject({ kind: z.literal('plans'), reading: askedReadingSchema }),
])
export type ListTask = z.infer<typeof listTaskSchema>

/** To the worker: a task for the file `key`, with its bytes unless the worker has them. */
export const listRequestSchema = z.strictObject({
  key: z.string(),
  pieces: z.array(z.instanceof(Uint8Array)).nullable(),
  task: listTaskSchema,
})

const listFactsSchema = z.strictObject({
  reading: listReadingSchema,
  columns: z.array(z.string()),
  rows: z.int(),
  sample: z.array(z.array(z.string())),
  mapping: listMappingSchema,
  unnamedTaxColumns: z.array(z.int()),
  notes: z.array(z.string()),
})
export type ListFacts = z.infer<typeof listFactsSchema>

/** From the worker. Rows and bytes come in pieces, so that no piece blocks main; `done` or `failed` comes last. */
export const listReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('needsBytes') }),
  z.strictObject({ kind: z.literal('failed'), error: appErrorSchema }),
  z.strictObject({ kind: z.literal('facts'), facts: listFactsSchema }),
  z.strictObject({ kind: z.literal('rows'), rows: z.array(checkedRowSchema) }),
  z.strictObject({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
  z.strictObject({
    kind: z.literal('plans'),
    plans: z.array(planEntrySchema.omit({ source: true })),
  }),
  z.strictObject({ kind: z.literal('done') }),
])
export type ListReply = z.infer<typeof listReplySchema>

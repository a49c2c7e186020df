import { z } from 'zod'
import { resultSchema } from '#shared/errors.ts'

/** Work on whole database files, which takes too long for the main thread. */
export const backupJobSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('write'),
    /** Path of the database in use. */
    path: z.string(),
    folder: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    keep: z.int().min(1),
  }),
  z.strictObject({ do: z.literal('copy'), from: z.string(), to: z.string() }),
])
export type BackupJob<D extends 'write' | 'copy'> = Extract<
  z.infer<typeof backupJobSchema>,
  { readonly do: D }
>

export const writtenSchema = resultSchema(z.strictObject({ name: z.string() }))
export const copiedSchema = resultSchema(z.strictObject({ isSound: z.boolean() }))

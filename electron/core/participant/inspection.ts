import { z } from 'zod'
import { appErrorSchema } from '#shared/errors.ts'
import { participantReadingSchema } from '#shared/participant/profile.ts'
import { fail, type Result } from '#shared/result.ts'

/** What main knows of the reading of participant files. Apart from the work itself, so that main loads none of that. */

/** Participant files are read up to this size; a batch of some ten thousand people fits. */
export const maxParticipantBytes = 64 * 1024 * 1024

const megabytes = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(1)} MB`

export const tooLarge = (bytes: number): Result<never> =>
  fail({
    code: 'participant.tooLarge',
    message: `The file has ${megabytes(bytes)}; participant files are read up to ${megabytes(maxParticipantBytes)}.`,
    advice: 'Split the batch into smaller files.',
  })

/** A participant file, decoded and read. */
export const inspectedSchema = z.strictObject({
  /** Exactly what the file says, without a byte order mark; this is what is sent. */
  text: z.string(),
  encoding: z.string(),
  /** Of the text in UTF-8, hexadecimal. */
  sha256: z.string(),
  reading: participantReadingSchema,
})
export type Inspected = z.infer<typeof inspectedSchema>

/** The worker's answer. */
export const inspectionSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: inspectedSchema }),
  z.strictObject({ ok: z.literal(false), error: appErrorSchema }),
])

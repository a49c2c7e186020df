import { createHash } from 'node:crypto'
import { appErrorSchema } from '#shared/errors.ts'
import { participantReadingSchema } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-participant-xml.ts'
import { ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { decodeParticipantBytes } from './decode-bytes.ts'

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

/** Everything that takes time with a participant file; runs in a worker. Fails with `participant.*`. */
export const inspectParticipant = (bytes: Uint8Array): Result<Inspected> => {
  const decoded = decodeParticipantBytes(bytes)
  if (!decoded.ok) return decoded
  const { text, encoding, warnings } = decoded.value
  const reading = readParticipantXml(text)
  if (!reading.ok) return reading
  return ok({
    text,
    encoding,
    sha256: createHash('sha256').update(text).digest('hex'),
    reading: { ...reading.value, warnings: [...warnings, ...reading.value.warnings] },
  })
}

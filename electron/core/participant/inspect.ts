import { createHash } from 'node:crypto'
import { readParticipantXml } from '#shared/participant/read-participant-xml.ts'
import { ok, type Result } from '#shared/result.ts'
import { decodeParticipantBytes } from './decode-bytes.ts'
import type { Inspected } from './inspection.ts'

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

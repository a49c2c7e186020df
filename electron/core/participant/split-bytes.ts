import type { ReadingOptions } from '#shared/participant/read-records.ts'
import { splitFile } from '#shared/participant/split-file.ts'
import { notSplittable, sliceOf } from '#shared/participant/split-participants.ts'
import { ok, type Result } from '#shared/result.ts'
import { decodeParticipantBytes, type DecodedFile } from './decode-bytes.ts'
import { encodeText } from './encode-text.ts'

/** One participant of a file, as a separate file. */
export interface OwnFile {
  readonly text: string
  /** In the encoding of the original file. */
  readonly bytes: Uint8Array
}

/**
 * Splits in the worker; see `splitFile` in shared. Each part must read back as the same text in the file's encoding.
 */
export const splitBytes = (
  file: Pick<DecodedFile, 'text' | 'encoding' | 'mark'>,
  options: ReadingOptions,
  only: number | null,
): Result<readonly OwnFile[]> => {
  const parts = splitFile(file.text, options, only)
  if (!parts.ok) return parts
  const files: OwnFile[] = []
  for (const ranges of parts.value) {
    const text = sliceOf(file.text, ranges)
    const bytes = encodeText(text, file)
    const again = decodeParticipantBytes(bytes)
    if (!again.ok || again.value.text !== text)
      return notSplittable(`its encoding, ${file.encoding}, cannot be written again as it was.`)
    files.push({ text, bytes })
  }
  return ok(files)
}

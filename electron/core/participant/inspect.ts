import {
  readingOf,
  readRecords,
  splitFile,
  type ReadingOptions,
} from '#shared/participant/read-records.ts'
import { otherChangesInFiles, putBack } from '#shared/participant/put-back.ts'
import { notSplittable, sliceOf } from '#shared/participant/split-participants.ts'
import { ok, type Result } from '#shared/result.ts'
import { decodeParticipantBytes, encodeText, type DecodedFile } from './decode-bytes.ts'
import { hash } from 'node:crypto'
import { previewOf } from '#shared/participant/trace.ts'
import type { InspectionJob } from './inspection.ts'

/**
 * Each participant of a file as a separate file in the same encoding; see `splitFile` in shared.
 * Each new file must decode to the same text.
 */
export const splitBytes = (
  file: Pick<DecodedFile, 'text' | 'encoding' | 'mark'>,
  options: ReadingOptions,
  only: number | null,
): Result<readonly { readonly text: string; readonly bytes: Uint8Array }[]> => {
  const parts = splitFile(file.text, options, only)
  if (!parts.ok) return parts
  const files = []
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

/** All slow work on a participant file; runs in a worker. Fails with `participant.*`. */
const inspectBytes = (bytes: Uint8Array, options: ReadingOptions) => {
  const decoded = decodeParticipantBytes(bytes)
  if (!decoded.ok) return decoded
  const { text, encoding, mark, warnings } = decoded.value
  const read = readRecords(text, options)
  if (!read.ok) return read
  return ok({
    text,
    encoding,
    mark,
    sha256: hash('sha256', text),
    remarks: [...warnings],
    reading: readingOf(read.value),
  })
}

export const inspect = (job: InspectionJob): Result<unknown> => {
  const { mapping, today } = job
  const options: ReadingOptions = { mapping, today }
  if (job.kind === 'bytes') return inspectBytes(job.bytes, options)
  if (job.kind === 'split') return splitBytes(job, options, job.only)
  if (job.kind === 'parts') return splitFile(job.text, options)
  if (job.kind === 'putBack') return putBack(job.text, options, job)
  if (job.kind === 'otherChanges') return otherChangesInFiles(job.text, job.earlier, options)
  const read = readRecords(job.text, options)
  if (!read.ok) return read
  if (job.kind === 'text') return ok(readingOf(read.value))
  const { collector, records } = read.value
  const record = records[job.index] ?? records[0]
  return record === undefined
    ? ok(null)
    : ok(previewOf(record, collector.file, readingOf(read.value), mapping.amounts))
}

import { createHash } from 'node:crypto'
import { readingOf } from '#shared/participant/read-participant-xml.ts'
import { readRecords, type ReadingOptions } from '#shared/participant/read-records.ts'
import { splitFile } from '#shared/participant/split-file.ts'
import { previewOf } from '#shared/participant/trace.ts'
import { ok, type Result } from '#shared/result.ts'
import { decodeParticipantBytes } from './decode-bytes.ts'
import type { Inspected, InspectionJob } from './inspection.ts'
import { splitBytes } from './split-bytes.ts'

/** All slow work on a participant file; runs in a worker. Fails with `participant.*`. */
const inspectBytes = (bytes: Uint8Array, options: ReadingOptions): Result<Inspected> => {
  const decoded = decodeParticipantBytes(bytes)
  if (!decoded.ok) return decoded
  const { text, encoding, mark, warnings } = decoded.value
  const read = readRecords(text, options)
  if (!read.ok) return read
  return ok({
    text,
    encoding,
    mark,
    sha256: createHash('sha256').update(text).digest('hex'),
    remarks: [...warnings],
    reading: readingOf(read.value),
  })
}

/** The answer to one job of the worker, in the form of its kind. */
export const inspect = (job: InspectionJob): Result<unknown> => {
  const { mapping, today } = job
  const options: ReadingOptions = { mapping, today }
  if (job.kind === 'bytes') return inspectBytes(job.bytes, options)
  if (job.kind === 'split') return splitBytes(job, options, job.only)
  if (job.kind === 'parts') return splitFile(job.text, options)
  const read = readRecords(job.text, options)
  if (!read.ok) return read
  if (job.kind === 'text') return ok(readingOf(read.value))
  const { collector, records } = read.value
  const record = records[job.index] ?? records[0]
  return record === undefined
    ? ok(null)
    : ok(previewOf(record, collector.file, readingOf(read.value), mapping.amounts))
}

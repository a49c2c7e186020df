import { ok, type Result } from '../result.ts'
import { finishRecord } from './participant-record.ts'
import type { ParticipantReading } from './profile.ts'
import { readRecords, type FileRecords, type ReadingOptions } from './read-records.ts'

export const readingOf = ({ collector, records, remarks }: FileRecords): ParticipantReading => ({
  fileType: collector.file.get('fileType')?.text ?? '',
  timeStamp: collector.file.get('timeStamp')?.text ?? '',
  participants: records.map(finishRecord),
  warnings: remarks.all(),
})

/**
 * Reads a participant file without changing or repairing it: the participants with their accounts, contributions and
 * pensions (dollars a year, percent 0–100) and remarks on oddities, in the order of the file.
 *
 * Fails with `participant.empty`, `participant.notXml`, `participant.notWellFormed`, `participant.doctype`,
 * `participant.tooComplex` (see `reading-limits.ts`) or `participant.noParticipant`.
 */
export const readParticipantXml = (
  text: string,
  options: ReadingOptions = {},
): Result<ParticipantReading> => {
  const read = readRecords(text, options)
  return read.ok ? ok(readingOf(read.value)) : read
}

import { fail, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { checkFile, checkRecord } from './check-record.ts'
import { looksLikeInsteadOfXml, table } from './looks-like.ts'
import { createOutlineLookup } from './outline-lookup.ts'
import { participantOutline } from './outline.ts'
import type { ParticipantOutline } from './outline.ts'
import { ParticipantCollector } from './participant-collector.ts'
import { finishRecord } from './participant-record.ts'
import type { ParticipantReading } from './profile.ts'
import { readingLimits } from './reading-limits.ts'
import type { ReadingLimits } from './reading-limits.ts'
import { Remarks } from './remarks.ts'
import { scanXml } from './scan-xml.ts'

/**
 * Reads what a participant file says, without changing or repairing anything: the participants with their accounts,
 * contributions and pensions (dollars a year, percent 0–100) and remarks on what is odd, in the order of the file.
 *
 * Fails with `participant.empty`, `participant.notXml`, `participant.notWellFormed`, `participant.doctype`,
 * `participant.tooComplex` (see {@link ReadingLimits}) or `participant.noParticipant`.
 */
export const readParticipantXml = (
  text: string,
  limits: ReadingLimits = readingLimits,
  outline: ParticipantOutline = participantOutline,
): Result<ParticipantReading> => {
  if (!/[^\s\ufeff]/.test(text))
    return fail({
      code: 'participant.empty',
      message: text.length === 0 ? 'The file is empty.' : 'The file holds nothing but blanks.',
      advice: 'Choose the participant file again, or ask for a new export.',
    })
  const instead = looksLikeInsteadOfXml(text)
  if (instead !== null)
    return fail({
      code: 'participant.notXml',
      message: `The file is not XML. It looks like ${instead}.`,
      advice: `Choose a participant XML file.${instead === table ? ' A list of opt-outs is opened under Opt-out desk, Lists.' : ''}`,
      line: 1,
      column: 1,
    })

  const remarks = new Remarks(limits.warnings)
  const collector = new ParticipantCollector(createOutlineLookup(outline), remarks)
  const scanned = scanXml(text, limits, collector)
  if (!scanned.ok) return scanned

  const records = collector.records.filter((record) => record.hasParticipant)
  if (records.length === 0)
    return fail({
      code: 'participant.noParticipant',
      message: 'The file is XML, but it holds no Participant element.',
      advice: 'Choose a participant data file; a plan file or a transaction file cannot be opened here.',
    })
  for (const record of collector.records)
    if (!record.hasParticipant) remarks.add(record.place, 'An Enroll element holds no Participant and is left out.')
  checkFile(records, remarks)
  for (const record of records) checkRecord(record, remarks)
  return ok({
    fileType: collector.fileType,
    timeStamp: collector.timeStamp,
    participants: records.map(finishRecord),
    warnings: remarks.all(),
  })
}

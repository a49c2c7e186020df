import { fail, ok, type Result } from '../result.ts'
import { checkFile, checkRecord } from './check-record.ts'
import { looksLikeInsteadOfXml, table } from './looks-like.ts'
import { createMappingLookup } from './mapping-lookup.ts'
import { publishedMapping } from './mapping-presets.ts'
import type { ParticipantMapping } from './mapping.ts'
import { ParticipantCollector } from './participant-collector.ts'
import type { RecordDraft } from './participant-record.ts'
import { readingLimits, type ReadingLimits } from './reading-limits.ts'
import { Remarks } from './remarks.ts'
import { scanXml } from './scan-xml.ts'
import { settleRecord, type Settling } from './settle-record.ts'
import { ParticipantPlaces } from './split-participants.ts'

export interface ReadingOptions {
  readonly limits?: ReadingLimits
  /** The places of values; by default the publicly documented ones. */
  readonly mapping?: ParticipantMapping
  /** YYYY-MM-DD; a later date of birth gets a remark. Without it, none does. */
  readonly today?: string
}

/** A file after reading, with everything found on the way. */
export interface FileRecords {
  readonly collector: ParticipantCollector
  /** Participants, with the fields that only the reading needs. */
  readonly records: readonly RecordDraft[]
  /** Indexes of `records` among all that the collector began. */
  readonly begun: readonly number[]
  readonly places: ParticipantPlaces
  readonly remarks: Remarks
}

const nothingInIt = (text: string): Result<never> | null => {
  if (/[^\s\ufeff]/.test(text)) return null
  return fail({
    code: 'participant.empty',
    message: text.length === 0 ? 'The file is empty.' : 'The file holds nothing but blanks.',
    advice: 'Choose the participant file again, or ask for a new export.',
  })
}

const otherThanXml = (text: string): Result<never> | null => {
  const instead = looksLikeInsteadOfXml(text)
  if (instead === null) return null
  return fail({
    code: 'participant.notXml',
    message: `The file is not XML. It looks like ${instead}.`,
    advice: `Choose a participant XML file.${instead === table ? ' A list of opt-outs is opened under Opt-out desk, Lists.' : ''}`,
    line: 1,
    column: 1,
  })
}

/** Reads a file like `readParticipantXml`, with the same failures. */
export const readRecords = (text: string, options: ReadingOptions = {}): Result<FileRecords> => {
  const { limits = readingLimits, mapping = publishedMapping, today = '' } = options
  const unreadable = nothingInIt(text) ?? otherThanXml(text)
  if (unreadable !== null) return unreadable

  const remarks = new Remarks(limits.warnings)
  const lookup = createMappingLookup(mapping)
  const collector = new ParticipantCollector(lookup, remarks)
  const places = new ParticipantPlaces(collector)
  const scanned = scanXml(text, limits, places)
  if (!scanned.ok) return scanned

  const begun = collector.records.flatMap(({ hasParticipant }, index) =>
    hasParticipant ? [index] : [],
  )
  const records = collector.records.filter(({ hasParticipant }) => hasParticipant)
  const [wanted = 'Participant'] = mapping.elements.participant
  if (records.length === 0) {
    return fail({
      code: 'participant.noParticipant',
      message: `The file is XML, but it holds no ${wanted} element.`,
      advice:
        'Choose a participant data file; a plan file or a transaction file cannot be opened here. If values are in other elements, set their places under Settings, Participant files.',
    })
  }
  const { dates, amounts } = mapping
  const settling: Settling = { dates, amounts, lookup, remarks, said: new Set() }
  for (const record of collector.records) settleRecord(record, collector.file, settling)
  for (const record of collector.records)
    if (!record.hasParticipant)
      remarks.add(
        record.place,
        `<${record.begunBy.name}> holds no ${wanted} element and is left out.`,
      )
  checkFile(records, remarks)
  for (const record of records) checkRecord(record, remarks, today)
  return ok({ collector, records, begun, places, remarks })
}

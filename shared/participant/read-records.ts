import { fail, ok, type Result } from '../result.ts'
import { checkFile, checkRecord } from './check-record.ts'
import { createMappingLookup } from './mapping-lookup.ts'
import { publishedMapping } from './mapping-presets.ts'
import type { ParticipantMapping } from './mapping.ts'
import { ParticipantCollector } from './participant-collector.ts'
import { profileOf, Remarks, type ReadRecord } from './participant-record.ts'
import { readingLimits, scanXml, type ReadingLimits } from './scan-xml.ts'
import { createSettler } from './settle-record.ts'
import { notSplittable, ParticipantPlaces, sliceOf, type Range } from './split-participants.ts'
import type { ParticipantReading } from './profile.ts'

const signatures: readonly (readonly [RegExp, string])[] = [
  [/^<(?:!doctype\s+html|html[\s>])/i, 'a web page (HTML)'],
  [/^[{[]/, 'JSON'],
  [/^%PDF/, 'a PDF document'],
  [/^PK/, 'a ZIP archive or an Office document'],
]

const hasControlCharacter = (text: string) => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 9 || (code > 13 && code < 32)) return true
  }
  return false
}

/** What an opt-out list usually looks like. */
const table = 'a table (CSV)'

const hasColumns = (text: string) => {
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))
  return [',', ';', '\t'].some((separator) => firstLine.split(separator).length > 2)
}

/**
 * What a text looks like if it is not XML, as words to follow "It looks like"; `null` if it starts
 * like XML. Checks 2,000 characters after leading white space.
 */
const looksLikeInsteadOfXml = (text: string): string | null => {
  const start = text.search(/[^\s\ufeff]/)
  const head = text.slice(start, start + 2000)
  for (const [pattern, name] of signatures) if (pattern.test(head)) return name
  if (head.startsWith('<')) return null
  if (hasControlCharacter(head)) return 'binary data'
  return hasColumns(head) ? table : 'plain text'
}

export interface ReadingOptions {
  readonly limits?: ReadingLimits
  /** The paths of values; by default the publicly documented ones. */
  readonly mapping?: ParticipantMapping
  /** YYYY-MM-DD; a later date of birth gets a remark. If absent, dates of birth get none. */
  readonly today?: string
}

/** A file after reading, with everything that was found in it. */
interface FileRecords {
  readonly collector: ParticipantCollector
  readonly records: readonly ReadRecord[]
  readonly places: ParticipantPlaces
  readonly remarks: Remarks
}

/** Says why a text is not read at all; null if it starts like XML. */
const unreadable = (text: string): Result<never> | null => {
  if (!/[^\s\ufeff]/.test(text))
    return fail({
      code: 'participant.empty',
      message: text.length === 0 ? 'The file is empty.' : 'The file holds nothing but blanks.',
      advice: 'Choose the participant file again, or ask for a new export.',
    })
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
  const refused = unreadable(text)
  if (refused !== null) return refused

  const remarks = new Remarks(limits.warnings)
  const lookup = createMappingLookup(mapping)
  const collector = new ParticipantCollector(lookup, remarks)
  const places = new ParticipantPlaces(collector)
  const scanned = scanXml(text, limits, places)
  if (!scanned.ok) return scanned

  const [wanted = 'Participant'] = mapping.elements.participant
  if (!collector.records.some(({ hasParticipant }) => hasParticipant)) {
    return fail({
      code: 'participant.noParticipant',
      message: `The file is XML, but it holds no ${wanted} element.`,
      advice:
        'Choose a participant data file; a plan file or a transaction file cannot be opened here. If values are in other elements, set their places under Settings, Participant files.',
    })
  }
  const { dates, amounts } = mapping
  const settle = createSettler({ dates, today, amounts, lookup, remarks, file: collector.file })
  const settled = collector.records.map(settle)
  const records = settled.filter(({ found }) => found.hasParticipant)
  for (const { place, hasParticipant } of collector.records)
    if (!hasParticipant)
      remarks.add(place, `<${place.name}> holds no ${wanted} element and is left out.`)
  checkFile(records, remarks)
  for (const record of records) checkRecord(record, remarks, today)
  return ok({ collector, records, places, remarks })
}

export const readingOf = ({ collector, records, remarks }: FileRecords): ParticipantReading => ({
  fileType: collector.file.get('fileType')?.text ?? '',
  timeStamp: collector.file.get('timeStamp')?.text ?? '',
  participants: records.map(profileOf),
  warnings: remarks.all(),
})

/**
 * Reads a participant file without changing or repairing it: the participants with their accounts, contributions and
 * pensions (dollars a year, percent 0–100), and remarks on oddities, in the order of the file.
 *
 * Fails with `participant.empty`, `participant.notXml`, `participant.notWellFormed`, `participant.doctype`,
 * `participant.tooComplex` (see `readingLimits`) or `participant.noParticipant`.
 */
export const readParticipantXml = (
  text: string,
  options: ReadingOptions = {},
): Result<ParticipantReading> => {
  const read = readRecords(text, options)
  return read.ok ? ok(readingOf(read.value)) : read
}

/** A participant's data without positions in the file. */
const saysOf = (record: ReadRecord) =>
  JSON.stringify(profileOf(record), (key, value: unknown) => (key === 'line' ? undefined : value))

/**
 * For each participant of a file, or only the one at `only`, the parts of the text that form a file
 * with that participant alone; see `split-participants.ts`. Each such file is read again. If it
 * does not give the same participant as the whole file, this function fails with
 * `participant.notSplit`. It also fails with the errors of reading.
 */
export const splitFile = (
  text: string,
  options: ReadingOptions = {},
  only: number | null = null,
): Result<readonly (readonly Range[])[]> => {
  const whole = readRecords(text, options)
  if (!whole.ok) return whole
  const { records, places } = whole.value
  const slices = places.slices(text)
  if (slices === null)
    return notSplittable('its participants do not stand in elements of their own.')
  const parts: (readonly Range[])[] = []
  for (const [index, record] of records.entries()) {
    if (only !== null && index !== only) continue
    const ranges = slices(record.found.number)
    const alone = readRecords(sliceOf(text, ranges), options)
    const [first, second] = alone.ok ? alone.value.records : []
    if (first === undefined || second !== undefined || saysOf(first) !== saysOf(record)) {
      return notSplittable(
        `what belongs to the participant of line ${record.line} does not stand in an element of its own.`,
      )
    }
    parts.push(ranges)
  }
  return ok(parts)
}

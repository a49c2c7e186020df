import type {
  ActivityCheck,
  ActivityExport,
  ActivityListRequest,
  ActivityPage,
  ActivityRecord,
  ActivityUse,
} from '#shared/activity/activity.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import type { Environments } from '../environments/environments.ts'
import type { Files, KeychainPort } from '../platform/ports.ts'
import { eachLine, readPart } from '../platform/file-parts.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import { parseRecord, readLine, tornOf } from './chain.ts'
import type { ActivityLog } from './log.ts'
import type { Segment } from './segments.ts'

const chunkBytes = 256 * 1024
/** A page of a filtered log ends after this many bytes, even if it is not full, so that it arrives soon. */
const mostBytes = 32 * 1024 * 1024

type Wanted = Pick<ActivityListRequest, 'action' | 'environment' | 'day'>

const fits = (record: ActivityRecord, { action, environment, day }: Wanted) =>
  (action === undefined || record.action === action) &&
  (environment === undefined || record.environment === environment) &&
  (day === undefined || record.at.startsWith(day))

/** Reads newest first, back from `cursor`. A cursor is a file name and an offset in that file. */
export const readBack = async (
  files: Files,
  segments: readonly Segment[],
  request: ActivityListRequest,
): Promise<Result<{ readonly records: ActivityRecord[]; readonly next: string | null }>> => {
  const records: ActivityRecord[] = []
  const [fromName = '', fromOffset = ''] = (request.cursor ?? '').split('|')
  const from = segments.findIndex(({ name }) => name === fromName)
  let seen = 0
  for (let index = from === -1 ? segments.length - 1 : from; index >= 0; index -= 1) {
    const segment = segments[index]
    if (!segment) break
    let end = index === from ? Math.min(Number(fromOffset) || 0, segment.size) : segment.size
    while (end > 0) {
      const start = Math.max(0, end - chunkBytes)
      const part = await readPart(files, segment.name, start, end - start)
      if (!part.ok) return part
      const { bytes } = part.value
      // A line that begins before this chunk is read with the next chunk.
      const first = start === 0 ? 0 : bytes.subarray(0, -1).indexOf(10) + 1
      let lineEnd = bytes.length
      while (lineEnd > first) {
        const before = bytes.lastIndexOf(10, lineEnd - 2)
        const lineStart = Math.max(first, before + 1)
        const record = parseRecord(bytes.toString('utf8', lineStart, lineEnd).trimEnd())
        lineEnd = lineStart
        if (record === null || !fits(record, request)) continue
        records.push(record)
        if (records.length === request.limit)
          return ok({ records, next: `${segment.name}|${start + lineStart}` })
      }
      seen += end - start - first
      end = first === 0 && start > 0 ? start : start + first
      if (start === 0) end = 0
      if (seen > mostBytes && end > 0) return ok({ records, next: `${segment.name}|${end}` })
    }
  }
  return ok({ records, next: null })
}

type ExportFormat = 'csv' | 'json'

const columns = [
  'n',
  'at',
  'user',
  'machine',
  'action',
  'environment',
  'subject',
  'id',
  'outcome',
  'torn',
  'mac',
] as const

/**
 * A record with everything that its code covers, so that anyone with the key can check an export like the log itself.
 */
type Exported = ActivityRecord & { readonly torn?: string; readonly mac: string }

const csvOf = (records: readonly Exported[], check: ActivityCheck) => {
  const about = [
    `# Check at ${check.at}: ${check.state}; ${check.records} records; last code ${check.head}`,
    ...check.problems.map(({ file, line, message }) => `# ${file} line ${line}: ${message}`),
    ...check.notes.map((note) => `# ${note}`),
  ]
  const rows = [
    ...about.map(csvCell),
    columns.join(','),
    ...records.map((record) => columns.map((name) => csvCell(record[name] ?? '')).join(',')),
  ]
  return `${rows.join('\r\n')}\r\n`
}

/** The whole log as one text, with its last code, its count, and the result of the check. */
export const exportLog = async (
  files: Files,
  segments: readonly Segment[],
  check: ActivityCheck,
  format: ExportFormat,
): Promise<Result<ActivityExport>> => {
  const records: Exported[] = []
  for (const segment of segments) {
    const read = await eachLine(files, segment, (bytes) => {
      const record = parseRecord(bytes.toString('utf8'))
      const { body, mac } = readLine(bytes)
      const torn = tornOf(body)
      if (record) records.push({ ...record, ...(torn === '' ? {} : { torn }), mac })
    })
    if (!read.ok) return read
  }
  return ok({
    fileName: `glidepath-activity-${check.at.slice(0, 10)}.${format}`,
    text:
      format === 'csv' ? csvOf(records, check) : `${JSON.stringify({ check, records }, null, 1)}\n`,
  })
}

type ExportOutcome = 'done' | 'failed' | 'cancelled'

interface ActivityServiceNeeds {
  readonly files: Files
  readonly log: ActivityLog
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly savedRecords: Pick<SavedRecords, 'open'>
  readonly environments: Pick<Environments, 'active'>
}

/** Where the log is kept. A keychain that became available but does not give the log's key changes nothing. */
const keptNow = ({ kept }: ActivityLog, keychain: KeychainState): ActivityLog['kept'] =>
  kept.key === 'memory' && keychain.kind === 'system'
    ? {
        key: 'memory',
        why: 'the keychain could not be used when the program started, and it does not hold the key of the log now.',
      }
    : kept

/** The activity log as the page uses it. */
export const createActivityService = (needs: ActivityServiceNeeds) => {
  const { files, log, savedRecords, environments } = needs

  /** Notes that a saved record was viewed, printed or exported. The log keeps only its environment and pseudonym. */
  const recordUse = async ({ action, recordId }: ActivityUse, outcome: ExportOutcome = 'done') => {
    const record = recordId === undefined ? null : await savedRecords.open(recordId)
    if (record !== null && !record.ok) return record
    log.record({
      action,
      outcome,
      environmentId: record?.value.environment.id ?? environments.active().id,
      participantId: record?.value.subject.participantId ?? '',
      ...(record === null ? {} : { id: record.value.id }),
    })
    return ok(undefined)
  }

  return {
    recordUse,
    /** Notes the outcome of an export; `recordId` only for a saved record. */
    noteExport: (recordId: string | undefined, outcome: ExportOutcome): void =>
      void recordUse({ action: 'export', recordId }, outcome),

    list: async (request: ActivityListRequest): Promise<Result<ActivityPage>> => {
      const now = await log.settled()
      if (!now.ok) return now
      const page = await readBack(files, now.value.segments, request)
      if (!page.ok) return page
      return ok({
        ...page.value,
        total: now.value.count,
        kept: keptNow(log, needs.keychain.state()),
        check: log.lastCheck(),
      })
    },

    verify: () => log.verify(),

    /** The log, with the result of a check that runs first. */
    export: async (format: ExportFormat) => {
      const check = await log.verify()
      if (!check.ok) return check
      log.record({ action: 'export', outcome: 'prepared' })
      const now = await log.settled()
      return now.ok ? exportLog(files, now.value.segments, check.value, format) : now
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>

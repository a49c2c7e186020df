import { csvCell } from '#shared/csv-cell.ts'
import type { ActivityCheck, ActivityRecord } from '#shared/activity/activity.ts'
import { ok, type Result } from '#shared/result.ts'
import { eachLine } from '../records/file-parts.ts'
import type { Files } from '../ports.ts'
import { parseRecord, readLine, tornOf } from './lines.ts'
import type { Segment } from './segments.ts'

export type ExportFormat = 'csv' | 'json'

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

const csvOf = (records: readonly Exported[], check: ActivityCheck): string => {
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
): Promise<
  Result<{ readonly fileName: string; readonly mediaType: string; readonly text: string }>
> => {
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
  const name = `glidepath-activity-${check.at.slice(0, 10)}`
  return format === 'csv'
    ? ok({
        fileName: `${name}.csv`,
        mediaType: 'text/csv;charset=utf-8',
        text: csvOf(records, check),
      })
    : ok({
        fileName: `${name}.json`,
        mediaType: 'application/json',
        text: `${JSON.stringify({ check, records }, null, 1)}\n`,
      })
}

import type { ActivityListRequest, ActivityRecord } from '#shared/activity/activity.ts'
import { ok, type Result } from '#shared/result.ts'
import { readPart } from '../records/file-parts.ts'
import type { Files } from '../ports.ts'
import { parseRecord } from './lines.ts'
import type { Segment } from './segments.ts'

const chunkBytes = 256 * 1024
/** A page of a filtered log ends after this many bytes, even if it is not full, so that it arrives soon. */
const mostBytes = 32 * 1024 * 1024

type Wanted = Pick<ActivityListRequest, 'action' | 'environment' | 'day'>

const fits = (record: ActivityRecord, { action, environment, day }: Wanted): boolean =>
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
      const bytes = Buffer.from(part.value.bytes)
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

import { ok, type Result } from '#shared/result.ts'
import { readPart } from '../records/file-parts.ts'
import type { Files } from '../ports.ts'
import { readLine } from './lines.ts'

/** The log has one file for each UTC year, so that an old year can be removed as a whole. */

const activityFolder = 'activity'
/** The series with its key in the keychain; a series with its key in memory has another name. */
export const keptSeries = 'activity'

export interface Segment {
  readonly name: string
  readonly year: number
  readonly size: number
}

export const segmentName = (series: string, year: number): string =>
  `${activityFolder}/${series}-${year}.jsonl`

/** The files of one series, oldest first. */
export const listSegments = async (
  files: Files,
  series: string,
): Promise<Result<readonly Segment[]>> => {
  const names = await files.list(activityFolder)
  if (!names.ok) return names
  const segments: Segment[] = []
  for (const name of names.value) {
    const year = /^(.*)-(\d{4})\.jsonl$/.exec(name)
    if (year?.[1] !== series) continue
    const part = await readPart(files, `${activityFolder}/${name}`, 0, 0)
    if (!part.ok) return part
    segments.push({
      name: `${activityFolder}/${name}`,
      year: Number(year[2]),
      size: part.value.size,
    })
  }
  return ok(segments.toSorted((a, b) => a.year - b.year))
}

/**
 * The files of one series, after removing what a crash left of removed years: files that begin with one of the first
 * `removed` records.
 */
export const liveSegments = async (
  files: Files,
  series: string,
  removed: number,
): Promise<Result<readonly Segment[]>> => {
  const all = await listSegments(files, series)
  if (!all.ok) return all
  const live: Segment[] = []
  for (const segment of all.value) {
    const start = await readPart(files, segment.name, 0, 64)
    if (!start.ok) return start
    const { n } = readLine(Buffer.from(start.value.bytes))
    if (n > 0 && n <= removed) await files.remove(segment.name)
    else live.push(segment)
  }
  return ok(live)
}

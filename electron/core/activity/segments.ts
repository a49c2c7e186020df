import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../platform/ports.ts'
import { readPart } from '../platform/file-parts.ts'
import { type Chain, fragmentDigest, readLine } from './chain.ts'
import type { Place } from './head.ts'

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
    const path = `${activityFolder}/${name}`
    const part = await readPart(files, path, 0, 0)
    if (!part.ok) return part
    segments.push({ name: path, year: Number(year[2]), size: part.value.size })
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
    const { n } = readLine(start.value.bytes)
    if (n > 0 && n <= removed) await files.remove(segment.name)
    else live.push(segment)
  }
  return ok(live)
}

const tailBytes = 64 * 1024

interface Tail {
  /** The last whole record; null if none is in sight. */
  readonly last: Place | null
  /** Digest of the partial line after it; empty if the file ends properly. */
  readonly torn: string
  /** Whether the last line feed is missing. */
  readonly unended: boolean
}

export interface LogEnd extends Tail {
  readonly last: Place
  /** Year of the last file; 0 if there is none. */
  readonly year: number
}

const readTail = async (
  files: Files,
  chain: Chain,
  { name, size }: Segment,
): Promise<Result<Tail>> => {
  const part = await readPart(files, name, Math.max(0, size - tailBytes), tailBytes)
  if (!part.ok) return part
  const { bytes } = part.value
  const unended = bytes.length > 0 && bytes.at(-1) !== 10
  const lines: { readonly start: number; readonly end: number }[] = []
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(10, start)
    const end = feed === -1 ? bytes.length : feed
    lines.push({ start, end })
    start = end + 1
  }
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const { start, end } = lines[index] ?? { start: 0, end: 0 }
    const line = readLine(bytes.subarray(start, end))
    if (line.n === 0 || line.mac === '') continue
    const previous =
      index === 0 ? null : readLine(bytes.subarray(lines[index - 1]?.start, lines[index - 1]?.end))
    // A line without a line feed counts only if its code proves that it is whole.
    const isLast = index === lines.length - 1
    if (isLast && unended && (previous === null || chain(previous.mac, line.body) !== line.mac))
      continue
    const rest = bytes.subarray(
      Math.min(bytes.length, end + 1),
      unended ? bytes.length : bytes.length - 1,
    )
    const torn = isLast ? '' : fragmentDigest(rest)
    return ok({ last: { n: line.n, mac: line.mac }, torn, unended })
  }
  const rest = bytes.subarray(0, unended ? bytes.length : Math.max(0, bytes.length - 1))
  return ok({ last: null, torn: rest.length === 0 ? '' : fragmentDigest(rest), unended })
}

/** The end of the last of `segments`, or `known` if there are none. */
export const findEnd = async (
  files: Files,
  chain: Chain,
  segments: readonly Segment[],
  known: LogEnd,
): Promise<Result<LogEnd>> => {
  const segment = segments.at(-1)
  if (!segment) return ok(known)
  const tail = await readTail(files, chain, segment)
  if (!tail.ok) return tail
  const { last } = tail.value
  // If records at the end are missing, the log continues from the head, so that the gap stays visible.
  const isBehind = last === null || last.n < known.last.n
  return ok({ ...tail.value, last: isBehind ? known.last : last, year: segment.year })
}

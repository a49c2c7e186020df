import { ok, type Result } from '#shared/result.ts'
import { readPart } from '../file-parts.ts'
import type { Files } from '../ports.ts'

/** The log's files: one for each UTC year, so that what is old enough can go as a whole. */

export const activityFolder = 'activity'
/** The series whose key is in the keychain; one that is kept for a session only has a name of its own. */
export const keptSeries = 'activity'

export interface Segment {
  readonly name: string
  readonly year: number
  readonly size: number
}

/** Bytes read at once. */
const chunkBytes = 4 * 1024 * 1024

export const segmentName = (series: string, year: number): string => `${activityFolder}/${series}-${year}.jsonl`

/** The files of one series, oldest first. */
export const listSegments = async (files: Files, series: string): Promise<Result<readonly Segment[]>> => {
  const names = await files.list(activityFolder)
  if (!names.ok) return names
  const segments: Segment[] = []
  for (const name of names.value) {
    const year = /^(.*)-(\d{4})\.jsonl$/.exec(name)
    if (year?.[1] !== series) continue
    const part = await readPart(files, `${activityFolder}/${name}`, 0, 0)
    if (!part.ok) return part
    segments.push({ name: `${activityFolder}/${name}`, year: Number(year[2]), size: part.value.size })
  }
  return ok(segments.toSorted((a, b) => a.year - b.year))
}

/**
 * Calls `line` with every line of the first `size` bytes of a file, without its line feed; `ended` is false for bytes
 * after the last line feed. The buffer is only lent.
 */
export const eachLine = async (
  files: Files,
  { name, size }: Pick<Segment, 'name' | 'size'>,
  line: (bytes: Buffer, number: number, ended: boolean) => void,
  signal?: AbortSignal,
): Promise<Result<void>> => {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  let offset = 0
  while (offset < size && !signal?.aborted) {
    const part = await readPart(files, name, offset, Math.min(chunkBytes, size - offset))
    if (!part.ok) return part
    const { bytes } = part.value
    if (bytes.length === 0) break
    offset += bytes.length
    const fresh = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const chunk = rest.length === 0 ? fresh : Buffer.concat([rest, fresh])
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      number += 1
      line(chunk.subarray(start, end), number, true)
      start = end + 1
    }
    rest = chunk.subarray(start)
  }
  if (rest.length > 0) line(rest, number + 1, false)
  return ok(undefined)
}

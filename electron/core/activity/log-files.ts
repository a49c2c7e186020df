import { randomUUID } from 'node:crypto'
import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import { isoNow } from '#shared/moments.ts'
import type { Files } from '../ports.ts'
import { eachLine } from '../records/file-parts.ts'
import { genesis, type Chain } from './chain.ts'
import type { Snapshot } from './check-log.ts'
import { createHeadKeeper, readHead, type Place } from './head.ts'
import type { ActivityKey } from './key.ts'
import { readLine } from './lines.ts'
import type { ActivityNeeds } from './log.ts'
import { createLogWriter } from './log-writer.ts'
import { keptSeries, liveSegments, type Segment } from './segments.ts'
import { findEnd } from './tail.ts'

/** A chain on disk, with its files and head. Its operations run one after another. */
export interface LogFiles extends Pick<
  ReturnType<typeof createLogWriter>,
  'add' | 'waiting' | 'write'
> {
  /** The log before this start, for the check. */
  readonly atStart: Snapshot
  /** Year of the last existing record; 0 if there is none. */
  readonly yearAtStart: number
  /** Notes the written state in the head. A log with its key in memory has no head. */
  readonly keepHead: () => Promise<Result<void>>
  /** A consistent view of files and counts, with everything written. */
  readonly whole: () => Promise<Result<Snapshot & { readonly count: number }>>
  /** Removes files of years before `year`, except the current one; calls `onRemoval` first if there are any. */
  removeBefore(year: number, onRemoval: () => void): Promise<Result<void>>
}

const lastRecordIn = async (
  files: Files,
  segment: Segment,
  before: Place,
): Promise<Result<Place>> => {
  let place = before
  const read = await eachLine(files, segment, (line) => {
    const { n, mac } = readLine(line)
    if (n > 0 && mac !== '') place = { n, mac }
  })
  return read.ok ? ok(place) : read
}

/** Fails only if the data folder cannot be read. */
export const openLogFiles = async (
  { files, clock }: Pick<ActivityNeeds, 'files' | 'clock'>,
  { kept, isNew }: ActivityKey,
  chain: Chain,
): Promise<Result<LogFiles>> => {
  const stamp = isoNow(clock).replace(/[-:.]/g, '')
  const series = kept === 'keychain' ? keptSeries : `session-${stamp}-${randomUUID().slice(0, 8)}`
  const read = kept === 'memory' ? ok('none' as const) : await readHead(files, chain)
  if (!read.ok) return read
  const headAtStart = read.value === 'missing' && isNew ? 'none' : read.value
  const found = typeof headAtStart === 'object' ? headAtStart : null
  const head = createHeadKeeper(files, chain, found)
  const segmentsNow = () => liveSegments(files, series, head.anchor().n)
  const segments = await segmentsNow()
  if (!segments.ok) return segments
  const last = { n: found?.count ?? 0, mac: found?.last || genesis }
  const end = await findEnd(files, chain, segments.value, {
    last,
    year: 0,
    torn: '',
    unended: false,
  })
  if (!end.ok) return end
  if (headAtStart === 'missing' || headAtStart === 'damaged')
    head.beginAnew({ at: isoNow(clock), count: end.value.last.n })
  const writer = createLogWriter(files, chain, series, end.value)

  const queue = createQueue()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => queue('log', task)
  const write = () => inTurn(writer.write)
  const keepHead = () =>
    inTurn(async () => {
      if (kept === 'memory' || !head.isBehind(writer.end().last)) return ok(undefined)
      // The head must count the records that a failed write left on disk.
      const looked = await writer.lookAround()
      return looked.ok ? head.note(writer.end().last) : looked
    })

  return ok({
    atStart: { segments: segments.value, head: headAtStart },
    yearAtStart: end.value.year,
    add: writer.add,
    waiting: writer.waiting,
    write,
    keepHead,
    whole: async () => {
      const written = await write()
      if (!written.ok) return written
      return inTurn(async () => {
        const now = await segmentsNow()
        if (!now.ok) return now
        const { last } = writer.end()
        const against = await head.against(last)
        if (!against.ok) return against
        return ok({ segments: now.value, count: last.n, head: against.value })
      })
    },
    removeBefore: async (year, onRemoval) => {
      const now = await segmentsNow()
      if (!now.ok) return now
      const old = now.value.filter((each) => each.year < year && each.year !== writer.end().year)
      const newest = old.at(-1)
      if (!newest) return ok(undefined)
      const place = await lastRecordIn(files, newest, head.anchor())
      if (!place.ok) return place
      onRemoval()
      const written = await write()
      if (!written.ok) return written
      head.moveAnchor(place.value)
      const headKept = await keepHead()
      if (!headKept.ok) return headKept
      for (const segment of old) {
        const removed = await files.remove(segment.name)
        if (!removed.ok) return removed
      }
      return ok(undefined)
    },
  })
}

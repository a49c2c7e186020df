import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActivityEntry } from '#shared/activity/activity.ts'
import { isoNow } from '#shared/moments.ts'
import { createTurns } from '#shared/queue.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Files } from '../platform/ports.ts'
import { eachLine } from '../platform/file-parts.ts'
import { type Chain, genesis, readLine, writeLine } from './chain.ts'
import type { Snapshot } from './check-log.ts'
import { createHeadKeeper, type HeadKeeper, type Place, readHead } from './head.ts'
import type { ActivityKey } from './key.ts'
import type { ActivityNeeds } from './log.ts'
import {
  findEnd,
  keptSeries,
  listSegments,
  liveSegments,
  type LogEnd,
  type Segment,
  segmentName,
} from './segments.ts'

const yearOf = (entry: ActivityEntry | undefined) => entry?.at.slice(0, 4) ?? ''

/** Writes waiting records to the end of the log. The caller makes sure that no two calls overlap. */
const createLogWriter = (files: Files, chain: Chain, series: string, start: LogEnd) => {
  let end = start
  let waiting: ActivityEntry[] = []
  /** Codes of a failed write: a disk that filled up may hold the first of its records. */
  let tried: readonly string[] | null = null

  /** Finds the end of the log after a failed write. */
  const lookAround = async () => {
    if (tried === null) return ok(undefined)
    const segments = await listSegments(files, series)
    if (!segments.ok) return segments
    const found = await findEnd(files, chain, segments.value, end)
    if (!found.ok) return found
    end = found.value
    waiting = waiting.slice(tried.indexOf(end.last.mac) + 1)
    tried = null
    return ok(undefined)
  }

  const append = async (year: number, entries: readonly ActivityEntry[]) => {
    let { last, torn } = end
    let text = end.unended && end.year === year ? '\n' : ''
    const macs: string[] = []
    for (const entry of entries) {
      const { line, mac } = writeLine(chain, last.mac, last.n + 1, entry, torn)
      text += `${line}\n`
      last = { n: last.n + 1, mac }
      macs.push(mac)
      torn = ''
    }
    const done = await files.append(segmentName(series, year), Buffer.from(text))
    if (!done.ok) {
      tried = macs
      return done
    }
    end = { last, year, torn: '', unended: false }
    return ok(undefined)
  }

  return {
    end: () => end,
    waiting: () => waiting.length,
    add: (entries: readonly ActivityEntry[]) => {
      for (const entry of entries) waiting.push(entry)
    },
    lookAround,
    /** Writes everything that waits; after a failure, from the actual end of the log. */
    write: async () => {
      if (waiting.length === 0) return ok(undefined)
      // This collects the records of one turn.
      await nextTurn()
      const looked = await lookAround()
      if (!looked.ok) return looked
      while (waiting.length > 0) {
        const year = yearOf(waiting[0])
        const other = waiting.findIndex((entry) => yearOf(entry) !== year)
        const group = waiting.slice(0, other === -1 ? waiting.length : other)
        const written = await append(Math.max(Number(year), end.year), group)
        if (!written.ok) return written
        waiting = waiting.slice(group.length)
      }
      return ok(undefined)
    },
  }
}

type LogWriter = ReturnType<typeof createLogWriter>

const lastRecordIn = async (files: Files, segment: Segment, before: Place) => {
  let place = before
  const read = await eachLine(files, segment, (line) => {
    const { n, mac } = readLine(line)
    if (n > 0 && mac !== '') place = { n, mac }
  })
  return read.ok ? ok(place) : read
}

/** A chain on disk, with its files and head. Its operations run one after another. */
const createLogFiles = (
  files: Files,
  segmentsNow: () => Promise<Result<readonly Segment[]>>,
  head: HeadKeeper,
  writer: LogWriter,
  hasHead: boolean,
) => {
  const inTurn = createTurns()
  const write = () => inTurn(writer.write)
  /** Notes the written state in the head. A log with its key in memory has no head. */
  const keepHead = () =>
    inTurn(async () => {
      if (!hasHead || !head.isBehind(writer.end().last)) return ok(undefined)
      // The head must count the records that a failed write left on disk.
      return whenOk(await writer.lookAround(), () => head.note(writer.end().last))
    })
  return {
    add: writer.add,
    waiting: writer.waiting,
    write,
    keepHead,
    /** A consistent view of files and counts, with everything written. */
    whole: async (): Promise<Result<Snapshot & { readonly count: number }>> => {
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
    /** Removes files of years before `year`, except the current one; calls `onRemoval` first if there are any. */
    removeBefore: async (year: number, onRemoval: () => void) => {
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
  }
}

export interface LogFiles extends ReturnType<typeof createLogFiles> {
  /** The log before this start, for the check. */
  readonly atStart: Snapshot
  /** Year of the last existing record; 0 if there is none. */
  readonly yearAtStart: number
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
  const known = { last, year: 0, torn: '', unended: false }
  const end = await findEnd(files, chain, segments.value, known)
  if (!end.ok) return end
  if (headAtStart === 'missing' || headAtStart === 'damaged')
    head.beginAnew({ at: isoNow(clock), count: end.value.last.n })
  const writer = createLogWriter(files, chain, series, end.value)
  return ok({
    ...createLogFiles(files, segmentsNow, head, writer, kept === 'keychain'),
    atStart: { segments: segments.value, head: headAtStart },
    yearAtStart: end.value.year,
  })
}

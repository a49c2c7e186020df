import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActivityEntry } from '#shared/activity/activity.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import type { Chain } from './chain.ts'
import { writeLine } from './lines.ts'
import { listSegments, segmentName } from './segments.ts'
import { findEnd, type LogEnd } from './tail.ts'

const yearOf = (entry: ActivityEntry | undefined): string => entry?.at.slice(0, 4) ?? ''

/** Writes waiting records to the end of the log. The caller makes sure that no two calls overlap. */
export const createLogWriter = (files: Files, chain: Chain, series: string, start: LogEnd) => {
  let end = start
  let waiting: ActivityEntry[] = []
  /** Codes of a failed write: a disk that filled up may hold the first of its records. */
  let tried: readonly string[] | null = null

  /** Finds the end of the log after a failed write. */
  const lookAround = async (): Promise<Result<void>> => {
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

  const append = async (year: number, entries: readonly ActivityEntry[]): Promise<Result<void>> => {
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
    write: async (): Promise<Result<void>> => {
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

import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActivityCheck, ActivityEntry } from '#shared/activity/activity.ts'
import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import { isoNow } from '../iso-now.ts'
import { eachLine, readPart } from '../records/file-parts.ts'
import { createChain, createPseudonyms, genesis } from './chain.ts'
import { checkLog, type Snapshot } from './check-log.ts'
import { readHead, writeHead, type Head } from './head.ts'
import type { ActivityKey } from './key.ts'
import { readLine, writeLine } from './lines.ts'
import type { Activity, ActivityLog, ActivityNeeds } from './log.ts'
import { keptSeries, listSegments, segmentName, type Segment } from './segments.ts'
import { readTail } from './tail.ts'

/** Records that nobody waits for are written together this often, milliseconds. */
const groupMs = 1000
/** Beyond this many unwritten records no more are taken: the disk has then failed for long. */
const mostPending = 10_000

/** Records of another chain written before others get their turn: some milliseconds. */
const adoptedAtOnce = 1000

const plainName = (name: string): string => name.replace(/[\p{C}]/gu, '').slice(0, 64)
const environmentText = (id: string): string => id.replace(/[^\w.-]/g, '_').slice(0, 80)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Opens the log under a key of {@link openActivityKey}, notes the start, and begins to check what was there. Fails only
 * where the data folder cannot be read.
 */
export const openActivityLog = async (
  needs: ActivityNeeds,
  { key, kept, why, isNew }: ActivityKey,
): Promise<Result<ActivityLog>> => {
  const { clock, files, logger } = needs
  const chain = createChain(key)
  const pseudonymOf = createPseudonyms(key)
  const stamp = isoNow(clock).replace(/[-:.]/g, '')
  const series = kept === 'keychain' ? keptSeries : `session-${stamp}-${randomUUID().slice(0, 8)}`

  const readFirstHead = async (): Promise<Result<Snapshot['head']>> => {
    if (kept === 'memory') return ok('none')
    const head = await readHead(files, chain)
    return head.ok && head.value === 'missing' && isNew ? ok('none') : head
  }
  const headAtStart = await readFirstHead()
  if (!headAtStart.ok) return headAtStart
  const opened = typeof headAtStart.value === 'object' ? headAtStart.value : null
  let anchor = opened?.anchor ?? { n: 0, mac: '' }
  const segmentsNow = async (): Promise<Result<readonly Segment[]>> => {
    const all = await listSegments(files, series)
    if (!all.ok) return all
    const live: Segment[] = []
    for (const segment of all.value) {
      const start = await readPart(files, segment.name, 0, 64)
      if (!start.ok) return start
      const { n } = readLine(Buffer.from(start.value.bytes))
      // What a crash left of years that were being removed.
      if (n > 0 && n <= anchor.n) await files.remove(segment.name)
      else live.push(segment)
    }
    return ok(live)
  }
  const atStart = await segmentsNow()
  if (!atStart.ok) return atStart

  /** Where the next record goes. */
  let last = { n: opened?.count ?? 0, mac: opened?.last || genesis }
  let end = { name: '', torn: '', unended: false }
  const findEnd = async (segments: readonly Segment[]): Promise<Result<void>> => {
    const segment = segments.at(-1)
    if (!segment) return ok(undefined)
    const tail = await readTail(files, chain, segment)
    if (!tail.ok) return tail
    // Where records at the end are gone, the log goes on from what was noted apart: the gap stays to be seen.
    if (tail.value.last && tail.value.last.n >= last.n) last = tail.value.last
    end = { name: segment.name, torn: tail.value.torn, unended: tail.value.unended }
    return ok(undefined)
  }
  const foundEnd = await findEnd(atStart.value)
  if (!foundEnd.ok) return foundEnd
  /** Of the last record before this start; 0 where there is none. */
  const yearBefore = yearOf(end.name)

  const inOrder = createQueue()
  const closing = new AbortController()
  let pending: ActivityEntry[] = []
  let headDirty = isNew
  /** Count in the head as this program last wrote it. */
  let noted = 0
  let scheduled = false
  let mustLook = false
  /** Codes of the records of a write that failed: a disk that fills up may have taken the first of them. */
  let tried: readonly string[] = []
  let check: ActivityCheck | null = null

  /** After a write that failed: where the log ends now. */
  const lookAround = async (): Promise<Result<void>> => {
    if (!mustLook) return ok(undefined)
    const segments = await listSegments(files, series)
    if (!segments.ok) return segments
    const found = await findEnd(segments.value)
    if (!found.ok) return found
    mustLook = false
    pending = pending.slice(tried.indexOf(last.mac) + 1)
    tried = []
    return found
  }

  const append = async (name: string, entries: readonly ActivityEntry[]): Promise<Result<void>> => {
    let { n, mac } = last
    let { torn } = end
    let text = end.unended && end.name === name ? '\n' : ''
    const macs: string[] = []
    for (const entry of entries) {
      const written = writeLine(chain, mac, n + 1, entry, torn)
      text += `${written.line}\n`
      n += 1
      mac = written.mac
      macs.push(mac)
      torn = ''
    }
    const done = await files.append(name, Buffer.from(text))
    if (!done.ok) {
      mustLook = true
      tried = macs
      return done
    }
    last = { n, mac }
    end = { name, torn: '', unended: false }
    headDirty = true
    return ok(undefined)
  }

  const flush = (): Promise<Result<void>> =>
    inOrder('log', async () => {
      if (pending.length === 0) return ok(undefined)
      // Records of one turn come together.
      await nextTurn()
      const looked = await lookAround()
      if (!looked.ok) return looked
      while (pending.length > 0) {
        const year = pending[0]?.at.slice(0, 4) ?? ''
        const other = pending.findIndex((entry) => entry.at.slice(0, 4) !== year)
        const group = pending.slice(0, other === -1 ? pending.length : other)
        const written = await append(
          segmentName(series, Math.max(Number(year), yearOf(end.name))),
          group,
        )
        if (!written.ok) return written
        pending = pending.slice(group.length)
      }
      return ok(undefined)
    })

  const headNow = (): Head => ({ count: last.n, last: last.mac, anchor })
  const keepHead = (): Promise<Result<void>> =>
    inOrder('log', async () => {
      if (!headDirty || kept === 'memory') return ok(undefined)
      // A head must count what a failed write has left on the disk.
      const looked = await lookAround()
      if (!looked.ok) return looked
      const head = headNow()
      const written = await writeHead(files, chain, head)
      if (written.ok) noted = head.count
      headDirty = !written.ok
      return written
    })

  const sync = async (): Promise<void> => {
    const written = await flush()
    const done = written.ok ? await keepHead() : written
    if (!done.ok) logger.error(`activity log: ${done.error.message}`)
  }
  const soon = (): void => {
    if (scheduled || closing.signal.aborted) return
    scheduled = true
    void clock
      .sleep(groupMs, closing.signal)
      .catch(() => undefined)
      .then(() => {
        scheduled = false
        return closing.signal.aborted ? undefined : sync()
      })
  }

  const note = ({
    action,
    outcome,
    environmentId = '',
    participantId = '',
    id,
  }: Activity): void => {
    if (pending.length >= mostPending)
      return logger.error('activity log: the disk cannot be written; a record was lost')
    pending.push({
      at: isoNow(clock),
      user: plainName(needs.user),
      machine: plainName(needs.machine),
      action,
      environment: environmentText(environmentId),
      subject: pseudonymOf(participantId),
      id: id !== undefined && uuid.test(id) ? id : randomUUID(),
      outcome,
    })
    soon()
  }

  const checkSnapshot = async (snapshot: Snapshot): Promise<Result<ActivityCheck>> => {
    const at = isoNow(clock)
    const found = await checkLog(files, chain, snapshot, closing.signal)
    if (!found.ok) return found
    const { records, last: head, problems, more, notes } = found.value
    const state = problems.length === 0 ? 'intact' : 'tampered'
    check = { state, at, records, head, problems: [...problems], more, notes: [...notes] }
    note({ action: 'verify', outcome: state })
    return ok(check)
  }

  /** Files and counts as they belong together: nothing is written while they are looked at. */
  const lookWhole = async () => {
    const written = await flush()
    if (!written.ok) return written
    return inOrder('log', async () => {
      const segments = await segmentsNow()
      if (!segments.ok) return segments
      const disk = noted === 0 ? ok('none' as const) : await readHead(files, chain)
      if (!disk.ok) return disk
      const isOld = typeof disk.value === 'object' && disk.value.count < noted
      const isBroken = disk.value === 'missing' || disk.value === 'damaged'
      const head: Snapshot['head'] = isOld ? 'damaged' : isBroken ? disk.value : headNow()
      return ok({ segments: segments.value, count: last.n, head })
    })
  }

  note({ action: 'start', outcome: kept === 'keychain' ? 'keychainKey' : 'sessionKey' })
  const first = await flush()
  if (!first.ok) logger.error(`activity log: ${first.error.message}`)
  if (isNew) await keepHead()
  const checking = checkSnapshot({ segments: atStart.value, head: headAtStart.value }).then(
    (checked) => {
      if (closing.signal.aborted) return
      if (!checked.ok) logger.error(`activity log: ${checked.error.message}`)
      else if (checked.value.state === 'tampered')
        logger.error('activity log: it was changed from outside')
    },
  )

  return ok({
    kept: { key: kept, why },
    pseudonymOf,
    record: note,
    recordDurably: async (activity) => {
      note(activity)
      return flush()
    },
    adopt: async (entries) => {
      for (let start = 0; start < entries.length; start += adoptedAtOnce) {
        pending.push(...entries.slice(start, start + adoptedAtOnce))
        const written = await flush()
        if (written.ok) continue
        // Written with the next record for which the disk has room.
        pending = [...pending, ...entries.slice(start + adoptedAtOnce)]
        soon()
        return written
      }
      await keepHead()
      return ok(undefined)
    },
    lastCheck: () => check,
    settled: lookWhole,
    verify: async () => {
      await checking
      const now = await lookWhole()
      return now.ok ? checkSnapshot(now.value) : now
    },
    retire: async (years) => {
      await checking
      if (kept === 'memory' || check?.state !== 'intact') return ok(undefined)
      // A clock that is wrong by years must not take years away: the year is believed once an earlier start has seen it.
      const before = Math.min(new Date(clock.now()).getUTCFullYear(), yearBefore + 1) - years
      const segments = await segmentsNow()
      if (!segments.ok) return segments
      const old = segments.value.filter(({ year, name }) => year < before && name !== end.name)
      const newest = old.at(-1)
      if (!newest) return ok(undefined)
      let place = anchor
      const read = await eachLine(files, newest, (line) => {
        const { n, mac } = readLine(line)
        if (n > 0 && mac !== '') place = { n, mac }
      })
      if (!read.ok) return read
      note({ action: 'retention', outcome: 'done' })
      const flushed = await flush()
      if (!flushed.ok) return flushed
      anchor = place
      headDirty = true
      const headKept = await keepHead()
      if (!headKept.ok) return headKept
      for (const { name } of old) {
        const removed = await files.remove(name)
        if (!removed.ok) return removed
      }
      return ok(undefined)
    },
    close: async () => {
      closing.abort()
      await sync()
      await checking
    },
  })
}

const yearOf = (name: string): number => Number(/-(\d{4})\.jsonl$/.exec(name)?.[1] ?? 0)

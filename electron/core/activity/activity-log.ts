import { randomUUID } from 'node:crypto'
import type { ActivityCheck, ActivityEntry } from '#shared/activity/activity.ts'
import { isoNow } from '#shared/moments.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { createChain, createPseudonyms } from './chain.ts'
import { checkLog, type Findings, type Snapshot, statesOf } from './check-log.ts'
import type { ActivityKey } from './key.ts'
import { type LogFiles, openLogFiles } from './log-files.ts'
import type { ActivityLog, ActivityNeeds } from './log.ts'
import type { Activity } from '../platform/note.ts'

const plainName = (name: string) => name.replace(/[\p{C}]/gu, '').slice(0, 64)
const environmentText = (id: string) => id.replace(/[^\w.-]/g, '_').slice(0, 80)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The entry for something that happened just now. It has no field for any name except the user's. */
const entryOf = (
  { clock, user, machine }: Pick<ActivityNeeds, 'clock' | 'user' | 'machine'>,
  pseudonymOf: (participantId: string) => string,
  { action, outcome, environmentId = '', participantId = '', id }: Activity,
): ActivityEntry => ({
  at: isoNow(clock),
  user: plainName(user),
  machine: plainName(machine),
  action,
  environment: environmentText(environmentId),
  subject: pseudonymOf(participantId),
  id: id !== undefined && uuid.test(id) ? id : randomUUID(),
  outcome,
})

/** Milliseconds between writes of records that nobody waits for. */
const groupMs = 1000
/** Unwritten records beyond this number are dropped: the disk has been failing for a long time by then. */
const mostWaiting = 10_000
/** Records of another chain that are written at once, which takes some milliseconds. */
const adoptedAtOnce = 1000

/** Calls `work` once, within {@link groupMs} of a request, unless `stop` is aborted. */
const createSoon = (clock: ActivityNeeds['clock'], stop: AbortSignal, work: () => void) => {
  let scheduled = false
  return () => {
    if (scheduled || stop.aborted) return
    scheduled = true
    void clock
      .sleep(groupMs, stop)
      .catch(() => undefined)
      .then(() => {
        scheduled = false
        if (!stop.aborted) work()
      })
  }
}

/** Writes what another chain noted; after a failure the rest waits for the next write. */
const writeAll = async (
  log: Pick<LogFiles, 'add' | 'write'>,
  entries: readonly ActivityEntry[],
) => {
  for (let start = 0; start < entries.length; start += adoptedAtOnce) {
    log.add(entries.slice(start, start + adoptedAtOnce))
    const written = await log.write()
    if (written.ok) continue
    log.add(entries.slice(start + adoptedAtOnce))
    return written
  }
  return ok(undefined)
}

const checkOf = (
  at: string,
  { records, last, problems, more, notes }: Findings,
): ActivityCheck => ({
  state: problems.length === 0 ? 'intact' : 'tampered',
  at,
  records,
  head: last,
  problems: [...problems],
  more,
  notes: [...notes],
})

/**
 * Opens the log under a key of {@link openActivityKey}, notes the start, and begins to check the existing records.
 * Fails as {@link openLogFiles} does.
 */
export const openActivityLog = async (
  needs: ActivityNeeds,
  activityKey: ActivityKey,
): Promise<Result<ActivityLog>> => {
  const { clock, logger } = needs
  const { key, kept, why, isNew } = activityKey
  const chain = createChain(key)
  const pseudonymOf = createPseudonyms(key)
  const opened = await openLogFiles(needs, activityKey, chain)
  if (!opened.ok) return opened
  const log = opened.value
  const closing = new AbortController()
  const complain = (message: string) => logger.error(`activity log: ${message}`)

  const sync = async () => {
    const written = await log.write()
    const done = written.ok ? await log.keepHead() : written
    if (!done.ok) complain(done.error.message)
  }
  const soon = createSoon(clock, closing.signal, () => void sync())

  const record = (activity: Activity) => {
    if (log.waiting() >= mostWaiting)
      return complain('the disk cannot be written; a record was lost')
    log.add([entryOf(needs, pseudonymOf, activity)])
    soon()
  }

  let lastCheck: ActivityCheck | null = null
  const check = async (snapshot: Snapshot): Promise<Result<ActivityCheck>> => {
    const at = isoNow(clock)
    const found = await checkLog(needs.files, chain, snapshot, closing.signal)
    if (!found.ok) return found
    lastCheck = checkOf(at, found.value)
    record({ action: 'verify', outcome: lastCheck.state })
    return ok(lastCheck)
  }
  const checkAtStart = async () => {
    const checked = await check(log.atStart)
    if (closing.signal.aborted) return
    if (!checked.ok) complain(checked.error.message)
    else if (checked.value.state === 'tampered') complain('it was changed from outside')
  }

  record({ action: 'start', outcome: kept === 'keychain' ? 'keychainKey' : 'sessionKey' })
  const first = await log.write()
  if (!first.ok) complain(first.error.message)
  if (isNew) await log.keepHead()
  const checking = checkAtStart()

  return ok({
    kept: { key: kept, why },
    pseudonymOf,
    record,
    recordDurably: (activity) => {
      record(activity)
      return log.write()
    },
    adopt: async (entries) => {
      const written = await writeAll(log, entries)
      if (written.ok) await log.keepHead()
      else soon()
      return written
    },
    lastCheck: () => lastCheck,
    settled: log.whole,
    statesOf: async (submissionId) =>
      whenOk(await log.whole(), (now) =>
        statesOf(needs.files, chain, now, submissionId, closing.signal),
      ),
    verify: async () => {
      await checking
      return whenOk(await log.whole(), check)
    },
    retire: async (years) => {
      await checking
      // Without the first head nothing more can be found out, so it must not keep old years for good.
      const isSound = lastCheck?.problems.every(({ kind }) => kind === 'earlierHead') ?? false
      if (kept === 'memory' || !isSound) return ok(undefined)
      // A clock that is years ahead must not remove years of records: a year counts once an earlier start has seen it.
      const year = Math.min(new Date(clock.now()).getUTCFullYear(), log.yearAtStart + 1)
      return log.removeBefore(year - years, () => {
        record({ action: 'retention', outcome: 'done' })
      })
    },
    close: async () => {
      closing.abort()
      await sync()
      await checking
    },
  })
}

import { randomUUID } from 'node:crypto'
import type { ActivityCheck, ActivityEntry } from '#shared/activity/activity.ts'
import { type AppError, resultSchema } from '#shared/errors.ts'
import { isTroubleOfDisk } from '#shared/disk-full.ts'
import { newestLawYear } from '#shared/law/law-of.ts'
import { isoNow } from '#shared/moments.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { createKeptWorker, workerBeside } from '../../workers/kept-workers.ts'
import type { Activity } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { Place } from '../records/sealed-table.ts'
import { eachRow, pageOf, type Person } from './activity-rows.ts'
import { type ActivityTable, openActivityTable } from './activity-table.ts'
import { checkLog, type Findings, findingsSchema, type Snapshot, statesIn } from './check-log.ts'
import type { ActivityLog } from './log.ts'
import { createMark, holds, type Mark } from './mark.ts'

export interface ActivityNeeds extends Pick<
  CoreParts,
  'clock' | 'logger' | 'secrets' | 'user' | 'machine'
> {
  readonly store: Pick<RecordStore, 'home' | 'memory' | 'register'>
  /** Path of the database. */
  readonly path: string
}

const plainName = (name: string) => name.replace(/[\p{C}]/gu, '').slice(0, 64)
const environmentText = (id: string) => id.replace(/[^\w.-]/g, '_').slice(0, 80)
/** The limit of an entry, in characters. */
const mostOfChange = 500
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Unwritten records beyond this number are dropped: the disk has been failing for a long time by then. */
const mostWaiting = 10_000

/** The year that has begun for sure, whatever the clock shows: limits are published in the November before their year. */
const provenYear = newestLawYear - 1

/** The log in the database of the data folder; or in memory, and `away` says why. */
type Chained =
  | { readonly table: ActivityTable; readonly mark: Mark; readonly away: null }
  | { readonly table: ActivityTable; readonly mark: null; readonly away: AppError }

/** Checks on its own connection, in a worker. Rejects once it is stopped. */
const createChecker = (path: string) => {
  const worker = createKeptWorker(workerBeside(import.meta.url, 'activity-worker.js'))
  return {
    check: (snapshot: Snapshot) => worker.ask({ path, snapshot }, resultSchema(findingsSchema)),
    stop: worker.stop,
  }
}

/**
 * Opens the log where saved records are, notes the start, and begins to check the existing records. Without the keychain
 * the log is in memory, and moves together with the records held there.
 */
export const openActivityLog = async (needs: ActivityNeeds): Promise<ActivityLog> => {
  const { clock, logger, store, path } = needs
  const me: Person = { user: plainName(needs.user), machine: plainName(needs.machine) }
  const closing = new AbortController()
  const checker = createChecker(path)
  const complain = (message: string) => logger.error(`activity log: ${message}`)

  /**
   * Also fails if the keychain does not give its mark, because then the data may be older than what the program wrote.
   */
  const openAtHome = async (place: Place) => {
    const table = await openActivityTable(place, me)
    if (!table.ok) return table
    const mark = createMark(needs, table.value, closing.signal)
    return whenOk(await mark.begin(), (older) => ok({ table: table.value, mark, older }))
  }
  const openInMemory = async (away: AppError): Promise<Chained> => {
    const table = await openActivityTable(store.memory, me)
    const begun = table.ok ? await table.value.begin() : table
    if (!table.ok || !begun.ok) throw new Error('the activity log cannot begin in memory')
    return { table: table.value, mark: null, away }
  }

  const home = await whenOk(await store.home(), openAtHome)
  let current: Chained = home.ok
    ? { table: home.value.table, mark: home.value.mark, away: null }
    : await openInMemory(home.error)

  /** Participants behind the pseudonyms in memory, only while that chain is in use. */
  const participants = new Map<string, string>()
  const pseudonymOf = (participantId: string) => {
    const pseudonym = current.table.pseudonymOf(participantId)
    if (participantId !== '' && current.away) participants.set(pseudonym, participantId)
    return pseudonym
  }
  /** The entry for something that happened just now. It has no field for any name except the user's. */
  const entryOf = (
    { action, outcome, environmentId = '', id, change = '' }: Omit<Activity, 'participantId'>,
    subject = '',
  ): ActivityEntry => ({
    at: isoNow(clock),
    ...me,
    action,
    environment: environmentText(environmentId),
    subject,
    id: id !== undefined && uuid.test(id) ? id : randomUUID(),
    outcome,
    change: change.slice(0, mostOfChange),
  })

  /** Entries that the disk refused. */
  const waiting: ActivityEntry[] = []
  const write = (): Result<void> => {
    while (waiting[0] !== undefined) {
      const written = current.table.append(waiting[0])
      if (!written.ok) return written
      waiting.shift()
    }
    current.mark?.soon()
    return ok(undefined)
  }
  const note = (activity: Activity): Result<void> => {
    if (waiting.length < mostWaiting)
      waiting.push(entryOf(activity, pseudonymOf(activity.participantId ?? '')))
    else complain('the disk cannot be written; a record was lost')
    const written = write()
    if (!written.ok) complain(written.error.message)
    return written
  }

  let lastCheck: ActivityCheck | null = null
  /** The first time that the present damage was found. */
  let damage: ReturnType<ActivityLog['damage']> = null
  const find = async (): Promise<Result<Findings>> => {
    const { table, away } = current
    if (away) return checkLog(table.database, table.snapshot())
    try {
      return await checker.check(table.snapshot())
    } catch (cause) {
      return fail({
        code: 'job.cancelled',
        message: 'The check was stopped.',
        details: String(cause),
      })
    } finally {
      // The WAL keeps removed data while the check reads.
      table.database.wipe()
    }
  }
  const check = async (): Promise<Result<ActivityCheck>> => {
    const at = isoNow(clock)
    const head = current.table.last().mac
    const found = await find()
    if (!found.ok) return found
    const { problems } = found.value
    lastCheck = { state: problems.length === 0 ? 'intact' : 'tampered', at, head, ...found.value }
    const damaged = problems.find(({ kind }) => kind === 'damaged')
    damage = damaged ? { message: damaged.message, foundAt: damage?.foundAt ?? at } : null
    note({ action: 'verify', outcome: lastCheck.state })
    return ok(lastCheck)
  }
  const checkAtStart = async () => {
    const checked = await check()
    if (closing.signal.aborted) return
    if (!checked.ok) complain(checked.error.message)
    else if (checked.value.state === 'tampered') complain('it was changed from outside')
  }

  if (home.ok && home.value.older) note({ action: 'olderData', outcome: home.value.older })
  note({ action: 'start', outcome: current.away ? 'sessionKey' : 'keychainKey' })
  let checking = checkAtStart()

  /** Appends what is in memory, with the lasting pseudonyms. */
  const moveTo = ({ append, pseudonymOf: lasting }: ActivityTable): Result<void> => {
    let moved: Result<void> = ok(undefined)
    const read = eachRow(
      current.table.database,
      [me],
      [1, current.table.last().n],
      ({ record }) => {
        if (!record || !moved.ok) return
        const participantId = participants.get(record.subject)
        const subject = participantId === undefined ? record.subject : lasting(participantId)
        moved = append({ ...record, subject })
      },
    )
    return read.ok ? moved : read
  }
  store.register({
    size: () => (current.away ? 1 : 0),
    prepare: async (place) => {
      const found = await openAtHome(place)
      if (!found.ok) return { moves: [], outcome: found }
      const { table, mark, older } = found.value
      const write = () =>
        whenOk(
          older ? table.append(entryOf({ action: 'olderData', outcome: older })) : ok(undefined),
          () => moveTo(table),
        )
      const done = () => {
        current = { table, mark, away: null }
        participants.clear()
        void mark.now()
        checking = checking.then(checkAtStart)
      }
      return { moves: [{ write, done }], outcome: ok(undefined) }
    },
  })

  /** By submission: the write of the mark that began when the submission was intended. */
  const marking = new Map<string, Promise<void>>()

  return {
    kept: () =>
      current.away
        ? { key: 'memory', why: current.away.message.replace(/\.?$/, '.') }
        : { key: 'keychain', why: '' },
    pseudonymOf,
    record: (activity) => void note(activity),
    recordDurably: async (activity) => {
      const { action, outcome, id = '' } = activity
      const written = note(activity)
      if (current.away && isTroubleOfDisk(current.away)) return fail(current.away)
      if (action !== 'submission' || !current.mark) return written
      const marked = current.mark.now()
      if (outcome === 'intended') marking.set(id, marked)
      else {
        if (outcome === 'sending') await marking.get(id)
        marking.delete(id)
      }
      return written
    },
    statesOf: async (submissionId) => {
      const { table } = current
      const found = await find()
      if (!found.ok) return found
      return whenOk(statesIn(table.database, table.snapshot(), submissionId), (states) =>
        ok({ states, isWhole: found.value.problems.length === 0 }),
      )
    },
    verify: async () => {
      await checking
      return check()
    },
    lastCheck: () => lastCheck,
    damage: () => damage,
    page: (request) => {
      const { table } = current
      return pageOf(table.database, table.snapshot().people, request)
    },
    count: () => current.table.last().n,
    each: (use) => {
      const { database, snapshot } = current.table
      const { people, anchor, end } = snapshot()
      return eachRow(database, people, [anchor.n + 1, end], use)
    },
    continues: ({ chainId, last }) =>
      current.away || current.table.id !== chainId ? ok(false) : holds(current.table, last),
    reopen: async () => {
      await checking
      const found = await whenOk(await store.home(), openAtHome)
      if (!found.ok) return found
      const { table, mark, older } = found.value
      current = { table, mark, away: null }
      if (older) note({ action: 'olderData', outcome: older })
      lastCheck = null
      damage = null
      checking = checkAtStart()
      return ok(undefined)
    },
    doubtEarlier: () => current.table.begin(isoNow(clock)),
    rolledBackOn: () => current.table.olderDataAt() || null,
    retire: async (years) => {
      await checking
      // A problem that an earlier start found must not keep old years forever.
      const isSound = lastCheck?.problems.every(({ kind }) => kind === 'olderData') ?? false
      if (current.away || !isSound) return ok(undefined)
      const year = Math.min(new Date(clock.now()).getUTCFullYear(), provenYear)
      const { lastBefore, removeThrough } = current.table
      const last = lastBefore(year - years)
      if (!last.ok || last.value === null) return last.ok ? ok(undefined) : last
      note({ action: 'retention', outcome: 'done' })
      return removeThrough(last.value)
    },
    close: async () => {
      closing.abort()
      await checker.stop()
      await checking
      write()
      await current.mark?.now()
    },
  }
}

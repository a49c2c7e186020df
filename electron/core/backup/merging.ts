import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MergePreview } from '#shared/backup/backup.ts'
import { mostResults } from '#shared/backup/channels.ts'
import { dayOf, isoNow } from '#shared/moments.ts'
import { invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { KeptWorker } from '../../workers/kept-workers.ts'
import type { ActivityLog } from '../activity/log.ts'
import { inMemory, openDatabase, type DatabaseFile } from '../database/database.ts'
import { noted } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import { drawMasterKey } from '../records/key-ring.ts'
import type { RecordStore } from '../records/record-store.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Place } from '../records/sealed-table.ts'
import { writeFromReceipt } from '../submission/table/brought-rows.ts'
import { readBackupName } from './backup-name.ts'
import { planMerge, savedRows, writePlan, type MergePlan, type Source } from './merge.ts'
import { withBackup, type Unwrap } from './open-backup.ts'
import { readResultsFile, writeResultsFile } from './results-file.ts'
import { salvage, type Salvaged } from './salvage.ts'

export interface MergingNeeds extends Pick<CoreParts, 'clock' | 'dataDir' | 'logger'> {
  readonly database: DatabaseFile
  readonly store: Pick<
    RecordStore,
    'home' | 'inTurn' | 'keptKey' | 'lastingKey' | 'retry' | 'settle'
  >
  readonly savedRecords: Pick<SavedRecords, 'list' | 'whole'>
  readonly log: Pick<ActivityLog, 'continues' | 'doubtEarlier' | 'record' | 'reopen'>
  readonly worker: Pick<KeptWorker, 'ask'>
  readonly unwrap: Unwrap
  readonly folder: () => string
  /** A sentence while something is being sent; otherwise null. */
  readonly busy: () => string | null
  readonly changed: () => void
  /** Code that keeps rows in memory rereads these. */
  readonly brought: (plan: Pick<MergePlan, 'resultIds' | 'submissionIds'>) => void
}

export interface ChosenBackup {
  readonly name: string
  readonly code: string
}

type ResultsFile = { readonly bytes: Uint8Array; readonly passphrase: string }

/**
 * Restores and imports first show what they would bring, then bring it in one transaction. Exports write what imports
 * read.
 */
export const createMerging = (needs: MergingNeeds) => {
  const { clock, database, dataDir, store, savedRecords, log, logger, worker, unwrap } = needs

  const isDamagedHere = () => {
    const existing = database.openExisting()
    return !existing.ok && existing.error.code === 'records.damaged'
  }

  /** The database in use; an empty one instead if it is damaged as a whole. */
  const here = async (): Promise<Result<Place>> => {
    if (!isDamagedHere()) return store.home()
    return whenOk(openDatabase(inMemory), (empty) =>
      ok({ database: empty, master: drawMasterKey() }),
    )
  }

  const plan = async (source: Source): Promise<Result<MergePlan>> =>
    whenOk(await here(), async (place) => planMerge(source, place, log))

  const moveAway = (): Result<void> => {
    const now = new Date(clock.now())
    const name = `glidepath-set-aside-${dayOf(now)}-${now.getTime()}.db`
    logger.warn(`the damaged database is now ${name}`)
    return database.moveAway(name)
  }

  /** Moves a database that is damaged as a whole out of the way, and begins a new one with the records in memory. */
  const setAside = async (): Promise<Result<void>> => {
    if (!isDamagedHere()) return ok(undefined)
    const moved = moveAway()
    if (!moved.ok) return moved
    store.retry()
    return whenOk(await store.home(), () => store.settle())
  }

  /** Begins a new database with every row of the damaged one that can be read, and keeps the damaged one. */
  const mend = (): Result<Salvaged> => {
    const damaged = database.openExisting()
    if (!damaged.ok || damaged.value === null)
      return damaged.ok ? ok({ mayLackSubmissions: false }) : damaged
    for (const beside of ['-wal', '-shm', '']) rmSync(database.mendedPath + beside, { force: true })
    const opened = openDatabase(database.mendedPath)
    if (!opened.ok) return opened
    const salvaged = salvage(damaged.value, opened.value)
    opened.value.close()
    return salvaged.ok ? whenOk(moveAway(), () => salvaged) : salvaged
  }

  const writeTo = async (source: Source): Promise<Result<MergePlan>> => {
    const place = await store.home()
    if (!place.ok) return place
    const planned = await planMerge(source, place.value, log)
    if (!planned.ok) return planned
    // Written before the rows, so that the guard asks too often, not too rarely, if the program is killed between.
    const { asksForReasons } = planned.value.preview
    const doubted = asksForReasons ? await log.doubtEarlier() : ok(undefined)
    if (!doubted.ok) return doubted
    const written = await store.inTurn(async () => writePlan(planned.value, place.value))
    return written.ok ? planned : written
  }

  /** A database with damaged pages may refuse more rows, so a new one takes its place. */
  const writeMended = async (source: Source): Promise<Result<MergePlan>> => {
    const mended = await store.inTurn(async () => mend())
    if (!mended.ok) return mended
    const reopened = await log.reopen()
    if (!reopened.ok) return reopened
    const doubted = mended.value.mayLackSubmissions ? await log.doubtEarlier() : ok(undefined)
    return doubted.ok ? writeTo(source) : doubted
  }

  const bring = async (source: Source): Promise<Result<MergePreview>> => {
    const busy = needs.busy()
    if (busy !== null) return invalid(busy, 'Wait until it is done, then try again.')
    // A source that cannot be read as a whole changes nothing here.
    const first = await plan(source)
    const free = first.ok ? await setAside() : first
    if (!free.ok) return free
    const tried = await writeTo(source)
    const isDamaged = !tried.ok && tried.error.code === 'records.damaged'
    const written = isDamaged && source.isProven ? await writeMended(source) : tried
    if (!written.ok) return written
    needs.brought(written.value)
    needs.changed()
    return ok(written.value.preview)
  }

  const withChosen = async <T>(
    { name, code }: ChosenBackup,
    use: (source: Source) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const named = readBackupName(name)
    const folder = needs.folder()
    if (named === null || folder === '')
      return invalid('There is no such backup in the folder.', 'Choose one of the list.')
    // A database that is damaged as a whole does not say which key it used.
    const master = isDamagedHere() ? ok(null) : await store.lastingKey()
    if (!master.ok) return master
    const path = join(folder, name)
    const madeAt = named.madeAt.toISOString()
    return withBackup(
      { dataDir, worker, unwrap, keptKey: store.keptKey },
      { path, madeAt, code, master: master.value },
      use,
    )
  }

  /** Calls `use` with the file's results as rows of an in-memory database, sealed with a temporary key. */
  const withFile = async <T>(
    { bytes, passphrase }: ResultsFile,
    use: (source: Source) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const read = await readResultsFile(bytes, passphrase)
    if (!read.ok) return read
    const opened = openDatabase(inMemory)
    if (!opened.ok) return opened
    const place = {
      database: opened.value,
      master: drawMasterKey(),
    }
    try {
      for (const saved of read.value.results) {
        const { record } = saved
        const packed = await savedRows.pack(saved)
        const written = whenOk(savedRows.write(place, record.id, packed), () =>
          record.kind === 'receipt' ? writeFromReceipt(place.database, record) : ok(undefined),
        )
        if (!written.ok) return written
      }
      const { madeAt } = read.value
      return await use({ ...place, madeAt, isProven: false, log: null, isDamaged: false })
    } finally {
      place.database.close()
    }
  }

  const preview = async (source: Source): Promise<Result<MergePreview>> =>
    whenOk(await plan(source), (planned) => ok(planned.preview))

  /** The whole results, in order; the export fails if one is removed meanwhile. */
  const wholeOf = async function* (ids: readonly string[]) {
    for (const id of ids) yield await savedRecords.whole(id)
  }

  const idsOf = async (ids: readonly string[] | null): Promise<Result<readonly string[]>> =>
    ids === null
      ? whenOk(await savedRecords.list(), (items) => ok(items.map(({ id }) => id)))
      : ok([...new Set(ids)])

  return {
    /** Fails with `backup.unreadable`, `records.newerVersion` or `records.keyUnreachable`. */
    preview: (chosen: ChosenBackup) => withChosen(chosen, preview),
    /**
     * Also fails with `input.invalid` while something is being sent, and with disk errors. Returns what was brought.
     */
    restore: async (chosen: ChosenBackup) =>
      noted(log, await withChosen(chosen, bring), { action: 'restore' }),

    previewFile: (file: ResultsFile) => withFile(file, preview),
    importFile: async (file: ResultsFile) =>
      noted(log, await withFile(file, bring), { action: 'import' }),

    /** Fails with `input.invalid` for no results or too many, and with the errors of opening them. */
    exportFile: async (ids: readonly string[] | null, passphrase: string) => {
      const wanted = await idsOf(ids)
      if (!wanted.ok) return wanted
      if (wanted.value.length === 0)
        return invalid('There is no saved result to export.', 'Save a result first.')
      if (wanted.value.length > mostResults)
        return invalid(
          `These are more than ${mostResults.toLocaleString('en-US')} results, which is the most for one file.`,
          'Export fewer at once, or make a backup, which holds everything.',
        )
      const madeAt = isoNow(clock)
      const made = await writeResultsFile(wholeOf(wanted.value), madeAt, passphrase)
      return whenOk(made, (bytes) =>
        ok({ fileName: `glidepath-results-${dayOf(new Date(clock.now()))}.glidepath`, bytes }),
      )
    },
  }
}

export type Merging = ReturnType<typeof createMerging>

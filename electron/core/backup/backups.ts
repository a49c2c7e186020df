import { lstat, readdir, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { BackupFile, BackupView } from '#shared/backup/backup.ts'
import type { AppError } from '#shared/errors.ts'
import { dayOf, isoNow } from '#shared/moments.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { KeptWorker } from '../../workers/kept-workers.ts'
import type { ActivityLog } from '../activity/log.ts'
import type { DatabaseFile } from '../database/database.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import { oneQuestion } from '../participant/one-question.ts'
import { noted } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import { backupFailure } from './backup-failure.ts'
import { ownerOf, readBackupName } from './backup-name.ts'
import { isCopyOfBackup } from './open-backup.ts'
import { writtenSchema } from './backup-job.ts'

/** How often to look for the first quiet moment of a day, milliseconds. */
const lookEveryMs = 60_000
/** After a failure, the next automatic try waits this long, milliseconds. */
const againAfterMs = 60 * 60_000

export interface BackupNeeds extends Pick<
  CoreParts,
  'clock' | 'dataDir' | 'logger' | 'pickFolder'
> {
  readonly database: DatabaseFile
  readonly settings: Pick<SettingsStore, 'get' | 'change'>
  readonly log: Pick<ActivityLog, 'record' | 'damage'>
  readonly worker: Pick<KeptWorker, 'ask'>
  readonly isLocked: () => boolean
  /** A sentence while something is being sent; otherwise null. */
  readonly busy: () => string | null
  readonly changed: () => void
}

const nothingYet: AppError = {
  code: 'backup.notMade',
  message: 'Nothing is kept on this computer yet, so there is nothing to back up.',
}
const noFolder: AppError = {
  code: 'backup.notMade',
  message: 'No folder for backups is chosen.',
  advice: 'Choose a folder first.',
}

/** Makes and lists backups of the database in the backup folder. A failure never stops other work. */
export const createBackups = (needs: BackupNeeds) => {
  const { clock, dataDir, database, settings, log, logger, worker, changed } = needs
  const pick = needs.pickFolder
  const ask = pick && oneQuestion(() => pick('Choose the folder for backups'), needs.isLocked)
  let making: Promise<Result<void>> | null = null
  let failure: { readonly at: string; readonly error: AppError } | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  /** The local day of the last backup that is known to be good. */
  let goodDay = ''

  const owner = (): string => {
    const existing = database.openExisting()
    return existing.ok && existing.value ? ownerOf(existing.value) : ''
  }

  /** Newest first. Fails with `backup.notMade` if the folder cannot be read. */
  const list = async (): Promise<Result<readonly BackupFile[]>> => {
    const { backupFolder: folder } = settings.get()
    if (folder === '') return ok([])
    const own = owner()
    try {
      const found: BackupFile[] = []
      for (const name of await readdir(folder)) {
        const named = readBackupName(name)
        if (named === null) continue
        const info = await lstat(join(folder, name))
        if (info.isFile())
          found.push({
            name,
            madeAt: named.madeAt.toISOString(),
            bytes: info.size,
            isOwn: named.owner === own,
          })
      }
      return ok(found.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt)))
    } catch (cause) {
      return fail(backupFailure(folder, cause))
    }
  }

  /** Says what is damaged in the database in use; empty if no damage is known. */
  const damage = (): string => {
    const existing = database.openExisting()
    if (!existing.ok) return existing.error.code === 'records.damaged' ? existing.error.message : ''
    return log.damage()?.message ?? ''
  }

  const view = async (): Promise<BackupView> => {
    const found = await list()
    return {
      folder: settings.get().backupFolder,
      isPicked: ask !== undefined,
      backups: found.ok ? [...found.value] : [],
      unreadable: found.ok ? '' : found.error.message,
      isBeingMade: making !== null,
      failure: failure && { at: failure.at, message: failure.error.message },
      damage: damage(),
    }
  }

  const write = async (): Promise<Result<void>> => {
    const { backupFolder: folder, backupsKept: keep } = settings.get()
    if (folder === '') return fail(noFolder)
    if (!existsSync(database.path)) return fail(nothingYet)
    try {
      const job = { do: 'write', path: database.path, folder, at: clock.now(), keep }
      const written = await worker.ask(job, writtenSchema)
      return written.ok ? ok(undefined) : written
    } catch (cause) {
      return fail(backupFailure(folder, cause))
    }
  }

  const make = async (): Promise<Result<void>> => {
    triedAt = clock.monotonic()
    const written = await write()
    const wasFailing = failure !== null
    failure = written.ok ? null : { at: isoNow(clock), error: written.error }
    if (written.ok) goodDay = dayOf(new Date(clock.now()))
    else logger.warn(`backup: ${written.error.message} ${written.error.details ?? ''}`)
    // Consecutive failures are noted and reported once.
    if (written.ok || !wasFailing) noted(log, written, { action: 'backup' })
    return written
  }

  const makeOnce = (): Promise<Result<void>> => {
    making ??= make().finally(() => {
      making = null
      changed()
    })
    return making
  }

  const keepIn = async (folder: string): Promise<Result<BackupView>> => {
    const inside = folder === '' ? '..' : relative(dataDir, folder)
    if (folder !== '' && !isAbsolute(folder))
      return invalidField('Type the whole path of the folder, from the root or drive.', 'folder')
    if (inside === '' || !(inside.startsWith('..') || isAbsolute(inside)))
      return invalidField(
        'This is Glidepath’s own data folder. What is lost with it would be lost with the backups.',
        'folder',
      )
    const info = folder === '' ? null : await stat(folder).catch(() => null)
    if (folder !== '' && !info?.isDirectory())
      return invalidField('There is no such folder.', 'folder')
    const kept = settings.change({ backupFolder: folder })
    if (!kept.ok) return kept
    failure = null
    goodDay = ''
    triedAt = Number.NEGATIVE_INFINITY
    noted(log, kept, { action: 'settings' })
    changed()
    return ok(await view())
  }

  const isDue = async (): Promise<boolean> => {
    const today = dayOf(new Date(clock.now()))
    if (settings.get().backupFolder === '' || goodDay === today || !existsSync(database.path))
      return false
    if (failure !== null && clock.monotonic() - triedAt < againAfterMs) return false
    const found = await list()
    const last = found.ok ? found.value.find(({ isOwn }) => isOwn) : undefined
    if (last === undefined || dayOf(new Date(last.madeAt)) !== today) return true
    goodDay = today
    return false
  }

  const look = async () => {
    if (making === null && needs.busy() === null && (await isDue())) await makeOnce()
  }

  /** Removes copies of backups that a killed run left. */
  const sweep = async () => {
    for (const name of await readdir(dataDir).catch(() => []))
      if (isCopyOfBackup(name)) await rm(join(dataDir, name), { force: true })
  }

  return {
    view: async () => ok(await view()),
    list,
    damage,
    /** Fails with `backup.notMade`. */
    make: async (): Promise<Result<BackupView>> =>
      whenOk(await makeOnce(), async () => ok(await view())),

    pickFolder: async (): Promise<Result<BackupView>> => {
      const folder = ask ? await ask() : null
      return folder === null ? ok(await view()) : keepIn(folder)
    },
    /** Fails with `input.invalid`; a host with a dialog accepts no typed path. */
    setFolder: (folder: string) =>
      ask && folder !== ''
        ? invalidField('Choose the folder in the dialog.', 'folder')
        : keepIn(folder),

    /** Reports a failed backup, until one succeeds or the window dismisses the notice. */
    notices: (): readonly string[] =>
      failure === null || settings.get().backupFolder === ''
        ? []
        : [
            `The last backup could not be made. ${failure.error.message} Glidepath tries again every hour; earlier backups stay.`,
          ],

    /** Makes the backup of the day if nothing is being sent. */
    look,
    /** Looks for the first quiet moment of each day, until `stop`. */
    keepDaily: (): { readonly stop: () => Promise<void> } => {
      void sweep().catch(() => undefined)
      const timer = setInterval(() => {
        look().catch((cause: unknown) => logger.error('backup: looking failed', cause))
      }, lookEveryMs).unref()
      return {
        stop: async () => {
          clearInterval(timer)
          await making
        },
      }
    },
  }
}

export type Backups = ReturnType<typeof createBackups>

import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { openToRead } from '../database/database.ts'
import { backupFailure } from './backup-failure.ts'
import type { BackupJob } from './backup-job.ts'
import { backupName, ownerOf, partialName, readBackupName } from './backup-name.ts'

/** Copies all pages in one step, so that the backup is a snapshot of one moment and no write restarts it. */
const allPages = 2 ** 30

const notSound = (details: string): Result<never> =>
  fail({
    code: 'backup.notMade',
    message: 'The copy of the database is damaged, so it was not kept. Earlier backups stay.',
    advice: 'Restore the newest backup if results are missing.',
    details,
  })

const sync = (path: string) => {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Makes the new name survive a power cut, if the disk can; many shares and USB sticks cannot. */
const syncFolder = (folder: string) => {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // The file exists anyway.
  }
}

interface Ends {
  readonly owner: string
  readonly n: number
  readonly mac: string
}

const endsOf = (path: string): Result<Ends> =>
  whenOk(openToRead(path), (database) => {
    const last = database.all('SELECT n, mac FROM activity ORDER BY n DESC LIMIT 1')
    const owner = ownerOf(database)
    database.close()
    return whenOk(last, ([row]) =>
      ok({ owner, n: Number(row?.['n'] ?? 0), mac: String(row?.['mac'] ?? '') }),
    )
  })

/** What SQLite says is damaged; empty if every page is intact. */
const damageIn = (path: string): string => {
  const opened = openToRead(path)
  if (!opened.ok) return opened.error.details ?? opened.error.message
  const checked = opened.value.all('PRAGMA integrity_check(1)')
  opened.value.close()
  if (!checked.ok) return checked.error.details ?? checked.error.message
  const said = String(checked.value[0]?.['integrity_check'])
  return said === 'ok' ? '' : said
}

/** Opens the copy as a restore does, and looks for the last record that the log had when the backup began. */
const verify = (path: string, { n, mac }: Ends): Result<void> => {
  const damage = damageIn(path)
  if (damage !== '') return notSound(damage)
  return whenOk(openToRead(path), (copy) => {
    const found = copy.all('SELECT mac FROM activity WHERE n = ?', n)
    copy.close()
    if (!found.ok) return found
    const isThere = n === 0 || found.value[0]?.['mac'] === mac
    return isThere ? ok(undefined) : notSound(`record ${n} of the activity log is missing`)
  })
}

const removePartial = (path: string) => {
  for (const beside of ['-journal', '-wal', '-shm', '']) rmSync(path + beside, { force: true })
}

/** A name that no earlier backup has. */
const freeName = (folder: string, at: number, owner: string): string => {
  const name = backupName(at, owner)
  return existsSync(join(folder, name)) ? freeName(folder, at + 1000, owner) : name
}

/** Removes the oldest backups of this owner beyond `keep`; one that cannot be removed stays until the next backup. */
const prune = (folder: string, owner: string, keep: number) => {
  try {
    const own = readdirSync(folder).filter((name) => readBackupName(name)?.owner === owner)
    for (const name of own.toSorted().slice(0, -keep)) rmSync(join(folder, name), { force: true })
  } catch {
    // The new backup exists anyway.
  }
}

/**
 * Copies the database into `folder`, verifies the copy, and only then gives it its name and removes older ones. A
 * failure leaves everything as it was. Fails with `backup.notMade`.
 */
export const writeBackup = async ({
  path,
  folder,
  at,
  keep,
}: Omit<BackupJob<'write'>, 'do'>): Promise<Result<{ readonly name: string }>> => {
  const ends = endsOf(path)
  if (!ends.ok) return notSound(ends.error.details ?? ends.error.message)
  const { owner } = ends.value
  const partial = join(folder, partialName(owner))
  try {
    // Never create the folder: it may be missing because its drive was removed.
    statSync(folder)
    removePartial(partial)
    closeSync(openSync(partial, 'wx', 0o600))
    const source = new DatabaseSync(path, { readOnly: true })
    try {
      await backup(source, partial, { rate: allPages })
    } finally {
      source.close()
    }
    // A single file without a WAL can be read on a read-only disk.
    const copy = new DatabaseSync(partial)
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.close()
    sync(partial)
    const verified = verify(partial, ends.value)
    if (!verified.ok) {
      removePartial(partial)
      return verified
    }
    const name = freeName(folder, at, owner)
    renameSync(partial, join(folder, name))
    syncFolder(folder)
    prune(folder, owner, keep)
    return ok({ name })
  } catch (cause) {
    try {
      removePartial(partial)
    } catch {
      // An unreachable folder keeps the partial file; the next backup removes it.
    }
    return fail(backupFailure(folder, cause))
  }
}

/**
 * Copies a backup to `to`, private to the user, and says whether every page is intact. Fails with `backup.unreadable`.
 */
export const copyBackup = ({
  from,
  to,
}: Omit<BackupJob<'copy'>, 'do'>): Result<{ readonly isSound: boolean }> => {
  try {
    closeSync(openSync(to, 'wx', 0o600))
    copyFileSync(from, to)
    // The copy takes over the mode of the backup, which a share may have opened to all.
    chmodSync(to, 0o600)
    return ok({ isSound: damageIn(to) === '' })
  } catch (cause) {
    const { message, advice = '', details = '' } = backupFailure(to, cause)
    return fail({
      code: 'backup.unreadable',
      message: `The backup could not be copied. ${message}`,
      advice,
      details,
    })
  }
}

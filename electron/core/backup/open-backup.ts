import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { KeptWorker } from '../../workers/kept-workers.ts'
import { inMemory, openDatabase, openToRead, type Database } from '../database/database.ts'
import { sealedTables } from '../database/migrations.ts'
import { drawMasterKey } from '../records/key-ring.ts'
import { openWithCode } from '../records/recovery-codes.ts'
import type { MasterKey } from '../records/sealed-row.ts'
import { readCode } from '../recovery/recovery-code.ts'
import type { Source } from './merge.ts'
import { copiedSchema } from './backup-job.ts'

/**
 * Gets a backup's master key with the typed recovery code, which is empty if none was typed. Fails with
 * `records.keyUnreachable` and asks for the code, or says what is wrong with it.
 */
export type Unwrap = (backup: Database, code: string) => Promise<Result<MasterKey>>

/** Opens a backup with the typed recovery code. */
export const byRecoveryCode: Unwrap = async (backup, code) =>
  code.trim() === ''
    ? fail({
        code: 'records.keyUnreachable',
        message: 'This backup is locked with a key that the keychain does not have.',
        advice:
          'Type the recovery code it was made under, or restore it with the user account and computer it was made on.',
      })
    : whenOk(readCode(code), (bytes) => openWithCode(backup, bytes))

const notABackup = (details: string): AppError => ({
  code: 'backup.unreadable',
  message: 'This file is no backup of Glidepath, or it is damaged as a whole.',
  advice: 'Choose an older backup.',
  details,
})

const schemaOf = (database: Database) =>
  whenOk(database.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name'), (rows) =>
    ok(JSON.stringify(rows)),
  )

/** The version of a database; 0 for an empty file and for one that is not a database. */
const versionOf = (path: string): number => {
  const opened = openToRead(path)
  if (!opened.ok) return 0
  const version = opened.value.all('PRAGMA user_version')
  opened.value.close()
  return version.ok ? Number(version.value[0]?.['user_version'] ?? 0) : 0
}

/** Another schema could have views and triggers that do anything. */
const hasOurSchema = (database: Database): Result<void> => {
  const ours = whenOk(openDatabase(inMemory), (fresh) => {
    const schema = schemaOf(fresh)
    fresh.close()
    return schema
  })
  const theirs = schemaOf(database)
  if (!theirs.ok) return theirs
  return ours.ok && ours.value === theirs.value
    ? ok(undefined)
    : fail(notABackup('its tables are others'))
}

const anyKeyId = `${sealedTables.map((table) => `SELECT key_id FROM ${table}`).join(' UNION ALL ')} LIMIT 1`

/**
 * The key of the backup's sealed rows: the current key, an earlier one in the keychain, or the one that the recovery
 * code opens.
 */
const masterOf = async (
  backup: Database,
  { master: current, code }: Pick<BackupToOpen, 'master' | 'code'>,
  { keptKey, unwrap }: Pick<OpenNeeds, 'keptKey' | 'unwrap'>,
): Promise<Result<MasterKey>> => {
  const found = backup.all(anyKeyId)
  if (!found.ok) return found
  const keyId = found.value[0]?.['key_id']
  if (!(keyId instanceof Uint8Array)) return ok(current ?? drawMasterKey())
  if (current && Buffer.from(keyId).equals(current.id)) return ok(current)
  const kept = await keptKey(keyId)
  return kept === null ? unwrap(backup, code) : ok(kept)
}

const logOf = (backup: Database): Result<Source['log']> => {
  const chain = backup.all('SELECT id FROM activity_chain LIMIT 1')
  if (!chain.ok) return chain
  const records = backup.all('SELECT count(*) AS records FROM activity')
  if (!records.ok) return records
  const last = backup.all('SELECT n, mac FROM activity ORDER BY n DESC LIMIT 1')
  return whenOk(last, ([row]) => {
    const chainId = chain.value[0]?.['id']
    return ok(
      typeof chainId === 'string' && row
        ? {
            chainId,
            last: { n: Number(row['n']), mac: String(row['mac']) },
            records: Number(records.value[0]?.['records'] ?? 0),
          }
        : null,
    )
  })
}

interface OpenNeeds {
  readonly dataDir: string
  readonly worker: Pick<KeptWorker, 'ask'>
  readonly unwrap: Unwrap
  /** Finds an older copy's key that is still in the keychain. */
  readonly keptKey: (id: Uint8Array) => Promise<MasterKey | null>
}

interface BackupToOpen {
  readonly path: string
  readonly madeAt: string
  readonly code: string
  /** The keychain's key for the database here; null if unknown. */
  readonly master: MasterKey | null
}

const copyPattern = /^restoring-[0-9a-f-]{36}\.db(?:-wal|-shm|-journal)?$/
export const isCopyOfBackup = (name: string): boolean => copyPattern.test(name)

/** What cannot be removed goes at the next start, and changes nothing of what was done with it. */
const removeCopy = (copy: string): void => {
  try {
    for (const beside of ['-wal', '-shm', '-journal', '']) rmSync(copy + beside, { force: true })
  } catch {
    // The folder may have become read-only.
  }
}

/**
/**
 * Calls `use` with a copy of a backup in the data folder, upgraded to this version and removed afterwards, so the
 * backup does not change and its drive may be unplugged meanwhile. Fails with `backup.unreadable`,
 * `records.newerVersion`, `records.keyUnreachable`, with the disk's errors while copying, or with the errors of `use`.
 */
export const withBackup = async <T>(
  needs: OpenNeeds,
  backup: BackupToOpen,
  use: (source: Source) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const { dataDir, worker } = needs
  const { path, madeAt } = backup
  const copy = join(dataDir, `restoring-${randomUUID()}.db`)
  let database: Database | null = null
  try {
    const copied = await worker.ask({ do: 'copy', from: path, to: copy }, copiedSchema)
    if (!copied.ok) return copied
    if (versionOf(copy) === 0) return fail(notABackup('it has no version'))
    const opened = openDatabase(copy)
    if (!opened.ok)
      return opened.error.code === 'records.damaged'
        ? fail(notABackup(opened.error.details ?? opened.error.message))
        : opened
    database = opened.value
    const known = hasOurSchema(database)
    if (!known.ok) return fail(notABackup(known.error.details ?? known.error.message))
    const key = await masterOf(database, backup, needs)
    if (!key.ok) return key
    const log = logOf(database)
    if (!log.ok) return fail(notABackup(log.error.details ?? log.error.message))
    return await use({
      database,
      madeAt,
      isProven: true,
      master: key.value,
      log: log.value,
      isDamaged: !copied.value.isSound,
    })
  } finally {
    database?.close()
    removeCopy(copy)
  }
}

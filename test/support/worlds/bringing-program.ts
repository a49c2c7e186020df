import { readFileSync } from 'node:fs'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { openActivityLog } from '#electron/core/activity/activity-log.ts'
import { createMerging } from '#electron/core/backup/merging.ts'
import { byRecoveryCode } from '#electron/core/backup/open-backup.ts'
import { databaseIn, type Database, type DatabaseFile } from '#electron/core/database/database.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { createKeptWorker, workerBeside } from '#electron/workers/kept-workers.ts'
import { ok, whenOk } from '#shared/result.ts'
import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'

/**
 * A program that restores a backup or imports a file, and kills itself before one of its writes. If
 * it gets to the end, prints how many writes it made.
 */
const [, , dataDir = '', folder = '', what = '', killBefore = ''] = process.argv
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const clock = createSystemClock()
const secrets = createFileSecretsDouble(`${dataDir}.secrets.json`)
const counted = { isOn: false, writes: 0 }

const killing = (database: Database): Database => {
  const before = () => {
    if (!counted.isOn) return
    if (counted.writes === Number(killBefore)) process.kill(process.pid, 'SIGKILL')
    counted.writes += 1
  }
  const killed: Database = {
    ...database,
    run: (...statement) => {
      before()
      return database.run(...statement)
    },
    transaction: (work) => {
      before()
      const done = database.transaction(() => {
        const worked = work()
        before()
        return worked
      })
      before()
      return done
    },
  }
  return killed
}
const opened = databaseIn(dataDir)
let wrapped: Database | null = null
const wrap = (database: Database): Database => (wrapped ??= killing(database))
const database: DatabaseFile = {
  ...opened,
  open: () => whenOk(opened.open(), (found) => ok(wrap(found))),
  openExisting: () => whenOk(opened.openExisting(), (found) => ok(found && wrap(found))),
}
const store = createRecordStore({
  database,
  secrets: { ...secrets, state: () => ({ kind: 'system' }) },
  clock,
  logger: quiet,
})
const log = await openActivityLog({
  store,
  path: database.path,
  secrets,
  clock,
  logger: quiet,
  user: 'tester',
  machine: 'test-machine',
})
await log.verify()
const merging = createMerging({
  clock,
  dataDir,
  logger: quiet,
  database,
  store,
  savedRecords: createSavedRecords({ store, logger: quiet }),
  log,
  worker: createKeptWorker(workerBeside(import.meta.url, 'backup-worker.js')),
  unwrap: byRecoveryCode,
  folder: () => folder,
  busy: () => null,
  brought: () => undefined,
  changed: () => undefined,
})
counted.isOn = true
const done = what.endsWith('.db')
  ? await merging.restore({ name: what, code: '' })
  : await merging.importFile({ bytes: readFileSync(what), passphrase: '' })
counted.isOn = false
if (!done.ok) throw new Error(done.error.message)
process.stdout.write(`${counted.writes}\n`)
await log.close()
await store.close()
process.exit(0)

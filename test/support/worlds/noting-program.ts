import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { openActivityLog } from '#electron/core/activity/activity-log.ts'
import { databaseIn } from '#electron/core/database/database.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'

/**
 * A program for tests to kill. It writes log records in an endless loop, and prints the id of each
 * record that is durable on disk.
 */
const [, , dataDir = ''] = process.argv
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const clock = createSystemClock()
const secrets = createFileSecretsDouble(`${dataDir}.secrets.json`)
const database = databaseIn(dataDir)
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
process.stdout.write('ready\n')
for (;;) {
  const id = crypto.randomUUID()
  for (let index = 0; index < 4; index += 1) log.record({ action: 'open', outcome: 'done' })
  const kept = await log.recordDurably({ action: 'submission', outcome: 'sending', id })
  if (kept.ok) process.stdout.write(`${id}\n`)
  await new Promise(setImmediate)
}

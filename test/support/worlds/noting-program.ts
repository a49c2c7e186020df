import { createFiles } from '#electron/adapters/files/files.ts'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { openLastingLog } from '#electron/core/activity/lasting-log.ts'
import { createFileSecretsDouble } from './real-core.ts'

/** A program to kill: writes log entries forever, and prints the id of each once it is durable on disk. */
const [, , dataDir = ''] = process.argv
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const log = await openLastingLog({
  files: createFiles(dataDir),
  secrets: createFileSecretsDouble(`${dataDir}.secrets.json`),
  keychain: { state: () => ({ kind: 'system' }) },
  clock: createSystemClock(),
  logger: quiet,
  user: 'tester',
  machine: 'test-machine',
})
process.stdout.write('ready\n')
for (;;) {
  const id = crypto.randomUUID()
  for (let index = 0; index < 20; index += 1) log.record({ action: 'open', outcome: 'done' })
  const kept = await log.recordDurably({ action: 'submission', outcome: 'sending', id })
  if (kept.ok) process.stdout.write(`${id}\n`)
}

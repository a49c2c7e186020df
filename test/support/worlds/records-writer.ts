import { databaseIn } from '#electron/core/database/database.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { ok } from '#shared/result.ts'
import { createListeningLogger } from '../doubles/listening-logger.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'
import { receiptRecord } from '../samples/saved-records.ts'

/**
 * A program for tests to kill. In an endless loop it saves a receipt and settles it, removes every
 * third, and prints a line after each step.
 */
const [, , dataDir = '', secretsFile = '', life = ''] = process.argv
const secrets = createFileSecretsDouble(secretsFile)
const { logger } = createListeningLogger()
const store = createRecordStore({
  database: databaseIn(dataDir),
  secrets: { ...secrets, state: () => ({ kind: 'system' }) },
  clock: createManualClock(),
  logger,
})
const saved = createSavedRecords({ store, logger })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

for (let number = 0; ; number += 1) {
  const id = `${life}-${number}`
  const made = await saved.save(receiptRecord(id), `answer ${id}`)
  if (made.ok) say(`inDoubt ${id}`)
  const settled = await saved.update(id, () => ok(receiptRecord(id, 'accepted')))
  if (settled.ok) say(`accepted ${id}`)
  if (number % 3 !== 0) continue
  say(`removing ${id}`)
  if ((await saved.remove(id)).ok) say(`removed ${id}`)
}

import { databaseIn } from '#electron/core/database/database.ts'
import type { DatabaseFile } from '#electron/core/database/database.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { ok, whenOk } from '#shared/result.ts'
import { createListeningLogger } from '../doubles/listening-logger.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import { createFileSecretsDouble } from '../doubles/file-secrets-double.ts'
import { receiptRecord } from '../samples/saved-records.ts'

/**
 * A program that saves three receipts, makes and keeps a recovery code, and then a second one. Once
 * the first code is kept, it kills itself before write number `kill` to the database or the
 * keychain. Prints each finished step.
 */
const [, , dataDir = '', kill = ''] = process.argv
let left = Number.POSITIVE_INFINITY
const count = () => {
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
}

const counted = (file: DatabaseFile): DatabaseFile => ({
  ...file,
  open: () =>
    whenOk(file.open(), (database) =>
      ok({
        ...database,
        run: (...what) => {
          count()
          return database.run(...what)
        },
        transaction: (work) =>
          database.transaction(() => {
            const done = work()
            count()
            return done
          }),
      }),
    ),
})

const secrets = createFileSecretsDouble(`${dataDir}.secrets.json`)
const { logger } = createListeningLogger()
const store = createRecordStore({
  database: counted(databaseIn(dataDir)),
  secrets: {
    ...secrets,
    set: (account, value) => {
      count()
      return secrets.set(account, value)
    },
    state: () => ({ kind: 'system' }),
  },
  clock: createManualClock(),
  logger,
})
const saved = createSavedRecords({ store, logger })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

for (const id of ['r-1', 'r-2', 'r-3']) await saved.save(receiptRecord(id), `answer ${id}`)
const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
await store.addCode(first)
await store.takeCode(first)
left = Number(kill)
say('first taken')
if ((await store.addCode(second)).ok) say('second made')
if ((await store.takeCode(second)).ok) say('second taken')

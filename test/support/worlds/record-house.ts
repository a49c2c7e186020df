import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseIn, databaseName, type DatabaseFile } from '#electron/core/database/database.ts'
import { createRecordStore } from '#electron/core/records/record-store.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { diskFull, folderUnusable } from '#shared/disk-full.ts'
import { fail, ok, whenOk } from '#shared/result.ts'
import { createListeningLogger } from '../doubles/listening-logger.ts'
import { createManualClock } from '../doubles/manual-clock.ts'
import { createStatefulSecrets } from '../doubles/stateful-secrets.ts'
import { temporaryFolder } from './program.ts'

/**
 * Sealed records on a real database in their own folder; each call of `store` or `saved` simulates
 * a start of the program.
 */
export const recordHouse = (
  dataDir = temporaryFolder('records'),
  secrets = createStatefulSecrets(),
) => {
  const clock = createManualClock()
  const { logger, lines } = createListeningLogger()
  const file = path.join(dataDir, databaseName)
  let failures = 0
  let writesBefore = 0
  let areReadsShut = false

  /** The database on a disk that can be full for some writes, or unreadable. */
  const filling = (database: DatabaseFile): DatabaseFile => {
    const filled = (opened: ReturnType<DatabaseFile['openExisting']>) =>
      whenOk(opened, (found) =>
        ok(
          found && {
            ...found,
            all: (...what: Parameters<typeof found.all>) =>
              areReadsShut ? fail(folderUnusable('EMFILE', 'the test')) : found.all(...what),
            run: (...what: Parameters<typeof found.run>) => {
              if (failures === 0 || !what[0].startsWith('INSERT')) return found.run(...what)
              writesBefore -= 1
              if (writesBefore >= 0) return found.run(...what)
              failures -= 1
              return fail(diskFull('the test'))
            },
          },
        ),
      )
    return {
      ...database,
      open: () => {
        const opened = filled(database.open())
        if (!opened.ok) return opened
        if (opened.value === null) throw new Error('no database was opened')
        return ok(opened.value)
      },
      openExisting: () => filled(database.openExisting()),
    }
  }
  const store = () =>
    createRecordStore({
      database: filling(databaseIn(dataDir)),
      secrets: secrets.store,
      clock,
      logger,
    })
  return {
    dataDir,
    file,
    secrets,
    clock,
    logger,
    lines,
    store,
    saved: () => createSavedRecords({ store: store(), logger }),
    keyIsBack: () => {
      secrets.setReachable(true)
      clock.advance(31_000)
    },
    failNextWrite: (count = 1) => {
      failures = count
      writesBefore = 0
    },
    /** Makes every read fail with a temporary error, or succeed again. */
    shutReads: (areShut: boolean) => {
      areReadsShut = areShut
    },
    /** Makes one write fail after `count` writes that succeed. */
    failAfter: (count: number) => {
      failures = 1
      writesBefore = count
    },
    run: (sql: string) => runIn(dataDir, sql),
    rows: (sql: string) => rowsIn(dataDir, sql),
  }
}

const onDatabase = <T>(dataDir: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(path.join(dataDir, databaseName))
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Runs SQL on the database in a data folder, as another program could. */
export const runIn = (dataDir: string, sql: string): void =>
  onDatabase(dataDir, (database) => database.exec(sql))

/** Rows that a query finds in the database of a data folder. */
export const rowsIn = (dataDir: string, sql: string): readonly Record<string, unknown>[] =>
  onDatabase(dataDir, (database) => database.prepare(sql).all())

/**
 * Makes the database refuse new rows of `table`, as a failing disk does: all rows, or those for
 * which `when` is true.
 */
export const refuseRows = (dataDir: string, table: string, when = 'TRUE'): void =>
  runIn(
    dataDir,
    `CREATE TRIGGER refusing BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  )

/** Accepts rows again after {@link refuseRows}. */
export const takeRows = (dataDir: string): void => runIn(dataDir, 'DROP TRIGGER refusing')

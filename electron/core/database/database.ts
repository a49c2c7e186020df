import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { diskFull, folderUnusable, perhapsWritten } from '#shared/disk-full.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { migrations } from './migrations.ts'

export const databaseName = 'glidepath.db'

/** A database that ends with the program. */
export const inMemory = ':memory:'

export type Row = Readonly<Record<string, SQLOutputValue>>

/**
 * One open connection. Everything is synchronous, so no other work comes in between. Fails with `records.damaged` if a
 * page is damaged, with `records.diskFull`, or with `internal` if the file cannot be used.
 */
export interface Database {
  readonly all: (sql: string, ...values: readonly SQLInputValue[]) => Result<readonly Row[]>
  /** Number of changed rows; durable when it returns, unless a transaction is open. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => Result<number>
  /** All of `work` or nothing; durable when it returns. */
  readonly transaction: (work: () => Result<void>) => Result<void>
  /** Removes all traces of deleted data from the files, if no other connection reads and the disk has space. */
  readonly wipe: () => void
  readonly close: () => void
}

/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const codes = {
  sqlError: 1,
  ioError: 10,
  corrupt: 11,
  full: 13,
  notADatabase: 26,
  syncFailed: 1034,
  noMoreSharedMemory: 4874,
}

/** A statement that does not fit the tables means that they are others. */
const damages: readonly number[] = [codes.sqlError, codes.corrupt, codes.notADatabase]

const errorOf = (cause: unknown): AppError => {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : 0
  const details = cause instanceof Error ? cause.message : String(cause)
  const kind = code & 0xff
  if (damages.includes(kind)) {
    return {
      code: 'records.damaged',
      message: `The database of saved results (${databaseName}) is damaged. It was left as it is.`,
      advice: 'Restore a backup under Settings.',
      details,
    }
  }
  if (kind === codes.full || code === codes.noMoreSharedMemory) return diskFull(details)
  if (code === codes.syncFailed) return perhapsWritten(details)
  return folderUnusable(kind === codes.ioError ? 'disk error' : details, details)
}

const trying = <T>(work: () => T): Result<T> => {
  try {
    return ok(work())
  } catch (cause) {
    return fail(errorOf(cause))
  }
}

/** Deleted bytes are overwritten, and a commit waits for the disk. */
const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA secure_delete = ON;
PRAGMA cell_size_check = ON;`

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)

const migrate = (db: DatabaseSync) => {
  for (const [index, step] of migrations.entries()) {
    if (index < versionOf(db)) continue
    db.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`)
  }
}

const newerVersion = fail({
  code: 'records.newerVersion',
  message: 'The saved results were written by a newer version of Glidepath.',
  advice: 'Update Glidepath to open them.',
})

/** SQLite gives the files beside the database the same mode. */
const makeFile = (path: string) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/**
 * Opens or makes the database and brings it to this version. Fails like its calls, and with `records.newerVersion`, which
 * changes nothing in the file.
 */
export const openDatabase = (path: string): Result<Database> => {
  const opened = trying(() => {
    if (path !== inMemory) makeFile(path)
    return new DatabaseSync(path)
  })
  if (!opened.ok) return opened
  const db = opened.value
  const close = () => {
    if (db.isOpen) db.close()
  }
  const ready = trying(() => {
    if (versionOf(db) > migrations.length) return false
    db.exec(pragmas)
    migrate(db)
    return true
  })
  if (!ready.ok || !ready.value) {
    trying(close)
    return ready.ok ? newerVersion : ready
  }

  const wipe = () => void trying(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
  // The last run may have been killed before it could wipe.
  wipe()

  /** Preparing takes as long as reading a small row; the program has a few dozen statements. */
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  const run: Database['run'] = (sql, ...values) =>
    trying(() => Number(prepared(sql).run(...values).changes))

  return ok({
    all: (sql, ...values) => trying(() => prepared(sql).all(...values)),
    run,
    transaction: (work) => {
      const begun = run('BEGIN IMMEDIATE')
      if (!begun.ok) return begun
      const done = work()
      const ended = done.ok ? run('COMMIT') : done
      // A full disk may have ended the transaction already.
      if (!ended.ok && db.isTransaction) run('ROLLBACK')
      // A commit whose sync failed may be complete in the WAL, and would come back at the next start.
      if (done.ok && !ended.ok) wipe()
      return ended.ok ? ok(undefined) : ended
    },
    wipe,
    close: () => void trying(close),
  })
}

/** A second connection, which changes nothing. Fails like the calls of {@link Database}. */
export const openToRead = (path: string): Result<Pick<Database, 'all' | 'close'>> =>
  trying(() => {
    const db = new DatabaseSync(path, { readOnly: true })
    return {
      all: (sql, ...values) => trying(() => db.prepare(sql).all(...values)),
      close: () => void trying(() => db.close()),
    }
  })

const unusedName = (start: string) => {
  for (let number = 1; ; number += 1) {
    const name = `${start}${number === 1 ? '' : `-${number}`}.db`
    if (!existsSync(name)) return name
  }
}

/** Makes a database with the submissions of another. */
const beginFrom = (from: string, path: string): Result<void> => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  return whenOk(openDatabase(path), (database) => {
    const copied = whenOk(database.run('ATTACH DATABASE ? AS earlier', from), () =>
      database.transaction(() =>
        whenOk(database.run('INSERT INTO submissions SELECT * FROM earlier.submissions'), () =>
          whenOk(
            database.run('INSERT INTO submission_traits SELECT * FROM earlier.submission_traits'),
            () => ok(undefined),
          ),
        ),
      ),
    )
    database.close()
    return copied
  })
}

/** The database of a data folder: opened when it is first needed, and made only by `open`. */
export const databaseIn = (dataDir: string) => {
  const path = `${dataDir}/${databaseName}`
  const mendedPath = `${path}.mended`
  const takePlace = () => {
    if (!existsSync(path) && existsSync(mendedPath)) renameSync(mendedPath, path)
  }
  trying(takePlace)
  let current: Database | null = null
  const open = (): Result<Database> => {
    if (current) return ok(current)
    const opened = openDatabase(path)
    if (opened.ok) current = opened.value
    return opened
  }
  return {
    path,
    open,
    /** Null if there is none yet. */
    openExisting: (): Result<Database | null> => (current || existsSync(path) ? open() : ok(null)),
    /**
     * Renames the database and what SQLite keeps beside it, and returns the new path; nothing is removed. Submissions,
     * which name nobody, are copied to the database that replaces it, because the guard needs them. `day` is part of
     * the new name. A failure changes nothing.
     */
    setAside: (day: string): Result<string> => {
      current?.close()
      current = null
      const next = `${path}.next`
      const aside = unusedName(`${dataDir}/glidepath-set-aside-${day}`)
      return whenOk(beginFrom(path, next), () =>
        trying(() => {
          // The database comes last: if the program is killed in between, the next attempt gives the same name.
          for (const suffix of ['-wal', '-shm', ''])
            if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${aside}${suffix}`)
          renameSync(next, path)
          return aside
        }),
      )
    },
    /** Where the replacement for a damaged database is made. */
    mendedPath,
    /**
     * Gives the database the name `name` in the same folder, with the files beside it. The one at `mendedPath` takes
     * its place if there is one, even if the program was killed in between; otherwise the next `open` makes a new one.
     */
    moveAway: (name: string): Result<void> => {
      current?.close()
      current = null
      return trying(() => {
        for (const beside of ['-wal', '-shm', ''])
          if (existsSync(path + beside)) renameSync(path + beside, `${dataDir}/${name}${beside}`)
        takePlace()
      })
    },
    close: () => {
      current?.close()
      current = null
    },
  }
}

export type DatabaseFile = ReturnType<typeof databaseIn>

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '#electron/core/database/database.ts'
import { sealedTables } from '#electron/core/database/migrations.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import type { Ledger } from './ledger.ts'
import { lookAt } from './work.ts'

/** Looks at databases from outside the program. */

/** What SQLite and a look at the rows find wrong in a database. */
const wrongIn = (file: string): readonly string[] => {
  const database = new DatabaseSync(file)
  try {
    const all = (sql: string) => database.prepare(sql).all()
    const tables = new Set(all('SELECT name FROM sqlite_schema').map(({ name }) => name))
    const wrong = [
      ...all('PRAGMA integrity_check').map((row) => String(row['integrity_check'])),
      ...all('PRAGMA foreign_key_check').map((row) => `no parent: ${JSON.stringify(row)}`),
    ].filter((said) => said !== 'ok')
    // The first start may have been killed before it made the tables.
    if (!tables.has('master_key') || !tables.has('holds')) return wrong
    for (const table of sealedTables)
      if (
        all(`SELECT 1 FROM ${table} WHERE key_id NOT IN (SELECT key_id FROM master_key)`).length > 0
      )
        wrong.push(`${table} has rows under two master keys`)
    return wrong
  } finally {
    database.close()
  }
}

/** Calls `use` with a copy of a database as a kill left it, because looking at it would change it. */
const withCopy = async <T>(
  file: string,
  folder: string,
  use: (dataDir: string) => T | Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(path.join(folder, 'copy-'))
  try {
    for (const beside of ['', '-wal'])
      if (existsSync(file + beside))
        copyFileSync(file + beside, path.join(dataDir, databaseName + beside))
    return await use(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true })
    rmSync(`${dataDir}.secrets.json`, { force: true })
  }
}

/** What is wrong in a database file; nothing if there is none yet. */
export const wrongInCopy = async (file: string, folder: string): Promise<readonly string[]> =>
  existsSync(file)
    ? withCopy(file, folder, (dataDir) => wrongIn(path.join(dataDir, databaseName)))
    : []

/** Opens everything on another computer, with the page of the recovery code and nothing else. */
export const openWithCode = async (
  file: string,
  folder: string,
  ledger: Ledger,
): Promise<readonly string[]> => {
  const { valid, spent } = ledger.codes()
  if (valid.length === 0) return []
  return withCopy(file, folder, async (dataDir) => {
    const broken: string[] = []
    const house = await openRealCore(dataDir)
    if (spent !== null && (await house.call('recovery.open', { code: spent })).ok)
      broken.push('a recovery code opens, though another took its place')
    const opened: boolean[] = []
    for (const code of valid) opened.push((await house.call('recovery.open', { code })).ok)
    if (!opened.includes(true)) broken.push('no recovery code opens')
    const { results } = await lookAt(house)
    broken.push(...ledger.differs(results).map((what) => `with the recovery code, ${what}`))
    await house.core.close()
    return broken
  })
}

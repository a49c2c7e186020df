import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StatementSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import {
  databaseIn,
  databaseName,
  inMemory,
  openDatabase,
} from '#electron/core/database/database.ts'
import { migrations } from '#electron/core/database/migrations.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { runIn } from '#test/support/worlds/record-house.ts'

const folderWith = (bytes?: Uint8Array) => {
  const folder = temporaryFolder('database')
  const file = path.join(folder, databaseName)
  if (bytes) writeFileSync(file, bytes)
  return { folder, file }
}
const insert = 'INSERT INTO lists VALUES (?, 1, ?, ?, ?)'
const some = Buffer.alloc(3000, 7)

const rowsOf = (file: string) => {
  const opened = valueOf(openDatabase(file))
  const rows = valueOf(opened.all('SELECT id FROM lists'))
  opened.close()
  return rows
}

test('a new database is durable, private, strict, and of this version', () => {
  const { folder } = folderWith()
  const database = valueOf(openDatabase(path.join(folder, 'new', databaseName)))
  const pragma = (name: string) =>
    Object.values(valueOf(database.all(`PRAGMA ${name}`))[0] ?? {})[0]
  expect(
    ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete', 'user_version'].map(pragma),
  ).toEqual(['wal', 2, 1, 1, migrations.length])
  expect(codeOf(database.run(insert, 'l-1', 'text', some, some))).toBe('internal')
  expect(codeOf(database.run(insert, 'l-1', some, some, some))).toBe('ok')
  for (const [name, mode] of [
    ['new', 0o700],
    [path.join('new', databaseName), 0o600],
    [path.join('new', `${databaseName}-wal`), 0o600],
  ] as const)
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(mode)
  database.close()
})

test('a database file is created only when something is first stored', () => {
  const { folder, file } = folderWith()
  const data = databaseIn(folder)
  expect(data.openExisting()).toEqual(ok(null))
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  valueOf(data.open())
  expect(valueOf(data.openExisting())).toBe(valueOf(data.open()))
  data.close()
})

test('a database of a newer version is refused and stays unchanged', () => {
  const { folder, file } = folderWith()
  valueOf(openDatabase(file)).close()
  runIn(folder, `PRAGMA user_version = ${migrations.length + 1}`)
  const before = readFileSync(file)
  const refused = openDatabase(file)
  expect(codeOf(refused)).toBe('records.newerVersion')
  expect(refused.ok ? '' : refused.error.message).toMatch(/newer version/)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('an error names a file that is not a database or has a damaged schema, and the file stays unchanged', () => {
  const { file: good } = folderWith()
  valueOf(openDatabase(good)).close()
  const schema = readFileSync(good)
  schema.fill(0xff, 100, 4096)
  for (const bytes of [
    Buffer.from('not a database, but long enough for a header'.repeat(9)),
    schema,
  ]) {
    const { file } = folderWith(bytes)
    const refused = openDatabase(file)
    expect(codeOf(refused)).toBe('records.damaged')
    expect(refused.ok ? '' : refused.error.message).toContain('glidepath.db')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  }
})

test('a database in which other tables have these names is reported as damaged', () => {
  const { folder, file } = folderWith()
  runIn(folder, 'CREATE TABLE results (id TEXT)')
  expect(codeOf(openDatabase(file))).toBe('records.damaged')
})

test('an unusable folder is reported', () => {
  const { file } = folderWith(Buffer.from('a file'))
  expect(codeOf(openDatabase(path.join(file, databaseName)))).toBe('internal')
})

test('if the disk fails while a change is synced, the error says that the change may be there or not', () => {
  const { file } = folderWith()
  const database = valueOf(openDatabase(file))
  // SQLITE_IOERR_FSYNC
  const cause = Object.assign(new Error('disk I/O error'), { errcode: 1034 })
  vi.spyOn(StatementSync.prototype, 'run').mockImplementationOnce(() => {
    throw cause
  })
  const written = database.run(insert, 'l-1', some, some, some)
  database.close()
  expect(written.ok ? '' : written.error.message).toContain('it may be there or not')
})

test('a full disk is reported, and nothing of the transaction is left', () => {
  const database = valueOf(openDatabase(inMemory))
  const size = valueOf(database.all('PRAGMA page_count'))[0]?.['page_count']
  valueOf(database.all(`PRAGMA max_page_count = ${Number(size) + 3}`))
  const filled = database.transaction(() => {
    for (let number = 0; number < 20; number += 1) {
      const written = database.run(insert, `l-${number}`, some, some, some)
      if (!written.ok) return written
    }
    return ok(undefined)
  })
  expect(codeOf(filled)).toBe('records.diskFull')
  expect(valueOf(database.all('SELECT id FROM lists'))).toEqual([])
  valueOf(database.all('PRAGMA max_page_count = 1000'))
  const refused = fail({ code: 'input.invalid', message: 'no' })
  const half = database.transaction(() => {
    valueOf(database.run(insert, 'l-1', some, some, some))
    return refused
  })
  expect(half).toEqual(refused)
  valueOf(
    database.transaction(() => {
      valueOf(database.run(insert, 'l-2', some, some, some))
      return ok(undefined)
    }),
  )
  expect(valueOf(database.all('SELECT id FROM lists'))).toEqual([{ id: 'l-2' }])
})

test('a repaired database replaces the damaged one, even if the program was killed in between', () => {
  const { folder, file } = folderWith()
  const data = databaseIn(folder)
  valueOf(valueOf(data.open()).run(insert, 'damaged', some, some, some))
  const mended = valueOf(openDatabase(data.mendedPath))
  valueOf(mended.run(insert, 'mended', some, some, some))
  mended.close()
  const idsNow = (again: ReturnType<typeof databaseIn>) =>
    valueOf(valueOf(again.open()).all('SELECT id FROM lists'))
  data.close()
  renameSync(file, `${file}.aside`)
  const afterKill = databaseIn(folder)
  expect(idsNow(afterKill)).toEqual([{ id: 'mended' }])
  valueOf(afterKill.moveAway('aside.db'))
  expect(idsNow(afterKill)).toEqual([])
  afterKill.close()
  expect(rowsOf(path.join(folder, 'aside.db'))).toEqual([{ id: 'mended' }])
})

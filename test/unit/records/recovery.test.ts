import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sealedTables } from '#electron/core/database/migrations.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const codeOfBytes = (byte: number) => new Uint8Array(32).fill(byte)
const [first, second] = [codeOfBytes(1), codeOfBytes(2)]

const startedIn = (house: ReturnType<typeof recordHouse>) => {
  const store = house.store()
  return { store, saved: createSavedRecords({ store, logger: house.logger }) }
}

/** The same data on a computer with an empty keychain. */
const elsewhere = (dataDir: string) => startedIn(recordHouse(dataDir, createStatefulSecrets()))

test('after the keychain lost the key, a code opens everything, even results saved since then, and the next start needs no code', async () => {
  const house = recordHouse()
  const { store, saved } = startedIn(house)
  valueOf(await saved.save(receiptRecord('r-1'), 'one'))
  valueOf(await store.addCode(first))
  house.secrets.values.clear()

  const later = startedIn(house)
  valueOf(await later.saved.save(receiptRecord('r-2'), 'two'))
  expect(codeOf(await later.saved.open('r-1'))).toBe('records.keyLost')
  expect(codeOf(await later.store.openWithCode(second))).toBe('records.codeWrong')
  expect(house.secrets.values.size).toBe(0)
  valueOf(await later.store.openWithCode(first))
  expect(await later.saved.state()).toEqual({ persistent: true, message: '' })
  const next = startedIn(house)
  expect(valueOf(await next.saved.verbatim('r-1'))).toBe('one')
  expect(valueOf(await next.saved.verbatim('r-2'))).toBe('two')
})

test('a new code comes with a new master key, and the earlier code and key then open nothing', async () => {
  const house = recordHouse()
  const { store, saved } = startedIn(house)
  valueOf(await saved.save(receiptRecord('r-1'), 'one'))
  valueOf(await store.addCode(first))
  valueOf(await store.takeCode(first))
  const [before] = house.rows('SELECT key_id, wrapped_key, body FROM results')
  const digests = (await store.key()).digests
  valueOf(await store.addCode(second))
  valueOf(await store.takeCode(second))
  const [after] = house.rows('SELECT key_id, wrapped_key, body FROM results')
  expect(after?.['body']).toEqual(before?.['body'])
  expect(after?.['key_id']).not.toEqual(before?.['key_id'])
  expect(after?.['wrapped_key']).not.toEqual(before?.['wrapped_key'])
  expect((await store.key()).digests).toEqual(digests)
  valueOf(await saved.save(receiptRecord('r-2'), 'two'))
  for (const table of sealedTables) {
    const keys = house.rows(`SELECT DISTINCT key_id FROM ${table}`)
    for (const row of keys) expect(row['key_id']).toEqual(after?.['key_id'])
  }

  const other = elsewhere(house.dataDir)
  expect(codeOf(await other.store.openWithCode(first))).toBe('records.codeWrong')
  valueOf(await other.store.openWithCode(second))
  expect(
    valueOf(await other.saved.list())
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['r-1', 'r-2'])
})

test('opening a folder with its code leaves the key of another folder in the keychain', async () => {
  const [one, two] = [recordHouse(), recordHouse()]
  const at = startedIn(one)
  valueOf(await at.saved.save(receiptRecord('r-1'), 'one'))
  valueOf(await at.store.addCode(first))
  valueOf(await startedIn(two).saved.save(receiptRecord('r-2'), 'two'))
  const moved = startedIn(recordHouse(one.dataDir, two.secrets))
  valueOf(await moved.store.openWithCode(first))
  expect(valueOf(await moved.saved.verbatim('r-1'))).toBe('one')
  expect(valueOf(await startedIn(two).saved.verbatim('r-2'))).toBe('two')
})

test('starting anew keeps the locked database under another name, and copies its submissions to the new one', async () => {
  const house = recordHouse()
  const { store, saved } = startedIn(house)
  valueOf(await saved.save(receiptRecord('r-1'), 'one'))
  valueOf(await store.addCode(first))
  house.run(`INSERT INTO submissions VALUES
    ('s-1', 'r-1', '1', 'optout', 'uat', 'uat', 'inDoubt', 1, 0, 0, '2026-11-20', NULL, 'k', NULL, NULL, NULL, NULL)`)
  house.run(`INSERT INTO submission_traits VALUES ('s-1', 'person', 'digest')`)
  const before = new Map(house.secrets.values)
  house.secrets.values.clear()

  const later = startedIn(house)
  valueOf(await later.saved.save(receiptRecord('r-2'), 'two'))
  const aside = valueOf(await later.store.startAnew('2026-11-28'))
  expect(aside).toBe(`${house.dataDir}/glidepath-set-aside-2026-11-28.db`)
  expect(await later.saved.state()).toEqual({ persistent: true, message: '' })
  expect(house.rows('SELECT id FROM results')).toMatchObject([{ id: 'r-2' }])
  expect(house.rows('SELECT digest FROM submission_traits')).toMatchObject([{ digest: 'digest' }])

  house.secrets.values.clear()
  expect(valueOf(await startedIn(house).store.startAnew('2026-11-28'))).toContain('-28-2.db')

  const old = recordHouse(temporaryFolder('back'))
  for (const [account, value] of before) old.secrets.values.set(account, value)
  copyFileSync(aside, old.file)
  expect(valueOf(await startedIn(old).saved.verbatim('r-1'))).toBe('one')
})

const renewing = fileURLToPath(new URL('../../support/worlds/renewing-program.ts', import.meta.url))

test('after a kill before any write of a renewal, the keychain opens everything, and so does one of the two codes', async () => {
  let kills = 0
  for (let kill = 0; ; kill += 1) {
    const dataDir = temporaryFolder(`renewal-${kill}`)
    const { stdout, signal } = spawnSync(process.execPath, [renewing, dataDir, String(kill)], {
      encoding: 'utf8',
    })
    const said = stdout.trim().split('\n')
    expect(said[0]).toBe('first taken')

    const other = elsewhere(dataDir)
    const isTaken = said.includes('second taken')
    const [opening, shut] = isTaken ? [second, first] : [first, null]
    if (shut) expect(codeOf(await other.store.openWithCode(shut))).toBe('records.codeWrong')
    else if (said.includes('second made'))
      valueOf(await elsewhere(dataDir).store.openWithCode(second))
    const opened = await other.store.openWithCode(opening)
    // The commit may be durable although the program was killed before it could say so.
    if (!opened.ok) valueOf(await other.store.openWithCode(second))
    expect(valueOf(await other.saved.list())).toHaveLength(3)

    const kept: unknown = JSON.parse(readFileSync(`${dataDir}.secrets.json`, 'utf8'))
    const here = recordHouse(dataDir)
    for (const [account, value] of Object.entries(z.record(z.string(), z.string()).parse(kept)))
      here.secrets.values.set(account, value)
    const { saved } = startedIn(here)
    for (const id of ['r-1', 'r-2', 'r-3'])
      expect(valueOf(await saved.verbatim(id))).toBe(`answer ${id}`)
    expect(await saved.state()).toEqual({ persistent: true, message: '' })
    if (signal === null) break
    kills += 1
  }
  expect(kills).toBeGreaterThan(6)
}, 120_000)

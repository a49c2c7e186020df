import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exportLog } from '#electron/core/activity/activity.ts'
import { openActivityTable } from '#electron/core/activity/activity-table.ts'
import { createChain, createPseudonyms, genesis } from '#electron/core/activity/chain.ts'
import { databaseName } from '#electron/core/database/database.ts'
import { newestLawYear } from '#shared/law/law-of.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { valueOf } from '#test/support/results.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { everythingIn } from '#test/support/worlds/program.ts'

const open = {
  action: 'open',
  outcome: 'done',
  environmentId: 'training',
  participantId: 'P-100',
} as const

test('each code in the chain is an HMAC-SHA256 of the previous code and the record’s bytes', () => {
  for (const length of [0, 1, 63, 64, 300, 5000]) {
    const key = randomBytes(32)
    const body = randomBytes(length)
    const right = createHmac('sha256', key).update(genesis).update(body).digest('base64url')
    expect(createChain(key)(genesis, body)).toBe(right)
  }
})

test('a pseudonym is an HMAC-SHA256 of the id with a separate key, whatever the id’s case and length', () => {
  for (const length of [1, 9, 64, 2000, 5]) {
    const key = randomBytes(32)
    const id = randomBytes(length).toString('base64url').slice(0, length)
    const own = createHmac('sha256', key).update('participant pseudonym').digest()
    const right = createHmac('sha256', own).update(id.toLowerCase()).digest('hex').slice(0, 32)
    const pseudonymOf = createPseudonyms(key)
    expect([pseudonymOf(id), pseudonymOf(id.toUpperCase()), pseudonymOf('')]).toEqual([
      right,
      right,
      '',
    ])
  }
})

test('the log records actions by pseudonym, and a participant keeps the pseudonym after a restart', async () => {
  const { open: start, dataDir } = createActivityHouse()
  const first = await start()
  first.record(open)
  await first.close()
  const second = await start()
  second.record(open)
  expect(valueOf(await second.verify())).toMatchObject({ state: 'intact', problems: [] })
  const records = second.records()
  await second.close()
  expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index + 1))
  const opens = records.filter(({ action }) => action === 'open')
  expect(opens).toHaveLength(2)
  expect(opens[0]).toMatchObject({
    user: 'dana',
    machine: 'desk-7',
    environment: 'training',
    outcome: 'done',
  })
  expect(opens[0]?.subject).toMatch(/^[0-9a-f]{32}$/)
  expect(opens[0]?.subject).toBe(opens[1]?.subject)
  expect(records[0]).toMatchObject({ action: 'start', outcome: 'keychainKey' })
  for (const name of ['P-100', 'dana', 'desk-7']) expect(everythingIn(dataDir)).not.toContain(name)
})

test('the log stores nothing but its own words and ids', async () => {
  const { open: start, dataDir } = createActivityHouse()
  const log = await start()
  log.record({ ...open, environmentId: 'Dana Reyes <x/>', id: 'Dana Reyes' })
  for (const record of log.records()) expect(record.id).toMatch(/^[0-9a-f-]{36}$/)
  await log.close()
  expect(everythingIn(dataDir)).not.toContain('Dana Reyes')
})

test('the log is kept in memory while its key is unavailable, and no new key replaces that key', async () => {
  const house = createActivityHouse()
  await (await house.open()).close()
  const before = house.rows('SELECT * FROM activity')
  const kept = new Map(house.secrets.items)

  house.secrets.breakWith({ code: 'keychain.locked', message: 'The keyring is locked.' })
  const locked = await house.open()
  expect(locked.kept().key).toBe('memory')
  locked.record(open)
  expect(valueOf(await locked.verify()).state).toBe('intact')
  expect(locked.records()[0]).toMatchObject({ action: 'start', outcome: 'sessionKey' })
  await locked.close()
  house.secrets.breakWith(null)
  house.secrets.items.clear()
  const lost = await house.open()
  expect(lost.kept().why).toContain('has no key')
  await lost.close()
  expect(house.secrets.items.size).toBe(0)
  expect(house.rows('SELECT * FROM activity')).toEqual(before)

  for (const [account, value] of kept) house.secrets.items.set(account, value)
  const again = await house.open()
  expect(valueOf(await again.verify()).state).toBe('intact')
  await again.close()
})

test('an export can be checked record by record, like the log itself', async () => {
  const house = createActivityHouse()
  const log = await house.open()
  log.record(open)
  const check = valueOf(await log.verify())
  const { text } = valueOf(exportLog(log, check, 'json'))
  const { key } = valueOf(
    await openActivityTable(valueOf(await log.store.home()), { user: '', machine: '' }),
  ).snapshot()
  const { records } = z
    .looseObject({ records: z.array(z.looseObject({ mac: z.string() })) })
    .parse(JSON.parse(text))
  let previous = genesis
  for (const { mac, ...record } of records) {
    expect(createChain(key)(previous, Buffer.from(JSON.stringify(record).slice(0, -1)))).toBe(mac)
    previous = mac
  }
  expect(records.length).toBeGreaterThan(2)
  await log.close()
})

test('a disk that refuses records makes no action fail, and the log catches up once the disk accepts records again', async () => {
  const house = createActivityHouse()
  const log = await house.open()
  valueOf(await log.verify())
  house.run("CREATE TRIGGER full BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'full'); END")
  log.record(open)
  log.record(open)
  expect(house.lines.at(-1)).toContain('activity log')
  expect(await log.recordDurably(open)).toMatchObject({ ok: false })
  house.run('DROP TRIGGER full')
  expect(await log.recordDurably(open)).toMatchObject({ ok: true })
  expect(valueOf(await log.verify())).toMatchObject({ state: 'intact' })
  expect(log.records().filter(({ action }) => action === 'open')).toHaveLength(4)
  await log.close()
})

test('a damaged page of any table is reported as damage, not as a change to the log', async () => {
  const house = createActivityHouse()
  await (await house.open()).close()
  const [found] = house.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'plans'")
  const [size] = house.rows('PRAGMA page_size')
  const file = openSync(`${house.dataDir}/${databaseName}`, 'r+')
  const pageBytes = Number(size?.['page_size'])
  writeSync(
    file,
    randomBytes(pageBytes),
    0,
    pageBytes,
    (Number(found?.['rootpage']) - 1) * pageBytes,
  )
  closeSync(file)
  const log = await house.open()
  expect(valueOf(await log.verify())).toMatchObject({
    state: 'tampered',
    problems: [{ kind: 'damaged', record: 0 }],
  })
  await log.close()
})

test('nothing counts as durable while the data folder cannot be used', async () => {
  const house = createActivityHouse()
  const database = new DatabaseSync(`${house.dataDir}/${databaseName}`)
  database.exec('BEGIN EXCLUSIVE')
  const log = await house.open()
  expect(log.kept().key).toBe('memory')
  expect(await log.recordDurably(open)).toMatchObject({ ok: false, error: { code: 'internal' } })
  database.close()
  await log.close()
})

test('whole old years are removed only if they are old by this version’s own date, whatever the clock says, and the rest still verifies', async () => {
  const proven = newestLawYear - 1
  const clock = createManualClock(Date.UTC(proven - 8, 5, 1))
  const house = createActivityHouse(clock)
  const years = () =>
    house.rows('SELECT DISTINCT substr(at, 1, 4) AS year FROM activity').map(({ year }) => year)
  const startIn = async (year: number) => {
    clock.setBy(Date.UTC(year, 5, 1) - clock.now())
    const log = await house.open()
    log.record(open)
    valueOf(await log.retire(6))
    const check = valueOf(await log.verify())
    await log.close()
    return check
  }
  for (const year of [proven - 8, proven - 7, proven - 6, proven - 2])
    expect(await startIn(year)).toMatchObject({ state: 'intact' })
  expect(years()).toHaveLength(4)
  // However often the program starts with a clock that is years ahead, it removes nothing else.
  for (let start = 0; start < 3; start += 1)
    expect(await startIn(proven + 8)).toMatchObject({ state: 'intact' })
  expect(years()).toEqual([proven - 6, proven - 2, proven + 8].map(String))
  house.run('DELETE FROM activity WHERE n = (SELECT min(n) FROM activity)')
  const robbed = await startIn(proven)
  expect(robbed).toMatchObject({ state: 'tampered', problems: [{ kind: 'removed' }] })
})

test('a log knows the states of a submission only from records with a valid code', async () => {
  const house = createActivityHouse()
  const id = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'
  const first = await house.open()
  for (const outcome of ['intended', 'sending', 'inDoubt'] as const)
    valueOf(await first.recordDurably({ action: 'submission', outcome, id }))
  first.record({ ...open, id })
  const known = { states: new Set(['intended', 'sending', 'inDoubt']), isWhole: true }
  expect(valueOf(await first.statesOf(id))).toEqual(known)
  expect(valueOf(await first.statesOf(id.replace('7', '8')))).toEqual({
    states: new Set(),
    isWhole: true,
  })
  await first.close()
  house.run("UPDATE activity SET outcome = 'notSent' WHERE outcome = 'inDoubt'")
  const second = await house.open()
  expect(valueOf(await second.statesOf(id))).toEqual({
    states: new Set(['intended', 'sending']),
    isWhole: false,
  })
  await second.close()
})

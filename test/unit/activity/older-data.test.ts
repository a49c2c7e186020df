import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { valueOf } from '#test/support/results.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/** Tests that a mark in the keychain reveals data that is older than the program left it. */

type House = ReturnType<typeof createActivityHouse>
const open = { action: 'open', outcome: 'done' } as const
const id = '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b'

const workOn = async (house: House): Promise<void> => {
  const log = await house.open()
  for (let index = 0; index < 5; index += 1) log.record(open)
  await log.close()
}
const copyOf = (house: House): string => {
  const copy = path.join(temporaryFolder('copy'), 'data')
  cpSync(house.dataDir, copy, { recursive: true })
  return copy
}
const putBack = (copy: string, house: House): void => {
  rmSync(house.dataDir, { recursive: true })
  cpSync(copy, house.dataDir, { recursive: true })
}
/** What a start finds; checks that later starts report the same. */
const startsAfter = async (house: House) => {
  const log = await house.open()
  const check = valueOf(await log.verify())
  const found = { day: log.rolledBackOn(), check, records: log.records() }
  await log.close()
  const later = await house.open()
  expect(later.rolledBackOn()).toBe(found.day)
  expect(valueOf(await later.verify()).problems).toEqual(check.problems)
  expect(later.records().filter(({ action }) => action === 'olderData')).toHaveLength(
    found.day === null ? 0 : 1,
  )
  await later.close()
  return found
}
const today: unknown = expect.stringMatching(/^2026-11-20T/)

test('an unchanged folder raises no alarm, nor do two folders with one keychain', async () => {
  const secrets = createMemorySecrets()
  const houses = [1, 2].map(() => createActivityHouse(createManualClock(), secrets))
  for (let start = 0; start < 2; start += 1) for (const house of houses) await workOn(house)
  for (const house of houses) {
    const { day, check } = await startsAfter(house)
    expect(day).toBeNull()
    expect(check).toMatchObject({ state: 'intact', problems: [] })
  }
})

test('a first start that is killed at any keychain call causes no alarm later', async () => {
  for (let calls = 0; ; calls += 1) {
    const house = createActivityHouse()
    const killed = Promise.withResolvers<null>()
    let left = calls
    const unlessKilled = <T>(call: () => Promise<T>): Promise<T> => {
      left -= 1
      if (left >= 0) return call()
      killed.resolve(null)
      return new Promise<never>(() => undefined)
    }
    const { secrets } = house
    const doomed = createActivityHouse(
      house.clock,
      {
        ...secrets,
        get: (account) => unlessKilled(() => secrets.get(account)),
        set: (account, value) => unlessKilled(() => secrets.set(account, value)),
      },
      house.dataDir,
    )
    const opened = await Promise.race([doomed.open(), killed.promise])
    await opened?.kill()
    const { day, check } = await startsAfter(house)
    expect(day, `killed at call ${calls}`).toBeNull()
    expect(check).toMatchObject({ state: 'intact' })
    if (opened) {
      expect(calls).toBeGreaterThan(5)
      return
    }
  }
})

test('a removed end of the log is noticed at the next start, and reported from then on', async () => {
  const house = createActivityHouse()
  await workOn(house)
  const [last] = house.rows('SELECT max(n) AS n FROM activity')
  house.run(`DELETE FROM activity WHERE n > ${Number(last?.['n'])} - 2`)
  const { day, check, records } = await startsAfter(house)
  const n = Number(last?.['n'])
  expect(day).toEqual(today)
  expect(records.find(({ action }) => action === 'olderData')).toMatchObject({
    n: n + 1,
    outcome: 'recordsMissing',
  })
  expect(check).toMatchObject({
    state: 'tampered',
    problems: [
      {
        kind: 'olderData',
        record: n + 1,
        message: expect.stringContaining(`Records ${n - 1} to ${n} are missing.`) as unknown,
      },
    ],
  })
})

test('an older copy of the folder is noticed', async () => {
  const house = createActivityHouse()
  await workOn(house)
  const copy = copyOf(house)
  await workOn(house)
  putBack(copy, house)
  expect(await startsAfter(house)).toMatchObject({
    day: today,
    check: { problems: [{ kind: 'olderData' }] },
  })
  // Puts back the same copy once more.
  putBack(copy, house)
  expect(await startsAfter(house)).toMatchObject({ day: today })
})

test('an older copy is noticed even after it has grown as long as the original', async () => {
  const house = createActivityHouse()
  await workOn(house)
  const copy = copyOf(house)
  await workOn(house)
  const accounts = new Map(house.secrets.items)
  putBack(copy, house)
  // The copy is used with a keychain that has a different mark.
  house.secrets.items.delete([...accounts.keys()].find((name) => name.includes('mark')) ?? '')
  await workOn(house)
  await workOn(house)
  for (const [account, value] of accounts) house.secrets.items.set(account, value)
  const log = await house.open()
  const older = log.records().filter(({ action }) => action === 'olderData')
  expect(older.map(({ outcome }) => outcome)).toEqual(['unknownFolder', 'recordsMissing'])
  await log.close()
})

test('a database that was removed, or replaced by another one, is noticed', async () => {
  const house = createActivityHouse()
  await workOn(house)
  const original = copyOf(house)
  rmSync(house.dataDir, { recursive: true })
  const removed = await startsAfter(house)
  expect(removed).toMatchObject({ day: today })
  expect(removed.records[0]).toMatchObject({ action: 'olderData', outcome: 'otherDatabase' })
  putBack(original, house)
  const replaced = await startsAfter(house)
  expect(replaced.records.filter(({ action }) => action === 'olderData')).toHaveLength(1)
})

test('a folder that the keychain does not know is reported, because it may be a copy', async () => {
  const house = createActivityHouse()
  await workOn(house)
  for (const account of house.secrets.items.keys())
    if (account.startsWith('activity/')) house.secrets.items.delete(account)
  const { records } = await startsAfter(house)
  expect(records.filter(({ action }) => action === 'olderData')).toMatchObject([
    { outcome: 'unknownFolder' },
  ])
})

test('a folder that was only moved raises no alarm', async () => {
  const house = createActivityHouse()
  await workOn(house)
  const moved = createActivityHouse(house.clock, house.secrets, copyOf(house))
  rmSync(house.dataDir, { recursive: true })
  expect(await startsAfter(moved)).toMatchObject({ check: { state: 'intact' } })
})

test('the mark in the keychain is updated before a submission is sent, within a minute of any other record, and when the program ends', async () => {
  const minutes: (() => void)[] = []
  const sleep = () => new Promise<void>((resolve) => void minutes.push(resolve))
  const house = createActivityHouse({ ...createManualClock(), sleep })
  const log = await house.open()
  valueOf(await log.verify())
  const marked = (): number => {
    const [, value = ''] =
      [...house.secrets.items].find(([account]) => account.includes('mark')) ?? []
    return Number(value.split('.')[1])
  }
  for (let index = 0; index < 5; index += 1) log.record(open)
  expect([marked(), minutes.length]).toEqual([0, 1])
  minutes[0]?.()
  await expect.poll(marked).toBe(log.count())

  valueOf(await log.recordDurably({ action: 'submission', outcome: 'intended', id }))
  const intended = log.count()
  valueOf(await log.recordDurably({ action: 'submission', outcome: 'sending', id }))
  expect(marked()).toBeGreaterThanOrEqual(intended)
  valueOf(await log.recordDurably({ action: 'submission', outcome: 'accepted', id }))
  await expect.poll(marked).toBe(log.count())
  log.record(open)
  expect(marked()).toBe(log.count() - 1)
  await log.close()
  expect(marked()).toBe(log.count())
})

test('a kill that leaves the mark in the keychain behind the log raises no alarm', async () => {
  const house = createActivityHouse({ ...createManualClock(), sleep: () => new Promise(() => {}) })
  await workOn(house)
  const log = await house.open()
  for (let index = 0; index < 20; index += 1) log.record(open)
  await log.kill()
  expect(await startsAfter(house)).toMatchObject({ check: { state: 'intact' } })
})

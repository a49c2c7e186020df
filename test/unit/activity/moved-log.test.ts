import { expect, test } from 'vitest'
import type { KeychainState } from '#shared/environments/settings.ts'
import type { ActivityRecord } from '#shared/activity/activity.ts'
import { valueOf } from '#test/support/results.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'

/** Tests a log that starts without the keychain and gets it later. */

const open = {
  action: 'open',
  outcome: 'done',
  environmentId: 'training',
  participantId: 'P-100',
} as const

const setUp = async () => {
  const house = createActivityHouse()
  let keychain: KeychainState = { kind: 'system' }
  const start = () => house.open(() => keychain)
  const earlier = await start()
  earlier.record(open)
  await earlier.close()
  keychain = { kind: 'memory', reason: 'locked', message: 'The keyring is locked.' }
  const log = await start()
  const comeBack = () => {
    keychain = { kind: 'system' }
    log.store.retry()
    return log.store.settle()
  }
  const stored = () => house.rows('SELECT * FROM activity')
  return { ...house, start, log, comeBack, stored }
}

test('a log that gets the keychain later continues the lasting chain with the session’s records, and with the same pseudonyms', async () => {
  const { log, comeBack, start } = await setUp()
  log.record(open)
  valueOf(
    await log.recordDurably({
      ...open,
      participantId: 'P-200',
      action: 'submission',
      outcome: 'sending',
    }),
  )
  expect(log.kept().key).toBe('memory')
  const before = log.records()

  const [moved] = await Promise.all([comeBack(), log.recordDurably({ ...open, action: 'view' })])
  valueOf(moved)
  expect(log.kept()).toEqual({ key: 'keychain', why: '' })
  valueOf(
    await log.recordDurably({
      ...open,
      participantId: 'P-200',
      action: 'submission',
      outcome: 'accepted',
    }),
  )
  const records = log.records()
  const ids = records.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { n: _n, subject: _subject, ...rest } of before)
    expect(records).toContainEqual(expect.objectContaining(rest))
  const subjects = (action: ActivityRecord['action']) =>
    new Set(records.filter((each) => each.action === action).map(({ subject }) => subject))
  expect(records.filter(({ action }) => action === 'open')).toHaveLength(2)
  expect([...subjects('open'), ...subjects('view')]).toEqual([
    log.pseudonymOf('P-100'),
    log.pseudonymOf('P-100'),
  ])
  expect([...subjects('submission')]).toEqual([log.pseudonymOf('P-200')])
  expect(valueOf(await log.verify())).toMatchObject({ state: 'intact', problems: [] })
  await log.close()

  const again = await start()
  expect(valueOf(await again.verify())).toMatchObject({ state: 'intact', problems: [] })
  await again.close()
})

test('the stored log stays unchanged while the keychain is locked or lacks the key', async () => {
  const { log, comeBack, stored, secrets } = await setUp()
  const before = stored()
  valueOf(await log.store.settle())
  secrets.items.clear()
  valueOf(await comeBack())
  expect(log.kept().key).toBe('memory')
  log.record(open)
  expect(valueOf(await log.verify()).state).toBe('intact')
  expect(stored()).toEqual(before)
  await log.close()
})

test('thousands of records move to the lasting chain completely, even if others are added meanwhile', async () => {
  const { log, comeBack } = await setUp()
  for (let index = 0; index < 3500; index += 1) log.record({ ...open, participantId: `P-${index}` })
  const moving = comeBack()
  const meanwhile = Array.from({ length: 50 }, (_, index) =>
    log.recordDurably({ ...open, action: 'view', participantId: `V-${index}` }),
  )
  valueOf(await moving)
  for (const each of await Promise.all(meanwhile)) valueOf(each)
  const records = log.records()
  expect(records.filter(({ action }) => action === 'open')).toHaveLength(3501)
  expect(records.filter(({ action }) => action === 'view')).toHaveLength(50)
  expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index + 1))
  const wanted = new Set(Array.from({ length: 3500 }, (_, index) => log.pseudonymOf(`P-${index}`)))
  expect(
    records.filter(({ action, subject }) => action === 'open' && wanted.has(subject)),
  ).toHaveLength(3501)
  await log.close()
})

test('a disk that cannot store all records stores none, and later all of them', async () => {
  const { log, comeBack, run, stored } = await setUp()
  for (let index = 0; index < 50; index += 1) log.record(open)
  const before = stored()
  run(`CREATE TRIGGER full BEFORE INSERT ON activity WHEN new.n > ${before.length} + 20
    BEGIN SELECT RAISE(ABORT, 'full'); END`)
  expect(await comeBack()).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(log.kept().key).toBe('memory')
  expect(stored()).toEqual(before)
  run('DROP TRIGGER full')
  valueOf(await comeBack())
  expect(log.records().filter(({ action }) => action === 'open')).toHaveLength(51)
  expect(valueOf(await log.verify()).state).toBe('intact')
  await log.close()
})

test('data that was replaced by older data while the keychain was unavailable is noticed once it is back', async () => {
  const { log, comeBack, run } = await setUp()
  run('DELETE FROM activity WHERE n = (SELECT max(n) FROM activity)')
  log.record(open)
  expect(log.rolledBackOn()).toBeNull()
  valueOf(await comeBack())
  expect(log.rolledBackOn()).toMatch(/^2026-11-20T/)
  expect(valueOf(await log.verify())).toMatchObject({ problems: [{ kind: 'olderData' }] })
  await log.close()
})

import { expect, test } from 'vitest'
import { fail } from '#shared/result.ts'
import type { ActivityRecord } from '#shared/activity/activity.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { parseRecord } from '#electron/core/activity/chain.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { valueOf } from '#test/support/results.ts'

/** A log that starts without the keychain and finds it later. */

const locked: KeychainState = {
  kind: 'memory',
  reason: 'locked',
  message: 'The keyring is locked.',
}
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
  keychain = locked
  const log = await start()
  const unlock = (): void => {
    keychain = { kind: 'system' }
  }
  const filesOf = (series: string): string[] =>
    [...house.disk.contents.keys()].filter((name) => name.startsWith(`activity/${series}-2`))
  const recordsIn = (series: string): ActivityRecord[] =>
    filesOf(series).flatMap((name) =>
      Buffer.from(house.disk.contents.get(name) ?? [])
        .toString('utf8')
        .split('\n')
        .flatMap((line) => parseRecord(line) ?? []),
    )
  return { ...house, start, log, unlock, filesOf, recordsIn }
}

test('goes on in the lasting chain, with the records of the session and one pseudonym for one participant', async () => {
  const { log, unlock, start, filesOf, recordsIn } = await setUp()
  log.record(open)
  valueOf(
    await log.recordDurably({
      ...open,
      participantId: 'P-200',
      action: 'submission',
      outcome: 'sending',
    }),
  )
  expect(log.kept).toEqual({ key: 'memory', why: 'The keyring is locked.' })
  expect(filesOf('session')).toHaveLength(1)
  const before = recordsIn('session')

  unlock()
  const [moved] = await Promise.all([
    log.moveToKeychain(),
    log.moveToKeychain(),
    log.recordDurably({ ...open, action: 'view' }),
  ])
  valueOf(moved)
  expect(log.kept).toEqual({ key: 'keychain', why: '' })
  expect(filesOf('session')).toEqual([])
  valueOf(
    await log.recordDurably({
      ...open,
      participantId: 'P-200',
      action: 'submission',
      outcome: 'accepted',
    }),
  )
  const records = recordsIn('activity')
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

test('stays as it is while the keychain is locked, or does not hold the key', async () => {
  const { log, unlock, filesOf, recordsIn, secrets } = await setUp()
  const before = recordsIn('activity')
  valueOf(await log.moveToKeychain())
  secrets.items.clear()
  unlock()
  valueOf(await log.moveToKeychain())
  expect(log.kept.key).toBe('memory')
  log.record(open)
  expect(valueOf(await log.verify()).state).toBe('intact')
  expect(filesOf('session')).toHaveLength(1)
  expect(recordsIn('activity')).toEqual(before)
  await log.close()
})

test('leaves records of the session that were changed from outside where they are, and says so', async () => {
  const { log, unlock, disk, filesOf, recordsIn } = await setUp()
  valueOf(await log.recordDurably(open))
  const [name = ''] = filesOf('session')
  const bytes = Uint8Array.from(disk.contents.get(name) ?? [])
  bytes[20] = (bytes[20] ?? 0) ^ 1
  disk.contents.set(name, bytes)
  unlock()
  expect(await log.moveToKeychain()).toMatchObject({ ok: false })
  expect(filesOf('session')).toEqual([name])
  expect(log.kept.key).toBe('keychain')
  expect(recordsIn('activity').filter(({ action }) => action === 'open')).toHaveLength(1)
  expect(valueOf(await log.verify()).state).toBe('intact')
  await log.close()
})

test('a list of thousands of records moves whole, whatever is noted meanwhile', async () => {
  const { log, unlock, recordsIn } = await setUp()
  for (let index = 0; index < 3500; index += 1) log.record({ ...open, participantId: `P-${index}` })
  unlock()
  const moving = log.moveToKeychain()
  const meanwhile = Array.from({ length: 50 }, (_, index) =>
    log.recordDurably({ ...open, action: 'view', participantId: `V-${index}` }),
  )
  valueOf(await moving)
  for (const each of await Promise.all(meanwhile)) valueOf(each)
  const records = recordsIn('activity')
  expect(records.filter(({ action }) => action === 'open')).toHaveLength(3501)
  expect(records.filter(({ action }) => action === 'view')).toHaveLength(50)
  expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index + 1))
  const wanted = new Set(Array.from({ length: 3500 }, (_, index) => log.pseudonymOf(`P-${index}`)))
  expect(
    records.filter(({ action, subject }) => action === 'open' && wanted.has(subject)),
  ).toHaveLength(3501)
  await log.close()
})

test('records that a full disk does not take while they move are written once it has room', async () => {
  const { log, unlock, disk, filesOf, recordsIn } = await setUp()
  for (let index = 0; index < 3500; index += 1) log.record({ ...open, participantId: `P-${index}` })
  const real = { ...disk.files }
  let adopting = 0
  disk.files.append = async (name, bytes) => {
    if (!name.startsWith('activity/activity-') || bytes.length < 100_000)
      return real.append(name, bytes)
    adopting += 1
    return adopting === 2
      ? fail({ code: 'records.diskFull', message: 'No space left on the device.' })
      : real.append(name, bytes)
  }
  unlock()
  expect(await log.moveToKeychain()).toMatchObject({
    ok: false,
    error: { code: 'records.diskFull' },
  })
  expect(filesOf('session')).toHaveLength(1)
  valueOf(await log.recordDurably({ ...open, action: 'view' }))
  expect(valueOf(await log.verify()).state).toBe('intact')
  const records = recordsIn('activity')
  expect(records.filter(({ action }) => action === 'open')).toHaveLength(3501)
  await log.close()
})

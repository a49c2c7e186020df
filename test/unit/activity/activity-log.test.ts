import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fail } from '#shared/result.ts'
import {
  createChain,
  createPseudonyms,
  genesis,
  parseRecord,
} from '#electron/core/activity/chain.ts'
import { exportLog } from '#electron/core/activity/activity.ts'
import { activityKeyAccount } from '#electron/core/activity/key.ts'
import type { ActivityRecord } from '#shared/activity/activity.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { valueOf } from '#test/support/results.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { z } from 'zod'
import type { createMemoryFiles } from '#test/support/doubles/memory-files.ts'

const name = 'activity/activity-2026.jsonl'
type Disk = ReturnType<typeof createMemoryFiles>

const textOf = (disk: Disk, file = name): string =>
  Buffer.from(disk.contents.get(file) ?? []).toString('utf8')
const recordsIn = (disk: Disk, file = name): ActivityRecord[] =>
  textOf(disk, file)
    .split('\n')
    .flatMap((line) => parseRecord(line) ?? [])
const open = {
  action: 'open',
  outcome: 'done',
  environmentId: 'training',
  participantId: 'P-100',
} as const

test('the chain is HMAC-SHA256 over the code before and the bytes', () => {
  for (const length of [0, 1, 63, 64, 300, 5000]) {
    const key = randomBytes(32)
    const body = randomBytes(length)
    const right = createHmac('sha256', key).update(genesis).update(body).digest('base64url')
    expect(createChain(key)(genesis, body)).toBe(right)
  }
})

test('a pseudonym is HMAC-SHA256 of the id under a key of its own, whatever the case and the length of the id', () => {
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

describe('the log', () => {
  test('holds what happened, by pseudonym, over a restart', async () => {
    const { disk, open: start } = createActivityHouse()
    const first = await start()
    first.record(open)
    await first.close()
    const second = await start()
    second.record(open)
    expect(valueOf(await second.verify())).toMatchObject({ state: 'intact', notes: [] })
    await second.close()
    const records = recordsIn(disk)
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
    expect(textOf(disk)).not.toContain('P-100')
    expect(records[0]).toMatchObject({ action: 'start', outcome: 'keychainKey' })
  })

  test('has no room for anything but its own words', async () => {
    const { disk, open: start } = createActivityHouse()
    const log = await start()
    log.record({ ...open, environmentId: 'Dana Reyes <x/>', id: 'Dana Reyes' })
    await log.close()
    expect(textOf(disk)).not.toContain('Dana Reyes')
    for (const record of recordsIn(disk)) expect(record.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('never makes a new key over one that is out of reach', async () => {
    const house = createActivityHouse()
    await (await house.open()).close()
    const before = textOf(house.disk)
    const key = house.secrets.items.get(activityKeyAccount)

    house.secrets.breakWith({ code: 'keychain.locked', message: 'The keyring is locked.' })
    const locked = await house.open()
    expect(locked.kept).toEqual({ key: 'memory', why: 'The keyring is locked.' })
    await locked.close()
    house.secrets.breakWith(null)
    house.secrets.items.clear()
    const lost = await house.open()
    expect(lost.kept.key).toBe('memory')
    expect(lost.kept.why).toContain('does not hold the key')
    await lost.close()
    expect(house.secrets.items.size).toBe(0)
    expect(textOf(house.disk)).toBe(before)

    if (key !== undefined) house.secrets.items.set(activityKeyAccount, key)
    const again = await house.open()
    expect(valueOf(await again.verify()).state).toBe('intact')
    await again.close()
  })

  test('is not taken for changed when the first start ended before there was a head, and only then', async () => {
    const house = createActivityHouse()
    await (await house.open()).close()
    const confirmed = house.secrets.items.get(activityKeyAccount) ?? ''
    expect(confirmed).toMatch(/^v1\.[\w-]{43}$/)
    const head = 'activity/activity-head.json'
    for (const gone of [[head], [head, name]]) {
      house.secrets.items.set(activityKeyAccount, `${confirmed}.new`)
      for (const file of gone) house.disk.contents.delete(file)
      const after = await house.open()
      await expect.poll(() => after.lastCheck()).toMatchObject({ state: 'intact' })
      await after.close()
      expect(house.secrets.items.get(activityKeyAccount)).toBe(confirmed)
    }
    house.disk.contents.delete(head)
    const changed = await house.open()
    await expect
      .poll(() => changed.lastCheck())
      .toMatchObject({ state: 'tampered', problems: [{ kind: 'head' }] })
    await changed.close()
  })

  test('says in its first record that the key lasts until the program closes', async () => {
    const house = createActivityHouse()
    const log = await house.open({
      kind: 'memory',
      reason: 'unavailable',
      message: 'there is no keyring',
    })
    log.record(open)
    expect(valueOf(await log.verify())).toMatchObject({ state: 'intact' })
    await log.close()
    const file =
      [...house.disk.contents.keys()].find((each) => each.startsWith('activity/session-')) ?? ''
    expect(recordsIn(house.disk, file)[0]).toMatchObject({ action: 'start', outcome: 'sessionKey' })
    expect(log.kept).toEqual({ key: 'memory', why: 'there is no keyring.' })
    expect(house.secrets.items.size).toBe(0)
  })

  test('is found gone when its key is still there', async () => {
    const house = createActivityHouse()
    await (await house.open()).close()
    house.disk.contents.clear()
    const log = await house.open()
    await expect.poll(() => log.lastCheck()?.state).toBe('tampered')
    await log.close()
  })

  test('tells a line cut by a crash from tampering, and goes on after it', async () => {
    for (const cut of [1, 5, 60, 200]) {
      const house = createActivityHouse()
      const first = await house.open()
      first.record(open)
      await first.close()
      const whole = house.disk.contents.get(name) ?? new Uint8Array()
      // This is the state after a power cut: the old head, and a part of a write.
      const head = house.disk.contents.get('activity/activity-head.json') ?? new Uint8Array()
      const next = await house.open()
      valueOf(await next.recordDurably({ ...open, action: 'submission', outcome: 'sending' }))
      const longer = house.disk.contents.get(name) ?? new Uint8Array()
      await next.close()
      house.disk.contents.set(name, longer.slice(0, whole.length + cut))
      house.disk.contents.set('activity/activity-head.json', head)

      const after = await house.open()
      await expect
        .poll(() => after.lastCheck()?.state, { message: `cut after ${cut}` })
        .toBe('intact')
      after.record(open)
      const check = valueOf(await after.verify())
      expect(check).toMatchObject({ state: 'intact', problems: [] })
      expect(check.notes.join()).toContain('cut off when the program ended')
      // An export can be checked record by record, like the log itself.
      const { segments } = valueOf(await after.settled())
      const { text } = valueOf(await exportLog(house.disk.files, segments, check, 'json'))
      const key = Buffer.from(
        house.secrets.items.get(activityKeyAccount)?.slice(3) ?? '',
        'base64url',
      )
      const chain = createChain(key)
      const exported = z
        .looseObject({ records: z.array(z.looseObject({ mac: z.string() })) })
        .parse(JSON.parse(text)).records
      let previous = genesis
      for (const { mac, ...record } of exported) {
        expect(chain(previous, Buffer.from(JSON.stringify(record).slice(0, -1)))).toBe(mac)
        previous = mac
      }
      expect(exported.filter((record) => 'torn' in record)).toHaveLength(1)
      await after.close()
      expect(valueOf(await (await house.open()).verify()).state).toBe('intact')
    }
  })

  test('of a counted record that lost its end, only its own line is blamed', async () => {
    const house = createActivityHouse()
    const first = await house.open()
    first.record(open)
    await first.close()
    const whole = house.disk.contents.get(name) ?? new Uint8Array()
    house.disk.contents.set(name, whole.slice(0, whole.length - 40))
    const line = textOf(house.disk).split('\n').length
    const after = await house.open()
    after.record(open)
    const { problems } = valueOf(await after.verify())
    expect(problems).toEqual([
      { kind: 'edited', file: name, line, message: `The end of line ${line} is gone.` },
    ])
    await after.close()
  })

  test('keeps the gap in sight when it goes on after a cut tail', async () => {
    const house = createActivityHouse()
    const first = await house.open()
    for (let index = 0; index < 5; index += 1) first.record(open)
    await first.close()
    const lines = textOf(house.disk).trimEnd().split('\n')
    house.disk.contents.set(name, Buffer.from(`${lines.slice(0, -2).join('\n')}\n`))
    const log = await house.open()
    await expect
      .poll(() => log.lastCheck()?.problems[0])
      .toMatchObject({ kind: 'cut', line: lines.length - 1 })
    log.record(open)
    expect(valueOf(await log.verify())).toMatchObject({
      state: 'tampered',
      problems: [{ kind: 'removed', line: lines.length - 1 }],
    })
    await log.close()
  })

  test('does not fail the action when the disk is full, and catches up', async () => {
    const house = createActivityHouse()
    const log = await house.open()
    house.disk.failNextWrite(1)
    log.record(open)
    await expect.poll(() => house.logged.length).toBeGreaterThan(0)
    const durable = await log.recordDurably(open)
    expect(durable.ok).toBe(true)
    expect(valueOf(await log.verify())).toMatchObject({ state: 'intact' })
    await log.close()
    expect(recordsIn(house.disk).filter(({ action }) => action === 'open')).toHaveLength(2)
  })

  test('has each record once where a disk that filled up took some of them', async () => {
    for (const share of [0, 0.2, 0.5, 0.8, 1]) {
      const house = createActivityHouse()
      const log = await house.open()
      // Nothing waits any more.
      valueOf(await log.verify())
      valueOf(await log.recordDurably(open))
      const real = { ...house.disk.files }
      let isFull = true
      house.disk.files.append = async (name, bytes) => {
        if (!isFull) return real.append(name, bytes)
        isFull = false
        await real.append(name, bytes.subarray(0, Math.round(bytes.length * share)))
        return fail({ code: 'records.diskFull', message: 'No space left on the device.' })
      }
      for (let index = 0; index < 5; index += 1) log.record(open)
      expect(await log.recordDurably(open)).toMatchObject({ ok: false })
      expect(await log.recordDurably(open)).toMatchObject({ ok: true })
      expect(valueOf(await log.verify())).toMatchObject({ state: 'intact' })
      await log.close()
      expect(recordsIn(house.disk).filter(({ action }) => action === 'open')).toHaveLength(8)
    }
  })

  test('lets whole old years go once two starts have seen the year, and the rest still verifies', async () => {
    const clock = createManualClock(Date.UTC(2019, 5, 1))
    const house = createActivityHouse(clock)
    const filesNow = (): string[] =>
      [...house.disk.contents.keys()].filter((each) => each.endsWith('.jsonl'))
    // The clock of the first start in 2027 may be years ahead.
    for (const [year, left] of [
      [2019, 1],
      [2020, 2],
      [2021, 3],
      [2027, 4],
      [2027, 2],
    ] as const) {
      clock.setBy(Date.UTC(year, 5, 1) - clock.now())
      const log = await house.open()
      log.record(open)
      valueOf(await log.verify())
      if (year === 2027) {
        await expect.poll(() => log.lastCheck()?.state).toBe('intact')
        valueOf(await log.retire(6))
        expect(valueOf(await log.verify())).toMatchObject({ state: 'intact' })
      }
      await log.close()
      expect(filesNow()).toHaveLength(left)
    }
    expect(filesNow()).toEqual(['activity/activity-2021.jsonl', 'activity/activity-2027.jsonl'])
    const log = await house.open()
    expect(valueOf(await log.verify())).toMatchObject({ state: 'intact', notes: [] })
    await log.close()
    house.disk.contents.delete('activity/activity-2021.jsonl')
    const robbed = await house.open()
    expect(valueOf(await robbed.verify())).toMatchObject({
      state: 'tampered',
      problems: [{ kind: 'removed', line: 1 }],
    })
    await robbed.close()
  })
})

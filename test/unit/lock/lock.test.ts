import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { describe, expect, test } from 'vitest'
import { waitAfter } from '#electron/core/lock/attempts.ts'
import { createGate, gateEvents } from '#electron/core/lock/gate.ts'
import { forgetPassphrase, openLock } from '#electron/core/lock/lock.ts'
import { createWrapping } from '#electron/core/records/wrapping.ts'
import { createCoreEvents } from '#electron/core/platform/events.ts'
import { channelNames } from '#shared/ipc/channels.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { quickVerifiers } from '#test/support/doubles/quick-verifiers.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'

const passphrase = 'four quiet otters sleep'

const house = async (minutes = 15) => {
  const secrets = createMemorySecrets()
  const clock = createManualClock()
  const noted: string[] = []
  const open = () =>
    openLock({
      store: secrets,
      keychain: { state: () => ({ kind: 'system' }) },
      verifiers: quickVerifiers,
      clock,
      log: { record: ({ action, outcome }) => void noted.push(`${action} ${outcome}`) },
      settings: { get: () => ({ ...defaultSettings, lockAfterMinutes: minutes }) },
      wrapping: createWrapping(),
    })
  return { secrets, clock, noted, open, lock: await open() }
}

/** A lock with a passphrase. */
const protectedHouse = async (minutes?: number) => {
  const made = await house(minutes)
  expect(await made.lock.setPassphrase('', passphrase)).toMatchObject({ ok: true })
  return made
}

describe('the lock', () => {
  test('cannot be used without a passphrase', async () => {
    const { lock } = await house()
    expect(await lock.lock()).toMatchObject({ ok: false, error: { code: 'lock.noPassphrase' } })
    expect(lock.isLocked()).toBe(false)
  })

  test('refuses a short passphrase', async () => {
    const { lock, secrets } = await house()
    expect(await lock.setPassphrase('', 'seven77')).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field: 'next' },
    })
    expect(secrets.items.size).toBe(0)
  })

  test('locks, stays locked after a wrong passphrase, and opens with the right one; each attempt is logged', async () => {
    const { lock, noted, secrets } = await protectedHouse()
    expect(JSON.stringify([...secrets.items])).not.toContain(passphrase)
    await lock.lock()
    expect(await lock.unlock('not the one')).toMatchObject({
      ok: false,
      error: { code: 'lock.wrong' },
    })
    expect(lock.isLocked()).toBe(true)
    expect(await lock.unlock(passphrase)).toMatchObject({
      ok: true,
      value: { locked: false, failures: 0 },
    })
    expect(noted).toEqual(['lock passphraseSet', 'lock done', 'unlock failed', 'unlock done'])
  })

  test('starts locked after a restart, and remembers wrong attempts', async () => {
    const { lock, open, clock } = await protectedHouse()
    await lock.lock()
    for (let wrong = 0; wrong < 3; wrong += 1) await lock.unlock('wrong wrong')
    const again = await open()
    expect(again.isLocked()).toBe(true)
    expect(await again.unlock(passphrase)).toMatchObject({
      ok: false,
      error: { code: 'lock.wait', retryAfter: 2 },
    })
    clock.advance(2000)
    expect(await again.unlock(passphrase)).toMatchObject({ ok: true })
  })

  test('checks simultaneous attempts one after another, so that the wait applies to all of them', async () => {
    const { lock } = await protectedHouse()
    await lock.lock()
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) => lock.unlock(`guess number ${index}`)),
    )
    expect(tries.map((one) => (one.ok ? '' : one.error.code))).toEqual([
      ...Array.from({ length: 3 }, () => 'lock.wrong'),
      ...Array.from({ length: 5 }, () => 'lock.wait'),
    ])
  })

  test('does not prolong the wait if the clock is set back, in this run or the next', async () => {
    const { lock, open, clock } = await protectedHouse()
    clock.setBy(5 * 3_600_000)
    await lock.lock()
    for (let wrong = 0; wrong < 3; wrong += 1) await lock.unlock('wrong wrong')
    clock.setBy(-5 * 3_600_000)
    for (const program of [lock, await open()]) {
      expect(await program.unlock(passphrase)).toMatchObject({
        ok: false,
        error: { code: 'lock.wait' },
      })
      clock.advance(2000)
      expect((await program.state()).waitSeconds).toBe(0)
    }
    expect(await lock.unlock(passphrase)).toMatchObject({ ok: true })
  })

  test('increases the wait up to five minutes and no further', () => {
    expect([0, 1, 2, 3, 4, 5, 9, 10, 11, 500].map(waitAfter)).toEqual([
      0, 0, 0, 2, 4, 8, 128, 256, 300, 300,
    ])
  })

  test('cannot be changed or removed without the current passphrase', async () => {
    const { lock, open } = await protectedHouse()
    expect(await lock.setPassphrase('wrong one', 'another passphrase')).toMatchObject({
      ok: false,
      error: { code: 'lock.wrong' },
    })
    expect(await lock.removePassphrase('wrong one')).toMatchObject({
      ok: false,
      error: { code: 'lock.wrong' },
    })
    expect(await lock.setPassphrase(passphrase, 'another passphrase')).toMatchObject({ ok: true })
    expect(await lock.removePassphrase('another passphrase')).toMatchObject({
      ok: true,
      value: { passphrase: 'none' },
    })
    expect((await open()).isLocked()).toBe(false)
  })

  test('stays locked if its verifier disappears, but a start without a verifier is unlocked', async () => {
    const { lock, open, secrets } = await protectedHouse()
    await lock.lock()
    await forgetPassphrase(secrets)
    expect(await lock.unlock(passphrase)).toMatchObject({
      ok: false,
      error: { code: 'lock.wrong' },
    })
    expect(await lock.unlock('')).toMatchObject({ ok: false })
    expect(lock.isLocked()).toBe(true)
    expect((await open()).isLocked()).toBe(false)
  })

  test('starts locked while the keychain does not say whether there is a passphrase', async () => {
    const { open, secrets } = await house()
    secrets.breakWith({ code: 'keychain.locked', message: 'The keyring is locked.' })
    const lock = await open()
    expect(await lock.state()).toMatchObject({ locked: true, passphrase: 'unknown' })
    expect(await lock.unlock('anything at all')).toMatchObject({
      ok: false,
      error: { code: 'keychain.locked' },
    })
    secrets.breakWith(null)
    expect(await lock.unlock('')).toMatchObject({
      ok: true,
      value: { locked: false, passphrase: 'none' },
    })
  })
})

describe('without input, the lock', () => {
  test('closes after the set time without input', async () => {
    const { lock, clock } = await protectedHouse(10)
    clock.advance(9 * 60_000)
    lock.tick()
    lock.touch()
    clock.advance(9 * 60_000)
    lock.tick()
    expect(lock.isLocked()).toBe(false)
    clock.advance(60_000)
    lock.tick()
    expect(lock.isLocked()).toBe(true)
    lock.touch()
    expect(lock.isLocked()).toBe(true)
  })

  test('closes even if the clock is set back, and counts sleep', async () => {
    const { lock, clock } = await protectedHouse(10)
    clock.setBy(-3_600_000)
    clock.advance(10 * 60_000)
    lock.tick()
    expect(lock.isLocked()).toBe(true)
    await lock.unlock(passphrase)
    clock.setBy(10 * 60_000)
    lock.tick()
    expect(lock.isLocked()).toBe(true)
  })

  test('never closes by itself if the time is 0 or there is no passphrase', async () => {
    for (const { lock, clock } of [await protectedHouse(0), await house(1)]) {
      clock.advance(86_400_000)
      lock.tick()
      expect(lock.isLocked()).toBe(false)
    }
  })
})

describe('the gate in front of the core', () => {
  test('closes every channel while locked, except those needed to unlock', async () => {
    const { lock } = await protectedHouse()
    const gate = createGate(lock)
    expect(channelNames.filter((name) => gate.refusal(name) !== null)).toEqual([])
    await lock.lock()
    const open = channelNames.filter((name) => gate.refusal(name) === null)
    expect(open).toEqual([
      'app.info',
      ...[
        'lock.state',
        'lock.unlock',
        'lock.lock',
        'lock.touch',
        'lock.useCode',
        'lock.keepDrafts',
      ],
    ])
    expect(gate.refusal('a channel of tomorrow')).toMatchObject({ code: 'lock.locked' })
  })

  test('sends no events while locked, and tells lists to refresh afterwards', async () => {
    const { lock } = await protectedHouse()
    const events = createCoreEvents()
    const heard: string[] = []
    gateEvents(events, lock).on((event) => void heard.push(event))
    await lock.lock()
    events.emit('job.progress', { jobId: 'j', detail: 'about a participant', fraction: null })
    events.emit('records.changed', {})
    expect(heard).toEqual(['lock.changed'])
    await lock.unlock(passphrase)
    expect(heard.slice(1)).toEqual([
      ...[
        'lock.changed',
        'settings.changed',
        'environments.changed',
        'records.changed',
        'backup.changed',
        'traffic.changed',
        'network.changed',
        'plans.changed',
      ],
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { createAuthority } from '#test/support/servers/certificates.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets, type MemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { straightOut } from '#test/support/doubles/straight-out.ts'
import { fingerprintOf } from '#test/support/servers/trusted-roots.ts'

const [first, second] = [createAuthority('First').cert, createAuthority('Second').cert]
const locked = { code: 'keychain.locked', message: 'The keychain is locked.' } as const

const open = (
  settingsFile = createMemorySettings(),
  store: MemorySecrets = createMemorySecrets(),
  keychain: KeychainState = { kind: 'system' },
) => {
  const network = createNetwork({
    resolver: straightOut,
    store,
    settingsFile,
    clock: createManualClock(),
    logger: createListeningLogger().logger,
    keychain: () => keychain,
  })
  const standings = async () =>
    (await network.view('')).roots.map(({ subject, standing }) => `${subject} ${standing}`)
  return {
    network,
    settingsFile,
    store,
    standings,
    again: () => open(settingsFile, store, keychain),
  }
}
const edit = (settingsFile: ReturnType<typeof createMemorySettings>, pem: string) =>
  settingsFile.set('extraRootsPem', pem)

describe('a certificate authority', () => {
  test('must be confirmed on its own before it is trusted, and stays trusted after a restart', async () => {
    const house = open()
    expect(await house.network.addRoots(first + second)).toEqual({ ok: true, value: undefined })
    expect(await house.standings()).toEqual(['First offered', 'Second offered'])
    expect(await house.network.extraRoots()).toEqual({ pem: '', waiting: ['First', 'Second'] })
    await house.network.confirmRoot(fingerprintOf(second))
    for (const { network } of [house, house.again()]) {
      const { pem, waiting } = await network.extraRoots()
      expect([fingerprintOf(pem), waiting]).toEqual([fingerprintOf(second), ['First']])
    }
    expect(await house.again().standings()).toEqual(['First offered', 'Second confirmed'])
  })

  test('is not trusted just because it is in the settings, and is shown as added outside', async () => {
    const house = open(createMemorySettings({ extraRootsPem: first }))
    expect(await house.standings()).toEqual(['First outside'])
    expect(await house.network.extraRoots()).toEqual({ pem: '', waiting: ['First'] })
    await house.network.confirmRoot(fingerprintOf(first))
    edit(house.settingsFile, first + second)
    expect(await house.again().standings()).toEqual(['First confirmed', 'Second outside'])
  })

  test('is not trusted if it was removed and somebody writes it back to the settings', async () => {
    const { network, settingsFile, store, standings } = open()
    await network.addRoots(first)
    await network.confirmRoot(fingerprintOf(first))
    await network.removeRoot(fingerprintOf(first))
    expect([...store.items]).toEqual([])
    edit(settingsFile, first)
    expect(await standings()).toEqual(['First outside'])
    expect((await network.extraRoots()).pem).toBe('')
  })

  test('can be entered again without losing its confirmation, and other text entered with it is not stored', async () => {
    const { network, settingsFile, standings } = open()
    await network.addRoots(first)
    await network.confirmRoot(fingerprintOf(first))
    await network.addRoots(`# from the office\n${first}\n${first.trim()}\r\n${second}`)
    expect(await standings()).toEqual(['First confirmed', 'Second offered'])
    expect(settingsFile.get('extraRootsPem')).not.toContain('office')
  })

  test('is found in a text that also contains an unreadable certificate', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
    const { network, standings } = open(createMemorySettings({ extraRootsPem: broken + first }))
    expect(await standings()).toEqual(['First outside'])
    await network.confirmRoot(fingerprintOf(first))
    expect(fingerprintOf((await network.extraRoots()).pem)).toBe(fingerprintOf(first))
  })

  test('cannot be confirmed if it is not in the list', async () => {
    const { network, store } = open()
    expect(await network.confirmRoot(fingerprintOf(first))).toMatchObject({
      ok: false,
      error: { code: 'input.invalid' },
    })
    expect(store.items.size).toBe(0)
  })
})

test('a text with many unfinished certificates is refused at once, however long it is', async () => {
  const started = performance.now()
  const { network } = open()
  expect(await network.addRoots('-----BEGIN CERTIFICATE-----'.repeat(40_000))).toMatchObject({
    ok: false,
    error: { code: 'input.invalid' },
  })
  expect(performance.now() - started).toBeLessThan(2000)
})

describe('a keychain', () => {
  test('that fails leaves authorities untrusted, and the failure is reported', async () => {
    const { network, store, standings, settingsFile, again } = open()
    store.breakWith(locked)
    expect(await network.addRoots(first)).toMatchObject({ ok: false, error: locked })
    edit(settingsFile, first)
    expect(await standings()).toEqual(['First unread'])
    expect(await network.confirmRoot(fingerprintOf(first))).toMatchObject({
      ok: false,
      error: locked,
    })
    expect(await network.extraRoots()).toEqual({ pem: '', waiting: ['First'] })
    store.breakWith(null)
    expect(await network.confirmRoot(fingerprintOf(first))).toMatchObject({ ok: true })
    store.breakWith(locked)
    const restarted = again()
    expect(await restarted.standings()).toEqual(['First unread'])
    store.breakWith(null)
    expect(await restarted.standings()).toEqual(['First confirmed'])
  })

  test('that fails during the removal of an authority does not leave that authority trusted', async () => {
    const { network, store, standings, again } = open()
    await network.addRoots(first)
    await network.confirmRoot(fingerprintOf(first))
    store.breakWith(locked)
    expect(await network.removeRoot(fingerprintOf(first))).toMatchObject({
      ok: false,
      error: locked,
    })
    expect(await network.extraRoots()).toEqual({ pem: '', waiting: ['First'] })
    expect(await standings()).toEqual(['First unread'])
    // The confirmation still exists, but does not count until somebody confirms again.
    store.breakWith(null)
    expect(await standings()).toEqual(['First offered'])
    await network.addRoots(first)
    expect((await network.extraRoots()).pem).toBe('')
    expect(await again().standings()).toEqual(['First offered'])
    expect(await network.removeRoot(fingerprintOf(first))).toMatchObject({ ok: true })
    expect([await standings(), [...store.items]]).toEqual([[], []])
  })

  test('that fails during a removal does not prevent a later confirmation', async () => {
    const { network, store, standings } = open()
    await network.addRoots(first)
    await network.confirmRoot(fingerprintOf(first))
    store.breakWith(locked)
    await network.removeRoot(fingerprintOf(first))
    store.breakWith(null)
    await network.confirmRoot(fingerprintOf(first))
    expect(await standings()).toEqual(['First confirmed'])
    expect(fingerprintOf((await network.extraRoots()).pem)).toBe(fingerprintOf(first))
  })

  test('that is missing makes a confirmation last only until the program closes', async () => {
    const session: KeychainState = { kind: 'memory', reason: 'locked', message: 'it is locked.' }
    const { network, settingsFile, standings } = open(
      createMemorySettings(),
      createMemorySecrets(),
      session,
    )
    await network.addRoots(first)
    await network.confirmRoot(fingerprintOf(first))
    expect(await standings()).toEqual(['First confirmed'])
    expect(await open(settingsFile, createMemorySecrets(), session).standings()).toEqual([
      'First unread',
    ])
  })
})

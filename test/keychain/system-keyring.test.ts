import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import keytar from 'keytar'
import {
  createKeytarSecretStore,
  type Keychain,
} from '#electron/adapters/keychain/keytar-secret-store.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

const service = 'Glidepath test'
const base64 = (bytes: number): string => randomBytes(bytes).toString('base64')

describe('a real gnome-keyring', () => {
  let session: KeyringSession
  let keychain: Keychain

  beforeAll(async () => {
    session = await startKeyringSession()
    keychain = await createKeytarSecretStore({ service })
  })
  afterAll(() => session.stop())

  it('is used, and is reported as the system keychain', () => {
    expect(keychain.state()).toEqual({ kind: 'system' })
  })

  it('saves, replaces and deletes a secret', async () => {
    const { store } = keychain
    expect(await store.set('environment/uat/credentials', 'Zmlyc3Q=')).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await store.set('environment/uat/credentials', 'c2Vjb25k')).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await store.get('environment/uat/credentials')).toEqual({ ok: true, value: 'c2Vjb25k' })
    expect(await keytar.getPassword(service, 'environment/uat/credentials')).toBe('c2Vjb25k')
    expect((await store.delete('environment/uat/credentials')).ok).toBe(true)
    expect(await store.get('environment/uat/credentials')).toEqual({ ok: true, value: null })
  })

  it('returns null for a missing secret, and accepts the deletion of a missing secret', async () => {
    expect(await keychain.store.get('never')).toEqual({ ok: true, value: null })
    expect((await keychain.store.delete('never')).ok).toBe(true)
  })

  it('splits a secret that is too long for one item, and later deletes every part', async () => {
    const { store } = keychain
    for (const bytes of [1500, 1501, 6144, 12_000, 3000]) {
      const secret = base64(bytes)
      expect((await store.set('long', secret)).ok).toBe(true)
      expect(await store.get('long')).toEqual({ ok: true, value: secret })
    }
    const items = await keytar.findCredentials(service)
    for (const { password } of items) expect(password.length).toBeLessThanOrEqual(2000)
    expect(items.filter(({ account }) => account.startsWith('long#'))).toHaveLength(2)
    expect((await store.delete('long')).ok).toBe(true)
    const left = await keytar.findCredentials(service)
    expect(left.filter(({ account }) => account.startsWith('long'))).toEqual([])
  })

  it('never returns a value read from a damaged set of parts', async () => {
    const { store } = keychain
    await store.set('damaged', base64(4000))
    const parts = (await keytar.findCredentials(service)).filter(({ account }) =>
      account.startsWith('damaged#'),
    )
    const [first] = parts
    if (!first) throw new Error('there are no parts')
    await keytar.setPassword(service, first.account, `${first.password.slice(0, -1)}!`)
    expect(await store.get('damaged')).toMatchObject({
      ok: false,
      error: { code: 'keychain.unavailable' },
    })
    await keytar.deletePassword(service, first.account)
    expect(await store.get('damaged')).toMatchObject({
      ok: false,
      error: { code: 'keychain.unavailable' },
    })
    expect((await store.set('damaged', 'bmV3')).ok).toBe(true)
    expect(await store.get('damaged')).toEqual({ ok: true, value: 'bmV3' })
  })

  it('keeps the last of many simultaneous writes', async () => {
    const { store } = keychain
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.set('busy', `value${index}`)))
    expect(await store.get('busy')).toEqual({ ok: true, value: 'value19' })
  })

  it('refuses values that keychains would truncate or re-encode', () => {
    expect(() => keychain.store.set('nul', 'a\u0000b')).toThrow(RangeError)
    expect(() => keychain.store.set('letters', 'é')).toThrow(RangeError)
    expect(() => keychain.store.set('empty', '')).toThrow(RangeError)
  })

  it('distinguishes a locked keyring from a missing secret', async () => {
    await keychain.store.set('kept', 'a2VwdA==')
    await session.lock()
    for (const call of [
      keychain.store.get('kept'),
      keychain.store.get('never'),
      keychain.store.set('kept', 'bmV3'),
    ]) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'keychain.locked' } })
    }
    const later = await createKeytarSecretStore({ service })
    expect(later.state()).toMatchObject({ kind: 'memory', reason: 'locked' })
    expect((await later.store.set('held', 'c2Vzc2lvbg==')).ok).toBe(true)
    expect(await later.store.get('held')).toEqual({ ok: true, value: 'c2Vzc2lvbg==' })
  }, 30_000)
})

import { describe, expect, it } from 'vitest'
import {
  createKeytarSecretStore,
  type Keytar,
} from '#electron/adapters/keychain/keytar-secret-store.ts'
import { keychainReason } from '#electron/adapters/keychain/keychain-errors.ts'

const never = (): Promise<never> => new Promise<never>(() => undefined)

describe('without a usable keychain, the program', () => {
  it('says that D-Bus is missing, and keeps secrets for the session', async () => {
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent/bus'
    const { state, store } = await createKeytarSecretStore({ service: 'Glidepath test' })
    expect(state()).toMatchObject({ kind: 'memory', reason: 'unavailable' })
    expect(await store.get('x')).toEqual({ ok: true, value: null })
    await store.set('x', 'eA==')
    expect(await store.get('x')).toEqual({ ok: true, value: 'eA==' })
    await store.delete('x')
    expect(await store.get('x')).toEqual({ ok: true, value: null })
  })

  it('names the system package to install if the keychain module cannot load', async () => {
    const load = () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'))
    const { state } = await createKeytarSecretStore({ load })
    expect(state()).toMatchObject({ kind: 'memory', reason: 'moduleMissing' })
    expect(keychainReason('moduleMissing', 'linux')).toMatch(
      /libsecret-1-0 on Debian and Ubuntu, libsecret elsewhere/,
    )
  })

  it('stops waiting for a keychain that never answers', async () => {
    const load = (): Promise<Keytar> =>
      Promise.resolve({ getPassword: never, setPassword: never, deletePassword: never })
    const started = performance.now()
    const { state } = await createKeytarSecretStore({ load, timeoutMs: 100 })
    expect(state()).toMatchObject({ kind: 'memory', reason: 'timeout' })
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('makes no more keychain calls while one hangs, and continues when that call ends', async () => {
    const items = new Map([['probe', 'x']])
    let started = 0
    let release = (): void => undefined
    const load = (): Promise<Keytar> =>
      Promise.resolve({
        getPassword: async (_service, account) => {
          started += 1
          if (account === 'slow') await new Promise<void>((resolve) => (release = resolve))
          return items.get(account) ?? null
        },
        setPassword: never,
        deletePassword: never,
      })
    const { store } = await createKeytarSecretStore({ load, timeoutMs: 50 })
    expect(await store.get('slow')).toMatchObject({
      ok: false,
      error: { code: 'keychain.timeout' },
    })
    const before = started
    expect(await store.get('probe')).toMatchObject({
      ok: false,
      error: { code: 'keychain.timeout' },
    })
    expect(started).toBe(before)
    release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await store.get('probe')).toEqual({ ok: true, value: 'x' })
  })

  it('does not say that nothing was saved while a late write may still take effect', async () => {
    const items = new Map([['probe', 'x']])
    let release = (): void => undefined
    const load = (): Promise<Keytar> =>
      Promise.resolve({
        getPassword: async (_service, account) => items.get(account) ?? null,
        setPassword: async (_service, account, value) => {
          await new Promise<void>((resolve) => (release = resolve))
          items.set(account, value)
        },
        deletePassword: never,
      })
    const { store } = await createKeytarSecretStore({ load, timeoutMs: 50 })
    const written = await store.set('late', 'eA==')
    release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(items.get('late')).toBe('eA==')
    expect(written).toMatchObject({ ok: false, error: { code: 'keychain.timeout' } })
    expect(JSON.stringify(written)).toContain('may still')
    expect(JSON.stringify(written)).not.toContain('Nothing was changed')
  })

  it('does not trust a write if the value reads back differently', async () => {
    const items = new Map<string, string>()
    const load = (): Promise<Keytar> =>
      Promise.resolve({
        getPassword: async (_service, account) => items.get(account) ?? null,
        setPassword: async (_service, account, value) =>
          void items.set(account, value.slice(0, 30)),
        deletePassword: async (_service, account) => items.delete(account),
      })
    const { store } = await createKeytarSecretStore({ load })
    const written = await store.set('cut', 'a'.repeat(40))
    expect(written).toMatchObject({ ok: false, error: { code: 'keychain.unavailable' } })
    expect(JSON.stringify(written)).not.toContain('Nothing was changed')
  })

  it('keeps the earlier value when a long write is cut short at any point', async () => {
    const earlier = 'b'.repeat(5000)
    for (let allowed = 0; ; allowed += 1) {
      const items = new Map<string, string>()
      let left = Infinity
      const load = (): Promise<Keytar> =>
        Promise.resolve({
          getPassword: async (_service, account) => items.get(account) ?? null,
          setPassword: async (_service, account, value) => {
            if ((left -= 1) < 0) throw new Error('power cut')
            items.set(account, value)
          },
          deletePassword: async (_service, account) => items.delete(account),
        })
      const { store } = await createKeytarSecretStore({ load })
      await store.set('long', earlier)
      left = allowed
      const written = await store.set('long', 'c'.repeat(6500))
      left = Infinity
      expect(await store.get('long')).toEqual({
        ok: true,
        value: written.ok ? 'c'.repeat(6500) : earlier,
      })
      if (written.ok) return expect(allowed).toBe(5)
    }
  })
})

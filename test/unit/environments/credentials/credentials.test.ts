import { describe, expect, it } from 'vitest'
import { createCredentials } from '#electron/core/environments/credentials/credentials.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { fail, ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'

const uat: Environment = {
  id: 'uat',
  name: 'UAT',
  kind: 'uat',
  baseUrl: 'https://uat.example.com',
  clientId: 'ABCD',
  credentialStyle: 'basic',
  place: 'place',
  managed: false,
  unavailable: '',
}

const setUp = (
  keychain: KeychainState = { kind: 'system' },
  host: 'desktop' | 'browser' = 'desktop',
) => {
  const store = createMemorySecrets()
  const warnings: string[] = []
  let environment = uat
  const credentials = createCredentials({
    training: { secret: 'training' },
    store,
    keychain: { state: () => keychain },
    environments: {
      get: (id) =>
        id === 'uat' || id === 'training'
          ? ok({ ...environment, id, ...(id === 'training' ? { kind: 'training' } : {}) })
          : fail({ code: 'environment.notFound', message: 'gone' }),
    },
    allowProduction: host === 'desktop',
    clock: createManualClock(),
    logger: {
      info: () => undefined,
      warn: (text) => void warnings.push(text),
      error: () => undefined,
    },
  })
  return {
    credentials,
    store,
    warnings,
    change: (patch: Partial<Environment>) => (environment = { ...uat, ...patch }),
  }
}

const transUrl = 'https://rk.example/receive'
const basic = { style: 'basic', clientId: 'me', clientSecret: 's3cr€t' } as const

describe('credentials', () => {
  it('are stored in the keychain under their account, as base64, and read back complete', async () => {
    const { credentials, store } = setUp()
    expect(await credentials.whereStored('uat')).toBe('none')
    expect((await credentials.save('uat', basic)).ok).toBe(true)
    expect([...store.items.keys()]).toEqual(['environment/uat/credentials'])
    expect([...store.items.values()].join('')).toMatch(/^[A-Za-z0-9+/=]+$/)
    expect(await credentials.read('uat')).toMatchObject({ ok: true, value: { credentials: basic } })
    expect(await credentials.whereStored('uat')).toBe('keychain')
    await credentials.forget('uat')
    expect(store.items.size).toBe(0)
    expect(await credentials.read('uat')).toMatchObject({
      ok: false,
      error: { code: 'credentials.missing' },
    })
  })

  it('are reported as lasting until the program closes if there is no keychain', async () => {
    const { credentials } = setUp({
      kind: 'memory',
      reason: 'locked',
      message: 'the keyring is locked.',
    })
    await credentials.save('uat', basic)
    expect(await credentials.whereStored('uat')).toBe('memory')
  })

  it('are never sent to an address other than the one they were entered for', async () => {
    const { credentials, change } = setUp()
    await credentials.save('uat', basic)
    change({ baseUrl: 'https://evil.example.com' })
    expect(await credentials.read('uat')).toMatchObject({
      ok: false,
      error: { code: 'credentials.elsewhere' },
    })
    expect(await credentials.whereStored('uat')).toBe('none')
    change({ baseUrl: 'https://uat.example.com/v2' })
    expect(await credentials.read('uat')).toMatchObject({
      ok: false,
      error: { code: 'credentials.elsewhere' },
    })
    change({})
    expect((await credentials.read('uat')).ok).toBe(true)
  })

  it('of a style other than the environment’s are neither saved nor used', async () => {
    const { credentials, change } = setUp()
    expect(await credentials.save('uat', { style: 'bearer', value: 'abc' })).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field: 'style' },
    })
    await credentials.save('uat', basic)
    change({ credentialStyle: 'form' })
    expect(await credentials.read('uat')).toMatchObject({
      ok: false,
      error: { code: 'credentials.missing' },
    })
  })

  it('are saved without pasted blanks and the word Bearer, and refused if they cannot be sent', async () => {
    const { credentials, change } = setUp()
    change({ credentialStyle: 'accessToken' })
    await credentials.save('uat', { style: 'accessToken', value: ' Bearer abc.def\n' })
    expect(await credentials.read('uat')).toMatchObject({
      value: { credentials: { value: 'abc.def' } },
    })
    for (const value of ['a b', 'a\nb', 'é']) {
      expect(await credentials.save('uat', { style: 'accessToken', value })).toMatchObject({
        error: { field: 'value' },
      })
    }
  })

  it.each([
    's3\u200bcret',
    's3cret\u2060',
    '\u202es3cret',
    's3\u00a0cret',
    's3\u00adcret',
    's3\ncret',
  ])('are refused with the field if something invisible was pasted with them: %j', async (odd) => {
    const { credentials } = setUp()
    for (const [field, pair] of [
      ['clientId', { clientId: odd }],
      ['clientSecret', { clientSecret: odd }],
    ] as const)
      expect(await credentials.save('uat', { ...basic, ...pair })).toMatchObject({
        error: { code: 'input.invalid', field },
      })
  })

  it('are never reported as missing if the keychain cannot be reached', async () => {
    const { credentials, store, warnings } = setUp()
    await credentials.save('uat', basic)
    store.breakWith({ code: 'keychain.locked', message: 'It is locked.' })
    for (const call of [
      credentials.read('uat'),
      credentials.save('uat', basic),
      credentials.forget('uat'),
    ]) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'keychain.locked' } })
    }
    expect(await credentials.whereStored('uat')).toBe('none')
    expect(warnings).toHaveLength(1)
  })

  it('for an environment that this host may not use are neither accepted nor returned', async () => {
    const { credentials, store, change } = setUp()
    await credentials.save('uat', basic)
    change({ kind: 'production', unavailable: 'Only in the desktop program.' })
    for (const call of [
      credentials.save('uat', basic),
      credentials.read('uat'),
      credentials.readTransaction('uat'),
    ]) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'environment.locked' } })
    }
    await credentials.forget('uat')
    expect(store.items.size).toBe(0)
  })

  it('for Training are built in', async () => {
    const { credentials, store } = setUp()
    expect(await credentials.whereStored('training')).toBe('builtIn')
    expect((await credentials.read('training')).ok).toBe(true)
    expect(await credentials.save('training', basic)).toMatchObject({
      ok: false,
      error: { code: 'environment.locked' },
    })
    expect(store.items.size).toBe(0)
  })
})

describe("the transaction endpoint's secrets", () => {
  it('are stored like credentials, up to 8 KB', async () => {
    const { credentials, store, change } = setUp()
    expect(await credentials.readTransaction('uat')).toEqual({ ok: true, value: null })
    const secrets = { sid: 's'.repeat(192), cookie: 'c'.repeat(8000) }
    expect((await credentials.saveTransaction('uat', { ...secrets, transUrl })).ok).toBe(true)
    expect([...store.items.keys()]).toEqual(['environment/uat/transaction-endpoint'])
    expect(await credentials.readTransaction('uat')).toEqual({
      ok: true,
      value: { ...secrets, receiver: 'https://rk.example' },
    })
    expect(
      await credentials.saveTransaction('uat', {
        sid: 's'.repeat(193),
        cookie: secrets.cookie,
        transUrl,
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'input.invalid' },
    })
    change({ baseUrl: 'https://evil.example.com' })
    expect(await credentials.readTransaction('uat')).toMatchObject({ ok: false })
    await credentials.forgetTransaction('uat')
    expect(store.items.size).toBe(0)
  })

  it('are removed when the credentials are forgotten', async () => {
    const { credentials, store } = setUp()
    await credentials.save('uat', basic)
    await credentials.saveTransaction('uat', { sid: 'a', cookie: 'b', transUrl })
    await credentials.forget('uat')
    expect(store.items.size).toBe(0)
  })

  it('may be entered in Training for an http address on this computer', async () => {
    const { credentials } = setUp()
    await credentials.saveTransaction('training', {
      sid: 'a',
      cookie: 'b',
      transUrl: 'http://127.0.0.1:4000/receive',
    })
    expect(await credentials.readTransaction('training')).toEqual({
      ok: true,
      value: { sid: 'a', cookie: 'b', receiver: 'http://127.0.0.1:4000' },
    })
  })
})

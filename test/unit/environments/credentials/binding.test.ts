import { expect, test } from 'vitest'
import { createCredentials } from '#electron/core/environments/credentials/credentials.ts'
import { placeOf } from '#electron/core/environments/destination.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import type { EnvironmentKind } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'

/**
 * Tests that a secret is stored with its destination, so that editing the settings cannot send the
 * secret elsewhere.
 */

const secret = { style: 'basic', clientId: 'me', clientSecret: 'canary-secret' } as const
const transUrl = 'https://rk.example/receive'

const setUp = (
  kind: EnvironmentKind = 'production',
  host: 'desktop' | 'browser' = 'desktop',
  store = createMemorySecrets(),
) => {
  const stored = {
    id: 'live',
    name: 'Live',
    kind,
    baseUrl: 'https://live.example.com',
    clientId: 'ABCD',
    credentialStyle: 'basic',
  } as const
  let environment: Environment = {
    ...stored,
    place: placeOf(stored),
    managed: false,
    unavailable: '',
  }
  const credentials = createCredentials({
    training: { secret: 'training' },
    store,
    keychain: { state: () => ({ kind: 'system' }) },
    environments: { get: () => ok(environment) },
    allowProduction: host === 'desktop',
    clock: createManualClock(),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  /** Edits the environment in the settings file, outside the program. */
  const edit = (patch: Partial<Environment>): void =>
    void (environment = { ...environment, ...patch })
  /** Edits the environment in the form, inside the program. */
  const change = async (patch: Partial<Environment>): Promise<void> => {
    edit(patch)
    await credentials.noteChange('live')
  }
  return { credentials, store, edit, change }
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('an environment changed from production to UAT in the settings file gets no secret, and the message names the change', async () => {
  const { credentials, edit } = setUp()
  await credentials.save('live', secret)
  await credentials.saveTransaction('live', { sid: 'a', cookie: 'b', transUrl })
  edit({ kind: 'uat' })
  const read = await credentials.read('live')
  expect(read).toMatchObject({ ok: false, error: { code: 'credentials.elsewhere' } })
  expect(read.ok ? '' : read.error.message).toBe(
    'Live was changed outside Glidepath: its kind was production when its credentials were entered, and is UAT now. They were not used.',
  )
  expect(await credentials.readTransaction('live')).toMatchObject({
    ok: false,
    error: { code: 'credentials.elsewhere' },
  })
  expect(await credentials.whyUnused('live')).toMatch(
    /changed outside Glidepath.*enter the credentials again/i,
  )
  edit({ kind: 'production' })
  expect((await credentials.read('live')).ok).toBe(true)
  expect(await credentials.whyUnused('live')).toBe('')
})

test('if the address is changed in the settings file, the message names both addresses', async () => {
  const { credentials, edit } = setUp('uat')
  await credentials.save('live', secret)
  edit({ baseUrl: 'https://attacker.example' })
  expect(await credentials.whyUnused('live')).toMatch(
    /its address was https:\/\/live\.example\.com.*is https:\/\/attacker\.example now/,
  )
})

test.each([
  [
    { baseUrl: 'https://live.example.com/prod' },
    'its address was https://live.example.com when its credentials were entered, and is https://live.example.com/prod now',
  ],
  [
    { clientId: 'WXYZ' },
    'its ClientId was ABCD when its credentials were entered, and is WXYZ now',
  ],
  [
    { clientId: 'WXYZ', kind: 'production', baseUrl: 'https://live.example.com/prod' },
    'its address, kind and ClientId were https://live.example.com, UAT and ABCD when its credentials were entered, and are https://live.example.com/prod, production and WXYZ now',
  ],
] as const)(
  'after this change of path and ClientId in the settings file, no secret is used: %j',
  async (patch, words) => {
    const { credentials, edit } = setUp('uat')
    await credentials.save('live', secret)
    await credentials.saveTransaction('live', { sid: 'a', cookie: 'b', transUrl })
    edit(patch)
    expect(await credentials.read('live')).toMatchObject({
      ok: false,
      error: { code: 'credentials.elsewhere' },
    })
    expect(await credentials.readTransaction('live')).toMatchObject({
      ok: false,
      error: { code: 'credentials.elsewhere' },
    })
    expect(await credentials.whyUnused('live')).toContain(words)
  },
)

test('after a change of the ClientId in the form, the user must enter the secrets again, and the message blames nobody', async () => {
  const { credentials, change } = setUp('uat')
  await credentials.save('live', secret)
  await change({ clientId: 'WXYZ' })
  const why = await credentials.whyUnused('live')
  expect(why).toMatch(
    /^Its credentials were entered for ClientId ABCD, and Live has ClientId WXYZ now/,
  )
  await credentials.save('live', secret)
  expect((await credentials.read('live')).ok).toBe(true)
})

test('after a change in the form, the user must enter the credentials again, and the message blames nobody; undoing the change makes them valid again', async () => {
  const { credentials, store, change } = setUp()
  await credentials.save('live', secret)
  await change({ baseUrl: 'https://other.example.com' })
  const why = await credentials.whyUnused('live')
  expect(why).toMatch(
    /entered for https:\/\/live\.example\.com, and Live is https:\/\/other\.example\.com now/,
  )
  expect(why).not.toMatch(/outside/)
  // In the next run of the program, the message blames nobody either.
  const again = setUp('production', 'desktop', store)
  again.edit({ baseUrl: 'https://other.example.com' })
  expect(await again.credentials.whyUnused('live')).not.toMatch(/outside/)
  await change({ baseUrl: 'https://live.example.com' })
  expect((await credentials.read('live')).ok).toBe(true)
})

test('credentials entered while a change is being recorded are not lost', async () => {
  const { credentials, edit } = setUp()
  await credentials.save('live', secret)
  edit({ baseUrl: 'https://other.example.com' })
  await Promise.all([
    credentials.noteChange('live'),
    credentials.save('live', { ...secret, clientSecret: 'newer' }),
  ])
  expect(await credentials.read('live')).toMatchObject({
    ok: true,
    value: { credentials: { clientSecret: 'newer' } },
  })
})

test('in the browser host, an environment with stored production secrets never counts as UAT', async () => {
  const { credentials, store } = setUp('production', 'desktop')
  await credentials.save('live', secret)
  const browser = setUp('uat', 'browser', store)
  expect(await browser.credentials.read('live')).toMatchObject({
    ok: false,
    error: { code: 'credentials.elsewhere' },
  })
  const entered = await browser.credentials.save('live', secret)
  expect(entered).toMatchObject({ ok: false, error: { code: 'environment.locked' } })
  await browser.credentials.forget('live')
  expect((await browser.credentials.save('live', secret)).ok).toBe(true)
})

test('in the browser host, neither kind of secret is accepted while one is stored for production', async () => {
  const { credentials, store } = setUp('production', 'desktop')
  const ofTransaction = { sid: 'a', cookie: 'b', transUrl }
  await credentials.saveTransaction('live', ofTransaction)
  const browser = setUp('uat', 'browser', store).credentials
  expect(await browser.saveTransaction('live', ofTransaction)).toMatchObject({
    ok: false,
    error: { code: 'environment.locked' },
  })
  expect(await browser.save('live', secret)).toMatchObject({
    ok: false,
    error: { code: 'environment.locked' },
  })
  await browser.forgetTransaction('live')
  expect((await browser.saveTransaction('live', ofTransaction)).ok).toBe(true)
  await credentials.save('live', secret)
  expect(await browser.saveTransaction('live', ofTransaction)).toMatchObject({
    ok: false,
    error: { code: 'environment.locked' },
  })
})

test('a secret that is forgotten while a change is being recorded does not come back', async () => {
  const memory = createMemorySecrets()
  // Like a real keychain, answers some time after reading the item.
  const get: typeof memory.get = async (account) => {
    const item = await memory.get(account)
    await turns(1)
    return item
  }
  for (const late of [0, 1, 2, 3]) {
    const { credentials, edit } = setUp('production', 'desktop', { ...memory, get })
    await credentials.save('live', secret)
    await credentials.saveTransaction('live', { sid: 'a', cookie: 'b', transUrl })
    edit({ baseUrl: 'https://other.example.com' })
    await Promise.all([
      credentials.noteChange('live'),
      turns(late).then(() => credentials.forget('live')),
    ])
    expect([late, ...memory.items.keys()]).toEqual([late])
  }
})

test('SID and Cookie that are stored but not used can be seen and forgotten', async () => {
  const { credentials, edit } = setUp('uat')
  expect(await credentials.whereTransactionStored('live')).toBe('none')
  await credentials.saveTransaction('live', { sid: 'a', cookie: 'b', transUrl })
  edit({ baseUrl: 'https://other.example.com' })
  expect(await credentials.readTransaction('live')).toMatchObject({
    ok: false,
    error: { code: 'credentials.elsewhere' },
  })
  expect(await credentials.whereTransactionStored('live')).toBe('keychain')
  await credentials.forgetTransaction('live')
  expect(await credentials.whereTransactionStored('live')).toBe('none')
})

test('an entry without an address and client counts as unreadable until the secret is entered again', async () => {
  const { credentials, store } = setUp()
  const entry = {
    version: 2,
    bound: { origin: 'https://live.example.com', kind: 'production' },
    savedAt: 1,
    credentials: secret,
  }
  store.items.set(
    'environment/live/credentials',
    Buffer.from(JSON.stringify(entry)).toString('base64'),
  )
  expect(await credentials.read('live')).toMatchObject({
    ok: false,
    error: { code: 'credentials.missing' },
  })
  await credentials.save('live', secret)
  expect((await credentials.read('live')).ok).toBe(true)
})

test.each([
  'http://rk.example/receive',
  'http://127.0.0.1/receive',
  'ftp://rk.example',
  'not an address',
  'https://user:word@rk.example/',
])('SID and Cookie are not accepted for the TransURL %s', async (wrong) => {
  const { credentials, store } = setUp()
  const saved = await credentials.saveTransaction('live', {
    sid: 'a',
    cookie: 'b',
    transUrl: wrong,
  })
  expect(saved).toMatchObject({
    ok: false,
    error: { code: 'submission.transUrl', field: 'TransURL' },
  })
  expect(store.items.size).toBe(0)
})

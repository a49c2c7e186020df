import { createServer as createSecureServer } from 'node:https'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/undici-transport.ts'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { createNetwork } from '#electron/core/network/network.ts'
import { parsePacResult } from '#electron/core/network/pac-result.ts'
import type { HttpRequest, ProxyResolver } from '#electron/core/ports.ts'
import { createAuthority, type Authority, type KeyAndCertificate } from '#test/support/certificates.ts'
import { createListeningLogger } from '#test/support/listening-logger.ts'
import { answerJson, bodyOf, listen, refusedUrl, type Loopback } from '#test/support/loopback-server.ts'
import { createManualClock } from '#test/support/manual-clock.ts'
import { createMemorySecrets } from '#test/support/memory-secrets.ts'
import { createMemorySettings } from '#test/support/memory-settings.ts'
import { startProxy, type ProxyServer } from '#test/support/proxy-server.ts'

/** Real proxies and real certificates on loopback: the service is reached as service.example, a name nobody has. */

const password = 'canary-proxy-Zx81'
let authority: Authority
let pair: KeyAndCertificate
const closers: (() => Promise<void>)[] = []

beforeAll(() => {
  authority = createAuthority('Office inspection')
  pair = authority.issue('service.example')
}, 60_000)
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const track = <T extends Loopback>(loopback: T): T => {
  closers.push(loopback.stop)
  return loopback
}

const startService = async (certificate: KeyAndCertificate = pair) => {
  const bodies: string[] = []
  const server = createSecureServer(certificate, (request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(body)
      answerJson(response, 200, { ok: true })
    })
  })
  return { bodies, ...track(await listen(server, 'https')) }
}

const setUp = async (resolver: ProxyResolver, roots = authority.cert) => {
  const secrets = createMemorySecrets()
  const settingsFile = createMemorySettings()
  const { logger, lines } = createListeningLogger()
  const network = createNetwork({
    resolver,
    store: secrets,
    keychain: () => ({ kind: 'system' }),
    settingsFile,
    clock: createManualClock(),
    logger,
  })
  expect(await network.saveRoots(roots)).toEqual({ ok: true, value: undefined })
  const transport = createUndiciTransport({ network })
  closers.push(() => transport.close())
  return { network, transport, secrets, settingsFile, lines }
}

const through = (proxy: Pick<ProxyServer, 'url'>): ProxyResolver => createEnvironmentProxy({ HTTPS_PROXY: proxy.url })
const byPac = (text: string): ProxyResolver => ({ source: 'system', resolve: async () => parsePacResult(text) })

const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  url: 'https://service.example/rm/v1/express/enroll',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
  body: '{"ClientId":"ABCD"}',
  timeouts: { connectMs: 2000, headersMs: 2000, totalMs: 5000 },
  maxResponseBytes: 1_000_000,
  freshConnection: true,
  ...more,
})

describe('through a proxy', () => {
  test.each([true, false])('a call reaches the service, encrypted all the way (connection of its own: %s)', async (own) => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(through(proxy))
    const sent = await transport.send(request({ freshConnection: own }))
    expect(sent).toMatchObject({ ok: true, response: { status: 200, text: '{"ok":true}' } })
    expect(proxy.asked).toEqual(['service.example:443'])
    expect(service.bodies).toEqual(['{"ClientId":"ABCD"}'])
  })

  test('that asks for a sign-in nothing is sent, the network says which, and after entering it the call goes', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    proxy.meet({ signIn: `ada:${password}` })
    const { network, transport, secrets, settingsFile, lines } = await setUp(through(proxy))
    let changes = 0
    network.onChange(() => (changes += 1))
    const host = new URL(proxy.url).host

    const first = await transport.send(request())
    expect(first).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!first.ok) expect(first.failure.message).toBe(`The proxy ${host} asks for a user name and password: enter them under Settings, Network.`)
    expect(service.bodies).toEqual([])
    expect(changes).toBe(1)
    expect((await network.view('https://service.example')).proxy).toEqual({ asking: host, storedFor: '', stored: 'none' })

    expect(await network.saveProxyCredentials({ proxy: host, user: 'ada', password })).toMatchObject({ ok: true })
    const view = await network.view('https://service.example')
    expect(view.proxy).toEqual({ asking: '', storedFor: host, stored: 'keychain' })
    expect(view.ways).toEqual([host])
    expect(await transport.send(request())).toMatchObject({ ok: true })
    expect(service.bodies).toHaveLength(1)

    expect([...secrets.items.keys()]).toEqual(['network/authorities', 'proxy/credentials'])
    expect(JSON.stringify([view, lines, settingsFile.get('extraRootsPem')])).not.toContain(password)

    proxy.meet({ signIn: 'ada:changed-since' })
    const refused = await transport.send(request())
    expect(refused).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!refused.ok) expect(refused.failure.message).toContain('did not accept the stored user name and password')
    expect(JSON.stringify(refused)).not.toContain(password)
    await network.forgetProxyCredentials()
    expect([...secrets.items.keys()]).toEqual(['network/authorities'])
  })

  test('stored credentials go to no other proxy', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    proxy.meet({ signIn: `ada:${password}` })
    const { network, transport } = await setUp(through(proxy))
    await network.saveProxyCredentials({ proxy: 'other.example:8080', user: 'ada', password })
    expect(await transport.send(request())).toMatchObject({ ok: false, failure: { code: 'service.proxy' } })
    expect(service.bodies).toEqual([])
  })

  test.each([
    [{ refuse: 403 }, /answered 403 and opened no way to service\.example:443\.$/],
    [{ signIn: 'x:y', schemes: 'Negotiate' }, /asks for Negotiate, which this program does not offer it: it signs in with a user name and password \(Basic\) only\.$/],
  ] as const)('that says no, with %j, nothing is sent', async (manner, message) => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    proxy.meet(manner)
    const { network, transport } = await setUp(byPac(`PROXY ${new URL(proxy.url).host}; DIRECT`))
    const sent = await transport.send(request())
    expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!sent.ok) expect(sent.failure.message).toMatch(message)
    expect((await network.view('')).proxy.asking).toBe('')
    expect(service.bodies).toEqual([])
  })

  test('that is down the next of the list is taken, in order', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const down = new URL(await refusedUrl()).host
    const { transport } = await setUp(byPac(`SOCKS5 ${down}; PROXY ${down}; PROXY ${new URL(proxy.url).host}; DIRECT`))
    expect(await transport.send(request())).toMatchObject({ ok: true })
    expect(proxy.asked).toHaveLength(1)
  })

  test('when none can be reached, the last is named and nothing was sent', async () => {
    const down = new URL(await refusedUrl()).host
    const { transport } = await setUp(byPac(`PROXY ${down}`))
    const sent = await transport.send(request())
    expect(sent).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.proxy', message: `The proxy ${down} could not be reached.` },
    })
  })

  test('that breaks off once the request is on its way, the outcome is unknown', async () => {
    const server = createSecureServer(pair, (incoming) => incoming.once('data', () => incoming.socket.destroy()))
    const service = track(await listen(server, 'https'))
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(through(proxy))
    expect(await transport.send(request())).toMatchObject({ ok: false, failure: { phase: 'unknown' } })
  })

  test('an address of this computer is never asked of it', async () => {
    const { network } = await setUp(byPac('PROXY proxy.example:8080'))
    for (const url of ['https://localhost:8443/', 'http://127.0.0.1:80/', 'https://[::1]/']) {
      expect(await network.waysTo(url)).toEqual([{ kind: 'direct' }])
    }
    expect(await network.waysTo('https://service.example/')).toEqual([{ kind: 'proxy', uri: 'http://proxy.example:8080' }])
  })
})

describe('certificates', () => {
  const call = async (certificate: KeyAndCertificate, roots: string) => {
    const service = await startService(certificate)
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(through(proxy), roots)
    const sent = await transport.send(request())
    expect(service.bodies).toEqual([])
    if (sent.ok) throw new Error('it was accepted')
    expect(sent.failure).toMatchObject({ phase: 'notSent', code: 'service.tls' })
    return sent.failure.message
  }
  const says = (reason: string): string => `The identity of service.example could not be verified: ${reason}.`

  test('an expired one is named with host and reason', async () => {
    const expired = authority.issue('service.example', { from: '20200101000000Z', to: '20200201000000Z' })
    expect(await call(expired, authority.cert)).toBe(says('its certificate has expired'))
  })

  test('so is one for another host', async () => {
    expect(await call(authority.issue('other.example'), authority.cert)).toBe(says('its certificate was issued for another name'))
  })

  test('so is one of an authority nobody added', async () => {
    expect(await call(pair, '')).toBe(says('an intermediate certificate is missing or its authority is unknown'))
  })

  test('taking the authority away again ends its trust for connections that were kept', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const { network, transport } = await setUp(through(proxy))
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: true })
    await network.saveRoots('')
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.tls' },
    })
  })

  test('an authority that the settings file names and nobody entered is not trusted until a person says so', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const { network, transport, settingsFile } = await setUp(through(proxy), '')
    settingsFile.set('extraRootsPem', authority.cert)
    for (const freshConnection of [true, false]) {
      expect(await transport.send(request({ freshConnection }))).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.tls' } })
    }
    expect(service.bodies).toEqual([])
    const { roots, foundRoots } = await network.view('')
    expect(roots).toEqual([])
    expect(foundRoots?.certificates).toMatchObject([{ subject: 'Office inspection' }])
    expect(await network.saveRoots(foundRoots?.pem ?? '')).toMatchObject({ ok: true })
    expect(await network.view('')).toMatchObject({ roots: [{ subject: 'Office inspection' }], foundRoots: null })
    expect(await transport.send(request())).toMatchObject({ ok: true })
  })

  test('one that is added to those that were entered makes the program trust none of them, on kept connections too', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const { network, transport, settingsFile } = await setUp(through(proxy))
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: true })
    settingsFile.set('extraRootsPem', `${authority.cert}${createAuthority('Passer-by').cert}`)
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: false, failure: { code: 'service.tls' } })
    expect((await network.view('')).foundRoots?.certificates.map(({ subject }) => subject)).toEqual(['Office inspection', 'Passer-by'])
    settingsFile.set('extraRootsPem', authority.cert.trim() + '\n')
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: true })
  })

  test('a keychain that cannot say what was entered trusts none, and nothing is lost by it', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const { secrets, settingsFile, network } = await setUp(through(proxy))
    const restarted = createNetwork({
      resolver: through(proxy),
      store: secrets,
      keychain: () => ({ kind: 'system' }),
      settingsFile,
      clock: createManualClock(),
      logger: createListeningLogger().logger,
    })
    secrets.breakWith({ code: 'keychain.locked', message: 'The keyring is locked.' })
    expect(await restarted.extraRoots()).toBe('')
    expect(await network.saveRoots(createAuthority('Other').cert)).toMatchObject({ ok: false, error: { code: 'keychain.locked' } })
    secrets.breakWith(null)
    expect(await restarted.extraRoots()).toBe(settingsFile.get('extraRootsPem'))
    expect((await restarted.view('')).roots).toMatchObject([{ subject: 'Office inspection' }])
  })

  test('PEM text is judged before it is kept', async () => {
    const { network, settingsFile } = await setUp(byPac('DIRECT'))
    const before = settingsFile.get('extraRootsPem')
    for (const [text, message] of [
      ['hello', /no certificate in it/],
      [pair.key + pair.cert, /private key/],
      ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /Certificate 1 of 1 cannot be read/],
    ] as const) {
      const saved = await network.saveRoots(text)
      expect(saved).toMatchObject({ ok: false, error: { code: 'input.invalid', field: 'pem' } })
      if (!saved.ok) expect(saved.error.message).toMatch(message)
    }
    expect(settingsFile.get('extraRootsPem')).toBe(before)
    expect((await network.view('')).roots).toMatchObject([{ subject: 'Office inspection', issuer: 'Office inspection' }])
  })
})

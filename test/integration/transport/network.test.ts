import { createServer as createSecureServer } from 'node:https'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/undici-transport.ts'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import { parsePacResult } from '#electron/core/environments/network/pac-result.ts'
import type { HttpRequest, ProxyResolver } from '#electron/core/ports.ts'
import {
  createAuthority,
  type Authority,
  type KeyAndCertificate,
} from '#test/support/certificates.ts'
import { createListeningLogger } from '#test/support/listening-logger.ts'
import {
  answerJson,
  bodyOf,
  listen,
  refusedUrl,
  type Loopback,
} from '#test/support/loopback-server.ts'
import { createManualClock } from '#test/support/manual-clock.ts'
import { createMemorySecrets } from '#test/support/memory-secrets.ts'
import { createMemorySettings } from '#test/support/memory-settings.ts'
import { fingerprintOf, trustRoots } from '#test/support/trusted-roots.ts'
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
  if (roots !== '') await trustRoots(network, roots)
  const transport = createUndiciTransport({ network })
  closers.push(() => transport.close())
  return { network, transport, secrets, settingsFile, lines }
}

const through = (proxy: Pick<ProxyServer, 'url'>): ProxyResolver =>
  createEnvironmentProxy({ HTTPS_PROXY: proxy.url })
const byPac = (text: string): ProxyResolver => ({
  source: 'system',
  resolve: async () => parsePacResult(text),
})

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
  test.each([true, false])(
    'a call reaches the service, encrypted all the way (connection of its own: %s)',
    async (own) => {
      const service = await startService()
      const proxy = track(await startProxy(service.url))
      const { transport } = await setUp(through(proxy))
      const sent = await transport.send(request({ freshConnection: own }))
      expect(sent).toMatchObject({ ok: true, response: { status: 200, text: '{"ok":true}' } })
      expect(proxy.asked).toEqual(['service.example:443'])
      expect(service.bodies).toEqual(['{"ClientId":"ABCD"}'])
    },
  )

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
    if (!first.ok)
      expect(first.failure.message).toBe(
        `The proxy ${host} asks for a user name and password: enter them under Settings, Network.`,
      )
    expect(service.bodies).toEqual([])
    expect(changes).toBe(1)
    expect((await network.view('https://service.example')).proxy).toEqual({
      asking: host,
      storedFor: '',
      stored: 'none',
    })

    expect(
      await network.saveProxyCredentials({ proxy: host, user: 'ada', password }),
    ).toMatchObject({ ok: true })
    const view = await network.view('https://service.example')
    expect(view.proxy).toEqual({ asking: '', storedFor: host, stored: 'keychain' })
    expect(view.ways).toEqual([host])
    expect(await transport.send(request())).toMatchObject({ ok: true })
    expect(service.bodies).toHaveLength(1)

    expect([...secrets.items.keys()]).toEqual([
      expect.stringMatching(/^network\/root\/[\da-f]{64}$/),
      'proxy/credentials',
    ])
    expect(JSON.stringify([view, lines, settingsFile.get('extraRootsPem')])).not.toContain(password)

    proxy.meet({ signIn: 'ada:changed-since' })
    const refused = await transport.send(request())
    expect(refused).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.proxy' },
    })
    if (!refused.ok)
      expect(refused.failure.message).toContain('did not accept the stored user name and password')
    expect(JSON.stringify(refused)).not.toContain(password)
    await network.forgetProxyCredentials()
    expect([...secrets.items.keys()]).not.toContain('proxy/credentials')
  })

  test('stored credentials go to no other proxy', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    proxy.meet({ signIn: `ada:${password}` })
    const { network, transport } = await setUp(through(proxy))
    await network.saveProxyCredentials({ proxy: 'other.example:8080', user: 'ada', password })
    expect(await transport.send(request())).toMatchObject({
      ok: false,
      failure: { code: 'service.proxy' },
    })
    expect(service.bodies).toEqual([])
  })

  test.each([
    [{ refuse: 403 }, /answered 403 and opened no way to service\.example:443\.$/],
    [
      { signIn: 'x:y', schemes: 'Negotiate' },
      /asks for Negotiate, which this program does not offer it: it signs in with a user name and password \(Basic\) only\.$/,
    ],
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
    const { transport } = await setUp(
      byPac(`SOCKS5 ${down}; PROXY ${down}; PROXY ${new URL(proxy.url).host}; DIRECT`),
    )
    expect(await transport.send(request())).toMatchObject({ ok: true })
    expect(proxy.asked).toHaveLength(1)
  })

  test('when none can be reached, the last is named and nothing was sent', async () => {
    const down = new URL(await refusedUrl()).host
    const { transport } = await setUp(byPac(`PROXY ${down}`))
    const sent = await transport.send(request())
    expect(sent).toMatchObject({
      ok: false,
      failure: {
        phase: 'notSent',
        code: 'service.proxy',
        message: `The proxy ${down} could not be reached.`,
      },
    })
  })

  test('that breaks off once the request is on its way, the outcome is unknown', async () => {
    const server = createSecureServer(pair, (incoming) =>
      incoming.once('data', () => incoming.socket.destroy()),
    )
    const service = track(await listen(server, 'https'))
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(through(proxy))
    expect(await transport.send(request())).toMatchObject({
      ok: false,
      failure: { phase: 'unknown' },
    })
  })

  test('an address of this computer is never asked of it', async () => {
    const { network } = await setUp(byPac('PROXY proxy.example:8080'))
    for (const url of ['https://localhost:8443/', 'http://127.0.0.1:80/', 'https://[::1]/']) {
      expect(await network.waysTo(url)).toEqual([{ kind: 'direct' }])
    }
    expect(await network.waysTo('https://service.example/')).toEqual([
      { kind: 'proxy', uri: 'http://proxy.example:8080' },
    ])
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
  const says = (reason: string): string =>
    `The identity of service.example could not be verified: ${reason}.`

  test('an expired one is named with host and reason', async () => {
    const expired = authority.issue('service.example', {
      from: '20200101000000Z',
      to: '20200201000000Z',
    })
    expect(await call(expired, authority.cert)).toBe(says('its certificate has expired'))
  })

  test('so is one for another host', async () => {
    expect(await call(authority.issue('other.example'), authority.cert)).toBe(
      says('its certificate was issued for another name'),
    )
  })

  test('so is one of an authority nobody added', async () => {
    expect(await call(pair, '')).toBe(
      says('an intermediate certificate is missing or its authority is unknown'),
    )
  })

  test('taking the authority away again ends its trust for connections that were kept, and the connections', async () => {
    const service = await startService()
    const closed: string[] = []
    service.server.on('connection', (socket) => socket.once('close', () => closed.push('closed')))
    const proxy = track(await startProxy(service.url))
    const { network, transport } = await setUp(through(proxy))
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: true })
    expect(await network.removeRoot(fingerprintOf(authority.cert))).toMatchObject({ ok: true })
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.tls' },
    })
    // The one that was kept, and the one that was refused.
    await expect.poll(() => closed.length).toBe(2)
  })

  test('an authority that is edited into the settings gets no byte of a call, is named, and is trusted only by its fingerprint', async () => {
    const own = await startService()
    const intruder = createAuthority('Intruder')
    const opened: Buffer[] = []
    const other = createSecureServer(intruder.issue('service.example'), (incoming, response) => {
      incoming.on('data', (chunk: Buffer) => opened.push(chunk))
      answerJson(response, 200, { access_token: 'theirs' })
    })
    const requests: string[] = []
    other.on('request', (incoming) => requests.push(incoming.url ?? ''))
    const theirs = track(await listen(other, 'https'))
    const toOwn = track(await startProxy(own.url))
    const toTheirs = track(await startProxy(theirs.url))
    let proxy = toOwn
    const resolver: ProxyResolver = {
      source: 'system',
      resolve: async () => [{ kind: 'proxy', uri: proxy.url }],
    }
    const { network, transport, settingsFile } = await setUp(resolver)
    await network.view('')
    const token = request({
      url: 'https://service.example/oauth2/token',
      body: 'client_secret=s3cret',
    })
    expect(await transport.send(token)).toMatchObject({ ok: true })

    settingsFile.set('extraRootsPem', `${authority.cert}${intruder.cert}`)
    proxy = toTheirs
    for (const freshConnection of [true, false]) {
      const sent = await transport.send({ ...token, freshConnection })
      expect(sent).toMatchObject({
        ok: false,
        failure: { phase: 'notSent', code: 'service.authority' },
      })
      if (!sent.ok) {
        expect(sent.failure.message).toBe(
          'The authority behind the certificate of service.example is unknown. It may be “Intruder”, which is listed but not trusted yet.',
        )
      }
    }
    expect([requests, opened]).toEqual([[], []])
    expect(
      (await network.view('')).roots.map(({ subject, standing }) => [subject, standing]),
    ).toEqual([
      ['Office inspection', 'confirmed'],
      ['Intruder', 'outside'],
    ])
    proxy = toOwn
    expect(await transport.send(token)).toMatchObject({ ok: true })

    proxy = toTheirs
    expect(await network.confirmRoot(fingerprintOf(intruder.cert))).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await transport.send(token)).toMatchObject({ ok: true })
    expect(requests).toEqual(['/oauth2/token'])
    expect(await network.removeRoot(fingerprintOf(intruder.cert))).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await transport.send(token)).toMatchObject({
      ok: false,
      failure: { code: 'service.tls' },
    })
    expect(requests).toHaveLength(1)
  }, 60_000)

  test('PEM text is judged before it is kept', async () => {
    const { network, settingsFile } = await setUp(byPac('DIRECT'))
    const before = settingsFile.get('extraRootsPem')
    for (const [text, message] of [
      ['', /no certificate in it/],
      ['hello', /no certificate in it/],
      [pair.key + pair.cert, /private key/],
      [
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        /Certificate 1 of 1 cannot be read/,
      ],
    ] as const) {
      const saved = await network.addRoots(text)
      expect(saved).toMatchObject({ ok: false, error: { code: 'input.invalid', field: 'pem' } })
      if (!saved.ok) expect(saved.error.message).toMatch(message)
    }
    expect(settingsFile.get('extraRootsPem')).toBe(before)
    expect((await network.view('')).roots).toMatchObject([
      { subject: 'Office inspection', issuer: 'Office inspection' },
    ])
  })
})

import { createServer as createSecureServer } from 'node:https'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import { parsePacResult } from '#electron/core/environments/network/pac-result.ts'
import type { HttpRequest, ProxyResolver } from '#electron/core/platform/ports.ts'
import { createAuthority, type Authority } from '#test/support/servers/certificates.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { answerJson, bodyOf, listen, refusedUrl } from '#test/support/servers/loopback-server.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { trustRoots } from '#test/support/servers/trusted-roots.ts'
import { startSocksServer } from '#test/support/servers/socks-server.ts'

/** A real SOCKS 5 proxy on loopback; only the proxy knows the service's name, service.example. */

const password = 'canary-socks-Qp72'
let authority: Authority
const closers: (() => Promise<void>)[] = []

beforeAll(() => {
  authority = createAuthority('Office inspection')
}, 60_000)
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const request: HttpRequest = {
  url: 'https://service.example/rm/v1/express/enroll',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"ClientId":"ABCD"}',
  timeouts: { connectMs: 5000, headersMs: 5000, totalMs: 10_000 },
  maxResponseBytes: 1_000_000,
  freshConnection: true,
}

const setUp = async (resolverOf: (address: string) => ProxyResolver) => {
  const bodies: string[] = []
  const secure = createSecureServer(authority.issue('service.example'), (incoming, response) => {
    void bodyOf(incoming).then((body) => {
      bodies.push(body)
      answerJson(response, 200, { ok: true })
    })
  })
  const service = await listen(secure, 'https')
  closers.push(service.stop)
  const proxy = await startSocksServer(service.url)
  closers.push(proxy.stop)
  const network = createNetwork({
    resolver: resolverOf(proxy.address),
    store: createMemorySecrets(),
    keychain: () => ({ kind: 'system' }),
    settingsFile: createMemorySettings(),
    clock: createManualClock(),
    logger: createListeningLogger().logger,
  })
  await trustRoots(network, authority.cert)
  const transport = createUndiciTransport({ network })
  closers.push(() => transport.close())
  return { bodies, proxy, network, transport }
}

const fromPac = (address: string): ProxyResolver => ({
  source: 'system',
  resolve: async () => parsePacResult(`SOCKS5 ${address}; DIRECT`),
})
const fromVariable = (address: string): ProxyResolver =>
  createEnvironmentProxy({ ALL_PROXY: `socks5h://${address}` })

describe('a service call through a SOCKS 5 proxy', () => {
  test.each([
    ['a PAC file', fromPac],
    ['an environment variable', fromVariable],
  ])(
    'from %s reaches the service, and the proxy looks up the host name',
    async (_name, resolverOf) => {
      const { bodies, proxy, transport } = await setUp(resolverOf)
      for (const freshConnection of [true, false]) {
        expect(await transport.send({ ...request, freshConnection })).toMatchObject({
          ok: true,
          response: { status: 200, text: '{"ok":true}' },
        })
      }
      expect(proxy.asked).toEqual(['name:service.example:443', 'name:service.example:443'])
      expect(bodies).toEqual([request.body, request.body])
    },
  )

  test('is not sent until a required sign-in is entered', async () => {
    const { bodies, proxy, network, transport } = await setUp(fromPac)
    proxy.meet({ signIn: `ada:${password}`, refuse: null })
    const first = await transport.send(request)
    expect(first).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!first.ok) expect(first.failure.message).toContain('asks for a user name and password')
    expect((await network.view('https://service.example')).proxy.asking).toBe(proxy.address)

    await network.saveProxyCredentials({ proxy: proxy.address, user: 'ada', password: 'wrong' })
    const second = await transport.send(request)
    expect(second).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.proxy' },
    })
    if (!second.ok)
      expect(second.failure.message).toContain('did not accept the stored user name and password')
    expect(bodies).toEqual([])

    await network.saveProxyCredentials({ proxy: proxy.address, user: 'ada', password })
    expect(await transport.send(request)).toMatchObject({ ok: true })
    expect(bodies).toEqual([request.body])
    expect(
      JSON.stringify([first, second, await network.view('https://service.example')]),
    ).not.toContain(password)
  })

  test('is not sent, by any proxy, when the proxy refuses to open a connection', async () => {
    const { bodies, proxy, transport } = await setUp(fromPac)
    proxy.meet({ signIn: null, refuse: 4 })
    const sent = await transport.send(request)
    expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!sent.ok)
      expect(sent.failure.message).toMatch(
        /^The SOCKS proxy 127\.0\.0\.1:\d+ opened no way to service\.example:443: HostUnreachable\.$/,
      )
    expect(bodies).toEqual([])
  })

  test('is not sent when the proxy is down', async () => {
    const down = new URL(await refusedUrl()).host
    const { transport } = await setUp(() => fromVariable(down))
    const sent = await transport.send(request)
    expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!sent.ok) expect(sent.failure.message).toContain('could not be reached')
  })
})

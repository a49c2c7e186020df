import { createServer as createSecureServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import {
  answerJson,
  bodyOf,
  listen,
  refusedUrl,
  serve,
} from '#test/support/servers/loopback-server.ts'
import { startProxy } from '#test/support/servers/proxy-server.ts'
import {
  byPac,
  closeAll,
  pair,
  request,
  setUp,
  startService,
  through,
  track,
} from './network-house.ts'

const password = 'canary-proxy-Zx81'

afterEach(closeAll)

describe('a service call through a proxy', () => {
  test.each([true, false])(
    'is encrypted all the way to the service (connection of its own: %s)',
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

  test('uses a tunnel even to a service without TLS, so that the proxy cannot change interim answers and headers', async () => {
    const seen: unknown[] = []
    const service = track(
      await serve(async (incoming, response) => {
        seen.push([incoming.url, incoming.headers['proxy-connection']])
        await bodyOf(incoming)
        response.writeContinue()
        answerJson(response, 200, { ok: true })
      }),
    )
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(byPac(`PROXY ${new URL(proxy.url).host}`))
    for (const freshConnection of [true, false, false])
      expect(
        await transport.send(request({ url: 'http://service.example/enroll', freshConnection })),
      ).toMatchObject({ ok: true, response: { text: '{"ok":true}' } })
    expect(new Set(proxy.asked)).toEqual(new Set(['service.example:80']))
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['/enroll', undefined]))
  })

  test('is not sent until a required sign-in is entered', async () => {
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
        `The proxy ${host} asks for a user name and password: enter them under Settings, Network. This program cannot sign in any other way.`,
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

  test('sends stored credentials to no other proxy', async () => {
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

  test('is not sent when the proxy refuses', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    proxy.meet({ refuse: 403 })
    const { network, transport } = await setUp(byPac(`PROXY ${new URL(proxy.url).host}; DIRECT`))
    const sent = await transport.send(request())
    expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.proxy' } })
    if (!sent.ok)
      expect(sent.failure.message).toMatch(
        /answered 403 and opened no way to service\.example:443\.$/,
      )
    expect((await network.view('')).proxy.asking).toBe('')
    expect(service.bodies).toEqual([])
  })

  test('uses the next proxy in the list when one is down', async () => {
    const service = await startService()
    const proxy = track(await startProxy(service.url))
    const down = new URL(await refusedUrl()).host
    const { transport } = await setUp(
      byPac(`SOCKS5 ${down}; PROXY ${down}; PROXY ${new URL(proxy.url).host}; DIRECT`),
    )
    expect(await transport.send(request())).toMatchObject({ ok: true })
    expect(proxy.asked).toHaveLength(1)
  })

  test('is not sent when no proxy can be reached, and the error names the last proxy tried', async () => {
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

  test('has an unknown outcome when the connection breaks after the request is sent', async () => {
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

  test('is never made for an address on this computer, which is reached directly', async () => {
    const { network } = await setUp(byPac('PROXY proxy.example:8080'))
    for (const url of ['https://localhost:8443/', 'http://127.0.0.1:80/', 'https://[::1]/']) {
      expect(await network.waysTo(url)).toEqual([{ kind: 'direct' }])
    }
    expect(await network.waysTo('https://service.example/')).toEqual([
      { kind: 'proxy', uri: 'http://proxy.example:8080' },
    ])
  })
})

import { createServer as createNetServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import { createAuthority, type Authority } from '#test/support/servers/certificates.ts'
import { listen, type Loopback } from '#test/support/servers/loopback-server.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { trustRoots } from '#test/support/servers/trusted-roots.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { startProxy } from '#test/support/servers/proxy-server.ts'

/**
 * RFC 9110, section 15.2: a client must accept interim answers before the final one, even
 * unexpected ones. The tests write bytes to real sockets.
 */

const stops: (() => Promise<void>)[] = []
const track = async <T extends Loopback>(starting: Promise<T>): Promise<T> => {
  const loopback = await starting
  stops.push(loopback.stop)
  return loopback
}
const transport = createUndiciTransport()
let authority: Authority

beforeAll(() => {
  authority = createAuthority('Office inspection')
}, 60_000)
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})
afterAll(() => transport.close())

const body = '{"ClientId":"ABCD"}'
const to = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url: `${url}/rm/v1/express/enroll`,
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
  body,
  timeouts: { connectMs: 2000, headersMs: 2000, totalMs: 5000 },
  maxResponseBytes: 1_000_000,
  freshConnection: true,
  ...more,
})

/** Runs `onRequest` for each whole request on a connection. */
const eachRequest = (onRequest: (socket: Socket, count: number) => void) => (socket: Socket) => {
  let text = ''
  let count = 0
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (!text.endsWith(body)) return
    text = ''
    count += 1
    onRequest(socket, count)
  })
}
const raw = (onRequest: (socket: Socket, count: number) => void) =>
  track(listen(createNetServer(eachRequest(onRequest))))

const final = (text: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n'
const hints =
  'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\nContent-Length: 7\r\n\r\n'

/** Writes `text` byte by byte, each in its own packet if the system allows it. */
const dribble = async (socket: Socket, text: string): Promise<void> => {
  socket.setNoDelay(true)
  for (const letter of text) {
    socket.write(letter, 'latin1')
    await new Promise((done) => setImmediate(done))
  }
}

describe.each([true, false])('a service call (connection of its own: %s)', (freshConnection) => {
  it.each([
    ['a 100', proceed],
    ['a 100 without a reason phrase', 'HTTP/1.1 100\r\n\r\n'],
    ['a 100 with headers', 'HTTP/1.1 100 Continue\r\nServer: gateway\r\nX-Empty:\r\n\r\n'],
    ['a 100 of HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
    ['a 102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['a 103 with a length', hints],
    ['an interim answer of an unknown kind', 'HTTP/1.1 199 Odd\r\n\r\n'],
    ['many interim answers in a row', (proceed + hints).repeat(100)],
  ])('skips %s, in one packet or byte by byte', async (_name, interim) => {
    const whole = await raw((socket) => socket.write(interim + final('whole')))
    const bytes = await raw((socket) => void dribble(socket, interim.slice(-200) + final('bytes')))
    expect(await transport.send(to(whole.url, { freshConnection }))).toMatchObject({
      ok: true,
      response: { status: 200, text: 'whole' },
    })
    if (interim.length > 200) return
    expect(await transport.send(to(bytes.url, { freshConnection }))).toMatchObject({
      ok: true,
      response: { status: 200, text: 'bytes' },
    })
  })

  it('reads a final answer completely even if it contains the text of an interim answer', async () => {
    const text = `${proceed}${proceed}`
    const { url } = await raw((socket) => {
      socket.write(`${proceed}HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n`)
      setTimeout(() => socket.write(text), 30)
    })
    expect(await transport.send(to(url, { freshConnection }))).toMatchObject({
      ok: true,
      response: { text },
    })
  })

  it('accepts an interim answer before the request is complete, and then a refusal', async () => {
    const { url } = await track(
      listen(
        createNetServer((socket) => {
          socket.on('error', () => undefined)
          socket.once('data', () => socket.write(proceed))
          socket.on('data', (chunk) => {
            if (chunk.includes('"}'))
              socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\nno')
          })
        }),
      ),
    )
    const large = `{"ClientId":"${'A'.repeat(4_000_000)}"}`
    expect(await transport.send(to(url, { freshConnection, body: large }))).toMatchObject({
      ok: true,
      response: { status: 401, text: 'no' },
    })
  })

  it.each([
    [
      'a 101',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
      /another protocol \(101\), which nobody asked for\.$/,
    ],
    [
      'a 101 without headers',
      `HTTP/1.1 101 Switching Protocols\r\n\r\n${final('no')}`,
      /which nobody asked for\.$/,
    ],
    [
      'an interim answer with bare line feeds',
      `HTTP/1.1 100 Continue\n\n${final('no')}`,
      /proper HTTP: an interim answer is not proper HTTP\.$/,
    ],
    [
      'an interim answer with a malformed header',
      `HTTP/1.1 100 Continue\r\nno colon here\r\n\r\n${final('no')}`,
      /is not proper HTTP\.$/,
    ],
    [
      'an interim answer without an end',
      `HTTP/1.1 100 Continue\r\nX: ${'a'.repeat(70_000)}`,
      /more than 65536 bytes of interim answers\.$/,
    ],
    [
      'interim answers without an end',
      proceed.repeat(3000),
      /more than 65536 bytes of interim answers\.$/,
    ],
  ])(
    'fails as unreadable, with an unknown outcome, if it gets %s',
    async (_name, bytes, message) => {
      const { url } = await raw((socket) => socket.write(bytes))
      const sent = await transport.send(to(url, { freshConnection }))
      expect(sent).toMatchObject({
        ok: false,
        failure: { phase: 'unknown', code: 'service.unreadable' },
      })
      if (!sent.ok) expect(sent.failure.message).toMatch(message)
    },
  )

  it.each([
    ['whole', proceed],
    ['half', proceed.slice(0, 15)],
  ])(
    'has an unknown outcome if it gets an interim answer (%s) but no final one',
    async (_name, bytes) => {
      const { url } = await raw((socket) => socket.end(bytes))
      const sent = await transport.send(to(url, { freshConnection }))
      expect(sent).toMatchObject({
        ok: false,
        failure: { phase: 'unknown', code: 'service.connectionLost' },
      })
    },
  )

  it('gets no extra time from an interim answer', async () => {
    const { url } = await raw((socket) => socket.write(proceed))
    const timeouts = { connectMs: 500, headersMs: 5000, totalMs: 150 }
    expect(await transport.send(to(url, { freshConnection, timeouts }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.timeout' },
    })
  })
})

it('the next service call uses the same connection, even after interim answers', async () => {
  const counts: number[] = []
  const { url } = await raw((socket, count) => {
    counts.push(count)
    socket.write(
      count % 2 === 1 ? `${proceed}${hints}${final(String(count))}` : final(String(count)),
    )
  })
  for (let call = 1; call <= 6; call += 1) {
    expect(await transport.send(to(url, { freshConnection: false }))).toMatchObject({
      ok: true,
      response: { text: String(call) },
    })
    // The connection accepts the next request only one turn of the event loop after the answer.
    await new Promise((done) => setTimeout(done, 5))
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6])
})

it('an unrequested answer is not taken for the answer to a later service call', async () => {
  const { url } = await raw((socket) =>
    socket.write(`${final('mine')}${proceed}${final('not mine')}`),
  )
  const call = to(url, { freshConnection: false })
  expect(await transport.send(call)).toMatchObject({ ok: true, response: { text: 'mine' } })
  expect(await transport.send(call)).toMatchObject({ ok: true, response: { text: 'mine' } })
})

it.each([true, false])(
  'interim answers are skipped through a proxy and TLS, whether the service or the proxy sends them (connection of its own: %s)',
  async (freshConnection) => {
    const service = await track(
      listen(
        createTlsServer(
          authority.issue('service.example'),
          eachRequest((socket) => void dribble(socket, proceed + hints + final('secure'))),
        ),
        'https',
      ),
    )
    const proxy = await track(startProxy(service.url))
    proxy.meet({ before: proceed })
    const network = createNetwork({
      resolver: createEnvironmentProxy({ HTTPS_PROXY: proxy.url }),
      store: createMemorySecrets(),
      keychain: () => ({ kind: 'system' }),
      settingsFile: createMemorySettings(),
      clock: createManualClock(),
      logger: createListeningLogger().logger,
    })
    await trustRoots(network, authority.cert)
    const throughProxy = createUndiciTransport({ network })
    stops.push(() => throughProxy.close())
    const sent = await throughProxy.send(to('https://service.example', { freshConnection }))
    expect(sent).toMatchObject({ ok: true, response: { status: 200, text: 'secure' } })
  },
)

import { createServer as createNetServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { listen, serve } from '#test/support/servers/loopback-server.ts'
import { raw, stopLoopbacks, to, track } from './transport-house.ts'

const transport = createUndiciTransport()
afterEach(stopLoopbacks)
afterAll(() => transport.close())

describe('a service call fails', () => {
  it.each([
    [
      'the service closes the connection after reading the request',
      (socket: Socket) => socket.end(),
    ],
    [
      'the service resets the connection after reading the request',
      (socket: Socket) => socket.resetAndDestroy(),
    ],
    ['the status line is cut short', (socket: Socket) => socket.end('HTTP/1.1 20')],
    [
      'the body is cut short',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a"'),
    ],
  ])('with an unknown outcome when %s', async (_name, act) => {
    for (const freshConnection of [true, false]) {
      const { url } = await raw(act)
      expect(await transport.send(to(url, { freshConnection }))).toMatchObject({
        ok: false,
        failure: { phase: 'unknown', code: 'service.connectionLost' },
      })
    }
  })

  it('with an unknown outcome when the service closes the connection right after accepting it', async () => {
    const { url } = await track(listen(createNetServer((socket) => socket.destroy())))
    expect(await transport.send(to(url, { freshConnection: true }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown' },
    })
  })

  it('with an unknown outcome when the service answers garbage', async () => {
    const { url } = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await transport.send(to(url))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.unreadable' },
    })
  })

  it('with an unknown outcome when no headers arrive in time', async () => {
    const { url } = await raw(() => undefined)
    const timeouts = { connectMs: 500, headersMs: 200, totalMs: 5000 }
    expect(await transport.send(to(url, { timeouts }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.timeout' },
    })
  })

  it('with an unknown outcome when a slow answer exceeds the total timeout', async () => {
    const { url } = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 20)
      socket.once('close', () => clearInterval(drip))
    })
    const timeouts = { connectMs: 500, headersMs: 1000, totalMs: 300 }
    expect(await transport.send(to(url, { timeouts }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.timeout' },
    })
  })

  it.each([true, false])(
    'at once when it is canceled while connecting (own connection: %s)',
    async (freshConnection) => {
      const { url } = await track(
        listen(
          createNetServer((socket) => socket.on('error', () => undefined)),
          'https',
        ),
      )
      const controller = new AbortController()
      const timeouts = { connectMs: 2000, headersMs: 3000, totalMs: 5000 }
      const sending = transport.send(
        to(url, { timeouts, freshConnection, signal: controller.signal }),
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      const cancelledAt = performance.now()
      controller.abort()
      expect(await sending).toMatchObject({ ok: false, failure: { code: 'job.cancelled' } })
      expect(performance.now() - cancelledAt).toBeLessThan(100)
    },
  )

  it('when it is canceled before a connection is free, without ever reaching the service', async () => {
    let arrived = 0
    const { url } = await track(
      serve((_request, response) => {
        arrived += 1
        setTimeout(() => response.end('{}'), 50)
      }),
    )
    const own = createUndiciTransport()
    const controller = new AbortController()
    const sending = own.send(to(url, { signal: controller.signal }))
    controller.abort()
    expect(await sending).toMatchObject({ ok: false, failure: { code: 'job.cancelled' } })
    expect(await own.send(to(url))).toMatchObject({ ok: true })
    await own.close()
    expect(arrived).toBe(1)
  })

  it('at once, with an unknown outcome, when it is canceled while being sent', async () => {
    const controller = new AbortController()
    const { url } = await raw(() => controller.abort())
    const started = performance.now()
    expect(
      await transport.send(to(url, { signal: controller.signal, freshConnection: true })),
    ).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'job.cancelled' },
    })
    expect(performance.now() - started).toBeLessThan(500)
  })

  it.each([
    ['plain', {}, Buffer.alloc(2000, 0x20)],
    ['compressed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1_000_000, 0x20))],
  ])(
    'with an unknown outcome when the answer is too large and %s',
    async (_name, headers, bytes) => {
      const { url } = await track(
        serve((_request, response) => response.writeHead(200, headers).end(bytes)),
      )
      expect(await transport.send(to(url, { maxResponseBytes: 1500 }))).toMatchObject({
        ok: false,
        failure: { phase: 'unknown', code: 'service.tooLarge' },
      })
    },
  )

  it.each([
    ['not UTF-8', {}, Buffer.from([0x22, 0xff, 0x22])],
    ['a cut gzip', { 'content-encoding': 'gzip' }, gzipSync('{"a":1}').subarray(0, 15)],
    ['an unknown encoding', { 'content-encoding': 'zz' }, Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ])('with an unknown outcome when the answer is %s', async (_name, headers, bytes) => {
    const { url } = await track(
      serve((_request, response) => response.writeHead(200, headers).end(bytes)),
    )
    expect(await transport.send(to(url))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.unreadable' },
    })
  })
})

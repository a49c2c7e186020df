import { createServer as createNetServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { listen, serve } from '#test/support/servers/loopback-server.ts'
import { raw, stopLoopbacks, to, track } from './transport-house.ts'

const transport = createUndiciTransport()
afterEach(stopLoopbacks)
afterAll(() => transport.close())

describe('the outcome is unknown', () => {
  it.each([
    ['it closes after reading everything', (socket: Socket) => socket.end()],
    ['it resets after reading everything', (socket: Socket) => socket.resetAndDestroy()],
    ['the status line is cut', (socket: Socket) => socket.end('HTTP/1.1 20')],
    [
      'the body is cut',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a"'),
    ],
  ])('when %s', async (_name, act) => {
    for (const freshConnection of [true, false]) {
      const { url } = await raw(act)
      expect(await transport.send(to(url, { freshConnection }))).toMatchObject({
        ok: false,
        failure: { phase: 'unknown', code: 'service.connectionLost' },
      })
    }
  })

  it('when the service closes right after accepting', async () => {
    const { url } = await track(listen(createNetServer((socket) => socket.destroy())))
    expect(await transport.send(to(url, { freshConnection: true }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown' },
    })
  })

  it('when the service answers garbage', async () => {
    const { url } = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await transport.send(to(url))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.unreadable' },
    })
  })

  it('when no headers come in time', async () => {
    const { url } = await raw(() => undefined)
    const timeouts = { connectMs: 500, headersMs: 200, totalMs: 5000 }
    expect(await transport.send(to(url, { timeouts }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.timeout' },
    })
  })

  it('when a slow answer exceeds the total timeout', async () => {
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
    'when it is canceled while connecting, at once (own connection: %s)',
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

  it('when it is canceled while waiting, and then never reaches the service', async () => {
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

  it('when it is canceled during the send, at once', async () => {
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
  ])('when the answer is too large: %s', async (_name, headers, bytes) => {
    const { url } = await track(
      serve((_request, response) => response.writeHead(200, headers).end(bytes)),
    )
    expect(await transport.send(to(url, { maxResponseBytes: 1500 }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.tooLarge' },
    })
  })

  it.each([
    ['not UTF-8', {}, Buffer.from([0x22, 0xff, 0x22])],
    ['a cut gzip', { 'content-encoding': 'gzip' }, gzipSync('{"a":1}').subarray(0, 15)],
    ['an unknown encoding', { 'content-encoding': 'zz' }, Buffer.from('{}')],
  ])('when the answer is %s', async (_name, headers, bytes) => {
    const { url } = await track(
      serve((_request, response) => response.writeHead(200, headers).end(bytes)),
    )
    expect(await transport.send(to(url))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.unreadable' },
    })
  })
})

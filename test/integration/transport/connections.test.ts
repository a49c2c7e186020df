import { createSecureServer } from 'node:http2'
import { createServer as createNetServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import { createAuthority } from '#test/support/servers/certificates.ts'
import { listen, serve, type Loopback } from '#test/support/servers/loopback-server.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})
const track = async (starting: Promise<Loopback>): Promise<Loopback> => {
  const loopback = await starting
  cleanUp.push(() => loopback.stop())
  return loopback
}
const createTransport = (options?: Parameters<typeof createUndiciTransport>[0]) => {
  const transport = createUndiciTransport(options)
  cleanUp.push(() => transport.close())
  return transport
}

const to = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeouts: { connectMs: 5000, headersMs: 5000, totalMs: 5000 },
  maxResponseBytes: 1_000_000,
  freshConnection: false,
  ...more,
})

/** A server that accepts connections but sends nothing, so the TLS handshake never completes. */
const silent = () => {
  const accepted: Socket[] = []
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined)
    accepted.push(socket)
  })
  return { accepted, starting: track(listen(server, 'https')) }
}

describe('a request that is still connecting', () => {
  it('is not sent if the program ends', async () => {
    for (const freshConnection of [true, false]) {
      const { accepted, starting } = silent()
      const { url } = await starting
      const transport = createTransport()
      const sending = transport.send(to(url, { freshConnection }))
      await expect.poll(() => accepted.length).toBe(1)
      await transport.close()
      expect(await sending).toMatchObject({
        ok: false,
        failure: { phase: 'notSent' },
      })
    }
  })

  it('is not sent if it is canceled or times out', async () => {
    for (const freshConnection of [true, false]) {
      const { accepted, starting } = silent()
      const { url } = await starting
      const transport = createTransport()
      const controller = new AbortController()
      const sending = transport.send(to(url, { freshConnection, signal: controller.signal }))
      await expect.poll(() => accepted.length).toBe(1)
      controller.abort()
      const host = new URL(url).host
      expect(await sending).toEqual({
        ok: false,
        failure: {
          phase: 'notSent',
          code: 'job.cancelled',
          message: `The call to ${host} was cancelled.`,
          details: '',
        },
      })
      const timeouts = { connectMs: 5000, headersMs: 5000, totalMs: 50 }
      expect(await transport.send(to(url, { freshConnection, timeouts }))).toEqual({
        ok: false,
        failure: {
          phase: 'notSent',
          code: 'service.timeout',
          message: `${host} did not answer within 0.05 s.`,
          details: '',
        },
      })
    }
  })
})

it('every connection trusts the added authority, and none speaks HTTP/2', async () => {
  const authority = createAuthority()
  const versions: string[] = []
  const server = createSecureServer(
    { ...authority.issue('localhost'), allowHTTP1: true },
    (request, response) => {
      versions.push(request.httpVersion)
      response.end('{}')
    },
  )
  const { url } = await track(listen(server, 'https'))
  const transport = createTransport({ certificateAuthorities: [authority.cert] })
  const address = url.replace('127.0.0.1', 'localhost')
  for (const freshConnection of [true, true, false, false]) {
    expect(await transport.send(to(address, { freshConnection }))).toMatchObject({ ok: true })
  }
  expect(versions).toEqual(['1.1', '1.1', '1.1', '1.1'])
})

describe('a canceled service call', () => {
  it('closes its connection', async () => {
    const closed: string[] = []
    const { url } = await track(
      serve((request) => {
        request.socket.once('close', () => closed.push('closed'))
        controller.abort()
      }),
    )
    const controller = new AbortController()
    expect(await createTransport().send(to(url, { signal: controller.signal }))).toMatchObject({
      ok: false,
      failure: { phase: 'unknown' },
    })
    await expect.poll(() => closed).toEqual(['closed'])
  })

  it('is not sent if canceled before the call begins, and the error has no further details', async () => {
    expect(
      await createTransport().send(to('http://127.0.0.1:9', { signal: AbortSignal.abort() })),
    ).toEqual({
      ok: false,
      failure: {
        phase: 'notSent',
        code: 'job.cancelled',
        message: 'The call was cancelled before it began.',
        details: '',
      },
    })
  })
})

it('two simultaneous service calls do not wait for each other, because each has its own connection', async () => {
  const waiting: (() => void)[] = []
  const { url } = await track(
    serve((_request, response) => {
      waiting.push(() => response.end('done'))
      if (waiting.length === 2) for (const answer of waiting) answer()
    }),
  )
  const transport = createTransport()
  const sent = await Promise.all([1, 2].map(() => transport.send(to(url))))
  expect(sent).toMatchObject([
    { ok: true, response: { text: 'done' } },
    { ok: true, response: { text: 'done' } },
  ])
})

it('no service call is sent after the transport is closed', async () => {
  const asked: string[] = []
  const { url } = await track(
    serve((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    }),
  )
  const transport = createTransport()
  await transport.close()
  for (const freshConnection of [true, false]) {
    expect(await transport.send(to(url, { freshConnection }))).toMatchObject({
      ok: false,
      failure: {
        phase: 'notSent',
        code: 'job.cancelled',
        message: 'The program is ending, so the call was not made.',
      },
    })
  }
  expect(asked).toEqual([])
})

describe('an answer', () => {
  const inParts = (parts: readonly (string | Buffer)[], status = 200) =>
    track(
      serve(async (_request, response) => {
        response.writeHead(status)
        for (const part of parts) {
          response.write(part)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        response.end()
      }),
    )

  it('in parts is read completely, up to the size limit', async () => {
    const { url } = await inParts(['{"a":', '"b"', '}'])
    const transport = createTransport()
    expect(await transport.send(to(url, { maxResponseBytes: 9 }))).toMatchObject({
      ok: true,
      response: { text: '{"a":"b"}' },
    })
    const sent = await transport.send(to(url, { maxResponseBytes: 8 }))
    expect(sent).toMatchObject({
      ok: false,
      failure: { code: 'service.tooLarge', details: 'more than 8 bytes' },
    })
    expect(!sent.ok && sent.failure.message).toMatch(
      /^The answer of 127\.0\.0\.1:\d+ is larger than the program accepts\.$/,
    )
  })

  it('with an invalid byte is still shown if it is an error, but fails if it is a success', async () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22])
    const transport = createTransport()
    expect(await transport.send(to((await inParts([bytes], 300)).url))).toMatchObject({
      ok: true,
      response: { text: '"\uFFFD"' },
    })
    const sent = await transport.send(to((await inParts([bytes], 299)).url))
    expect(sent).toMatchObject({
      ok: false,
      failure: { phase: 'unknown', code: 'service.unreadable' },
    })
    expect(!sent.ok && sent.failure.message).toMatch(
      /^The answer of 127\.0\.0\.1:\d+ could not be read as text\.$/,
    )
  })
})

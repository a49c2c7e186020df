import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import {
  answerJson,
  bodyOf,
  listen,
  refusedUrl,
  serve,
} from '#test/support/servers/loopback-server.ts'
import { stopLoopbacks, to, track } from './transport-house.ts'

const transport = createUndiciTransport()
afterEach(stopLoopbacks)
afterAll(() => transport.close())

describe('an exchange', () => {
  it('delivers body and headers, and returns status, headers and text', async () => {
    const { url } = await track(
      serve(async (request, response) => {
        const body = await bodyOf(request)
        response.setHeader('X-Many', ['a', 'b'])
        answerJson(response, 201, {
          body,
          path: request.url,
          authorization: request.headers.authorization,
        })
      }),
    )
    const sent = await transport.send(to(url))
    expect(sent).toMatchObject({
      ok: true,
      response: { status: 201, headers: { 'x-many': 'a, b' } },
    })
    expect(sent.ok && JSON.parse(sent.response.text)).toEqual({
      body: '{"ClientId":"ABCD"}',
      path: '/rm/v1/express/forecast',
      authorization: 'Bearer abc',
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)('undoes %s', async (name, compress) => {
    const { url } = await track(
      serve((_request, response) =>
        response.setHeader('content-encoding', name).end(compress('{"é":1}')),
      ),
    )
    expect(await transport.send(to(url))).toMatchObject({ ok: true, response: { text: '{"é":1}' } })
  })

  it('never follows a redirect', async () => {
    let calls = 0
    const { url } = await track(
      serve((_request, response) => {
        calls += 1
        response.writeHead(307, { location: '/elsewhere' }).end()
      }),
    )
    expect(await transport.send(to(url))).toMatchObject({ ok: true, response: { status: 307 } })
    expect(calls).toBe(1)
  })

  it('uses a new connection for each submission and closes it, and reuses one otherwise', async () => {
    const ports: (number | undefined)[] = []
    const asked = new Set<string | undefined>()
    let closed = 0
    const { url, server } = await track(
      serve((request, response) => {
        ports.push(request.socket.remotePort)
        asked.add(request.headers.connection)
        answerJson(response, 200, {})
      }),
    )
    server.on('connection', (socket: Socket) => socket.once('close', () => (closed += 1)))
    for (let count = 0; count < 3; count += 1)
      await transport.send(to(url, { freshConnection: true }))
    expect(new Set(ports).size).toBe(3)
    await expect.poll(() => closed).toBe(3)
    // A service that is asked to close may end its answer by closing, which looks like a cut.
    expect([...asked]).toEqual(['keep-alive'])
    ports.length = 0
    for (let count = 0; count < 3; count += 1) await transport.send(to(url))
    expect(new Set(ports).size).toBeLessThan(3)
  })

  it('reads an error page in its own character set, and a broken one too', async () => {
    const { url } = await track(
      serve((_request, response) =>
        response
          .writeHead(502, { 'content-type': 'text/html; charset=iso-8859-1' })
          .end(Buffer.from([0xe9])),
      ),
    )
    expect(await transport.send(to(url))).toMatchObject({
      ok: true,
      response: { status: 502, text: 'é' },
    })
  })
})

describe('nothing is sent, for certain', () => {
  it.each([true, false])('when the connection is refused (fresh: %s)', async (freshConnection) => {
    const sent = await transport.send(to(await refusedUrl(), { freshConnection }))
    expect(sent).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.unreachable' },
    })
    if (!sent.ok)
      expect(sent.failure.message).toMatch(/^127\.0\.0\.1:\d+ refused the connection\.$/)
  })

  it('when the name does not exist', async () => {
    expect(
      await transport.send(to('http://no-such-host.invalid', { freshConnection: true })),
    ).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.unreachable' },
    })
  })

  it('when it is canceled before', async () => {
    const signal = AbortSignal.abort()
    expect(await transport.send(to('http://127.0.0.1:9', { signal }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'job.cancelled' },
    })
  })

  it('when the server accepts but never shakes hands', async () => {
    const { url } = await track(
      listen(
        createNetServer((socket) => socket.on('error', () => undefined)),
        'https',
      ),
    )
    const timeouts = { connectMs: 200, headersMs: 3000, totalMs: 5000 }
    expect(await transport.send(to(url, { timeouts, freshConnection: true }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.timeout' },
    })
    const impatient = { connectMs: 3000, headersMs: 3000, totalMs: 100 }
    expect(
      await transport.send(to(url, { timeouts: impatient, freshConnection: true })),
    ).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.timeout' },
    })
  })

  describe('when the certificate cannot be trusted', () => {
    let folder: string
    let pem: { key: string; cert: string }
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'tls-'))
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      execFileSync(
        'openssl',
        `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      )
      pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const secure = async (options: object = {}) => {
      let requests = 0
      const server = createSecureServer({ ...pem, ...options }, (_request, response) => {
        requests += 1
        answerJson(response, 200, {})
      })
      const { url } = await track(listen(server, 'https'))
      return { url: url.replace('127.0.0.1', 'localhost'), address: url, requests: () => requests }
    }

    it('and says why, with the host', async () => {
      const { url, requests } = await secure()
      const sent = await transport.send(to(url, { freshConnection: true }))
      expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.tls' } })
      if (!sent.ok)
        expect(sent.failure.message).toMatch(
          /^The identity of localhost:\d+ .*signed only by itself\.$/,
        )
      expect(requests()).toBe(0)
    })

    it('unless its authority was added; then the name must still match', async () => {
      const { url, address, requests } = await secure()
      const trusting = createUndiciTransport({ certificateAuthorities: [pem.cert] })
      expect(await trusting.send(to(url))).toMatchObject({ ok: true })
      expect(await trusting.send(to(address))).toMatchObject({
        ok: false,
        failure: { code: 'service.tls' },
      })
      expect(requests()).toBe(1)
      await trusting.close()
    })

    it('or the server only speaks TLS 1.1', async () => {
      const { url } = await secure({
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      const trusting = createUndiciTransport({ certificateAuthorities: [pem.cert] })
      expect(await trusting.send(to(url, { freshConnection: true }))).toMatchObject({
        ok: false,
        failure: { phase: 'notSent', code: 'service.tls' },
      })
      await trusting.close()
    })

    it('or it speaks no TLS at all', async () => {
      const { url } = await track(serve((_request, response) => response.end()))
      expect(
        await transport.send(to(url.replace('http:', 'https:'), { freshConnection: true })),
      ).toMatchObject({
        ok: false,
        failure: { phase: 'notSent', code: 'service.tls' },
      })
    })
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
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
  it('sends body and headers, and returns status, headers and text', async () => {
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
  ] as const)('decompresses an answer in %s', async (name, compress) => {
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

  it('closes a fresh connection afterwards, and otherwise reuses a kept connection', async () => {
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
    // If the request asked to close the connection, the service might end its answer by closing,
    // which looks like a lost connection.
    expect([...asked]).toEqual(['keep-alive'])
    ports.length = 0
    for (let count = 0; count < 3; count += 1) await transport.send(to(url))
    expect(new Set(ports).size).toBeLessThan(3)
  })

  it('reads an error page in the page’s character set, even if the page has invalid bytes', async () => {
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

describe('it is certain that nothing was sent', () => {
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

  it('when the request is canceled before it begins', async () => {
    const signal = AbortSignal.abort()
    expect(await transport.send(to('http://127.0.0.1:9', { signal }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'job.cancelled' },
    })
  })

  it('when the server accepts the connection but never completes the TLS handshake', async () => {
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

  describe('when the TLS connection fails:', () => {
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

    it('the error about an untrusted certificate gives host and reason', async () => {
      const { url, requests } = await secure()
      const sent = await transport.send(to(url, { freshConnection: true }))
      expect(sent).toMatchObject({ ok: false, failure: { phase: 'notSent', code: 'service.tls' } })
      if (!sent.ok)
        expect(sent.failure.message).toMatch(
          /^The identity of localhost:\d+ .*signed only by itself\.$/,
        )
      expect(requests()).toBe(0)
    })

    it('a certificate from an added authority is trusted only for its own host name', async () => {
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

    const weak = 'DEFAULT@SECLEVEL=0'
    it.each<[string, () => Server, RegExp]>([
      ['only HTTP/2', () => createHttp2Server(pem), /offers no HTTP\/1\.1/],
      [
        'only TLS 1.1',
        () =>
          createTlsServer({ ...pem, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: weak }),
        /does not offer TLS 1\.2 or later/,
      ],
      [
        'only encryption that this program does not',
        () => createTlsServer({ ...pem, minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_CCM_SHA256' }),
        /accepts no encryption that this program offers/,
      ],
      ['no TLS', () => createServer(), /does not speak TLS/],
    ])(
      'a server that offers %s gets nothing, and the error does not doubt its identity',
      async (_name, serverOf, why) => {
        const server = serverOf()
        server.on('tlsClientError', () => undefined)
        const { url } = await track(listen(server, 'https'))
        const trusting = createUndiciTransport({ certificateAuthorities: [pem.cert] })
        const sent = await trusting.send(
          to(url.replace('127.0.0.1', 'localhost'), { freshConnection: true }),
        )
        expect(sent).toMatchObject({
          ok: false,
          failure: { phase: 'notSent', code: 'service.tls' },
        })
        const message = sent.ok ? '' : sent.failure.message
        expect(message).toMatch(/^No secure connection to localhost:\d+ was made: it /)
        expect(message).toMatch(why)
        await trusting.close()
      },
    )
  })
})

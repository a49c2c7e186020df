import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { NetworkPort, ProxyCredentials } from '#electron/core/platform/ports.ts'
import { createAuthority, type KeyAndCertificate } from '#test/support/servers/certificates.ts'
import { request } from './network-house.ts'

/**
 * Tests a tunnel through a proxy at the level of sockets: what the proxy receives, and the advice
 * for each refusal.
 */

const open: { readonly servers: Server[]; readonly sockets: Socket[] } = {
  servers: [],
  sockets: [],
}
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const socket of open.sockets.splice(0)) socket.destroy()
  for (const server of open.servers.splice(0)) server.close()
})

/**
 * A proxy that gives `answer` to any request, or never answers if it is `null`, and records
 * everything it receives.
 */
const proxyThat = async (answer: string | null, secured?: KeyAndCertificate) => {
  const seen = { text: '', names: [] as string[], ended: Promise.withResolvers<true>() }
  const meet = (socket: Socket): void => {
    open.sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => seen.ended.resolve(true))
    socket.once('data', () => answer !== null && socket.write(answer))
    socket.on('data', (bytes) => (seen.text += bytes.toString('latin1')))
  }
  const SNICallback = (name: string, answered: (failure: null) => void): void => {
    seen.names.push(name)
    answered(null)
  }
  const server = secured
    ? createSecureServer({ ...secured, SNICallback }, meet)
    : createServer(meet)
  open.servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const host = secured ? `localhost:${port}` : `127.0.0.1:${port}`
  return { uri: `${secured ? 'https' : 'http'}://${host}`, host, port, seen }
}

interface Office {
  readonly credentials?: ProxyCredentials
  readonly roots?: string
  readonly connectMs?: number
}

/** Sends a call through the proxy at `uri`; returns the failure and the proxies that asked for a sign-in. */
const through = async (uri: string, { credentials, roots = '', connectMs = 2000 }: Office = {}) => {
  const asked: string[] = []
  const network: NetworkPort = {
    extraRoots: async () => ({ pem: roots, waiting: [] }),
    waysTo: async () => [{ kind: 'proxy', uri }],
    proxyCredentials: async () => credentials ?? null,
    proxyAsked: (proxy) => asked.push(proxy),
  }
  const transport = createUndiciTransport({ network })
  closers.push(() => transport.close())
  const timeouts = { connectMs, headersMs: 3000, totalMs: 5000 }
  const sent = await transport.send(request({ timeouts }))
  return { failure: sent.ok ? null : sent.failure, asked }
}

const notSent = (message: string) => ({ phase: 'notSent', code: 'service.proxy', message })

test('a proxy gets a CONNECT request for the service, with the credentials encoded as UTF-8', async () => {
  for (const credentials of [undefined, { user: 'zoë', password: 'p:w' }]) {
    const { uri, seen } = await proxyThat('HTTP/1.1 200 Yes\r\n\r\nnot TLS')
    const { failure } = await through(uri, credentials && { credentials })
    expect(failure).toMatchObject({ phase: 'notSent', code: 'service.tls' })
    expect(seen.text).toMatch(/^CONNECT service\.example:443 HTTP\/1\.1\r\n/)
    const sent = /\r\nproxy-authorization: Basic (\S+)\r\n/i.exec(seen.text)?.[1]
    expect(sent).toBe(credentials && Buffer.from('zoë:p:w').toString('base64'))
    expect(seen.text).not.toMatch(/Bearer abc|ClientId/)
  }
})

test('a proxy reached over TLS gets a request only if the proxy’s certificate is trusted', async () => {
  const authority = createAuthority()
  const proxy = await proxyThat('HTTP/1.1 403 No\r\n\r\n', authority.issue('localhost'))
  const untrusted = await through(proxy.uri)
  expect(untrusted.failure).toMatchObject(
    notSent(
      `The identity of the proxy ${proxy.host} could not be verified: an intermediate certificate is missing or its authority is unknown.`,
    ),
  )
  expect(untrusted.failure?.details).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  // The proxy must present a certificate for its own name, not for the service's.
  const byAddress = await through(`https://127.0.0.1:${proxy.port}`, { roots: authority.cert })
  expect(byAddress.failure?.details).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(proxy.seen.text).toBe('')
  const trusted = await through(proxy.uri, { roots: authority.cert })
  expect(trusted.failure?.message).toContain('answered 403')
  expect(proxy.seen.text).toMatch(/^CONNECT /)
  // A connection by IP address sends no server name, so only two names arrived.
  expect(proxy.seen.names).toEqual(['localhost', 'localhost'])
})

test('NODE_TLS_REJECT_UNAUTHORIZED does not make an untrusted proxy usable', async () => {
  const proxy = await proxyThat(null, createAuthority().issue('localhost'))
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    const { failure } = await through(proxy.uri)
    expect(failure?.details).toContain('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    expect(proxy.seen.text).toBe('')
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  }
})

const known = { user: 'u', password: 'p' }
const signIn = 'HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n'
test.each<[string, string, Office, string, boolean]>([
  [
    'that refuses',
    'HTTP/1.1 403 No\r\n\r\n',
    {},
    'answered 403 and opened no way to service.example:443.',
    false,
  ],
  [
    'that redirects',
    'HTTP/1.1 300 No\r\n\r\n',
    {},
    'answered 300 and opened no way to service.example:443.',
    false,
  ],
  [
    'that requires a sign-in',
    signIn,
    {},
    'asks for a user name and password: enter them under Settings, Network. This program cannot sign in any other way.',
    true,
  ],
  [
    'that refuses the stored sign-in',
    signIn,
    { credentials: known },
    'did not accept the stored user name and password: enter them again under Settings, Network. This program cannot sign in any other way.',
    true,
  ],
  ['that does not speak HTTP', 'SSH-2.0-office\r\n\r\n', {}, 'could not be reached.', false],
])(
  'the connection to a proxy %s is closed, and the error names the proxy and says what to do',
  async (_name, answer, over, words, asks) => {
    const { uri, host, seen } = await proxyThat(answer)
    const { failure, asked } = await through(uri, over)
    expect(failure).toMatchObject(notSent(`The proxy ${host} ${words}`))
    expect(asked).toEqual(asks ? [host] : [])
    await seen.ended.promise
  },
)

test('a proxy that hangs up before answering is reported as unreachable', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.destroy())
  })
  open.servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const { failure } = await through(`http://${host}`)
  expect(failure).toMatchObject(notSent(`The proxy ${host} could not be reached.`))
})

test('a connection to a proxy that never answers times out', async () => {
  const { uri, host, seen } = await proxyThat(null)
  const { failure } = await through(uri, { connectMs: 60 })
  expect(failure).toMatchObject(notSent(`The proxy ${host} did not answer in time.`))
  await seen.ended.promise
})

test('a proxy that is not running causes an error that names the proxy and gives the cause', async () => {
  const { uri, host } = await proxyThat(null)
  for (const server of open.servers.splice(0)) await new Promise((done) => server.close(done))
  const { failure } = await through(uri)
  expect(failure).toMatchObject(notSent(`The proxy ${host} could not be reached.`))
  expect(failure?.details).toContain('ECONNREFUSED')
})

test('a proxy can have an IPv6 address', async () => {
  const { failure } = await through('http://[::1]:9')
  expect(failure).toMatchObject(notSent('The proxy [::1]:9 could not be reached.'))
  expect(failure?.details).toBe('ECONNREFUSED: tried ::1, port 9')
})

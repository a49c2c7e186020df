import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, createServer as createSecureServer } from 'node:tls'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openTunnel, type TunnelOptions } from '#electron/adapters/transport/proxy-tunnel.ts'
import { createAuthority, type KeyAndCertificate } from '#test/support/servers/certificates.ts'

/** A route through a proxy, at the level of sockets: the requests, and the advice for each refusal. */

const open: { readonly servers: Server[]; readonly sockets: Socket[] } = {
  servers: [],
  sockets: [],
}
afterEach(() => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  for (const server of open.servers.splice(0)) server.close()
})

/** A proxy that gives `answer` to any request, `null` for none, and echoes everything after that. */
const proxyThat = async (answer: string | null, secured?: KeyAndCertificate) => {
  const seen = { text: '', names: [] as string[], ended: Promise.withResolvers<true>() }
  const meet = (socket: Socket): void => {
    open.sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => seen.ended.resolve(true))
    socket.once('data', (bytes) => {
      seen.text = bytes.toString()
      if (answer !== null) socket.write(answer)
      socket.on('data', (more) => socket.write(more))
    })
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
  const url = new URL(secured ? `https://localhost:${port}` : `http://127.0.0.1:${port}`)
  return { url, host: `127.0.0.1:${port}`, seen }
}
const through = (proxy: URL, over: Partial<TunnelOptions> = {}): Promise<Socket> =>
  openTunnel({
    proxy,
    target: 'service.example:443',
    credentials: null,
    timeoutMs: 5000,
    trust: undefined,
    ...over,
  })

test.each([200, 299])(
  'a proxy that answers %i opens the tunnel, with the bytes after its answer',
  async (status) => {
    const { url, seen } = await proxyThat(`HTTP/1.1 ${status} Yes\r\n\r\nfirst bytes`)
    const socket = await through(url, { timeoutMs: 60 })
    open.sockets.push(socket)
    const came: unknown[] = await once(socket, 'data')
    expect(String(came[0])).toBe('first bytes')
    // The connection stays open, however long it is used.
    await wait(100)
    expect(socket.destroyed).toBe(false)
    expect(seen.text).toMatch(/^CONNECT service\.example:443 HTTP\/1\.1\r\n/)
    expect(seen.text).toMatch(/\r\nhost: service\.example:443\r\n/i)
    expect(seen.text).not.toMatch(/proxy-authorization/i)
  },
)

test('the proxy’s interim answers are skipped, and nothing of the service’s', async () => {
  const { url } = await proxyThat('HTTP/1.1 103 Wait\r\n\r\nHTTP/1.1 200 Yes\r\n\r\n')
  const socket = await through(url)
  open.sockets.push(socket)
  const said = 'HTTP/1.1 100 Continue\r\n\r\nand so on'
  socket.write(said)
  const came: unknown[] = await once(socket, 'data')
  expect(String(came[0])).toBe(said)
})

test('a proxy over TLS gets a request only if its certificate is trusted', async () => {
  const authority = createAuthority()
  const { url, seen } = await proxyThat('HTTP/1.1 200 Yes\r\n\r\n', authority.issue('localhost'))
  await expect(through(url)).rejects.toMatchObject({
    kind: 'unreachable',
    cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
  })
  expect(seen.text).toBe('')
  const trust = createSecureContext({ ca: authority.cert })
  // The proxy must present a certificate of its own name, not of the service's.
  const byAddress = new URL(`https://127.0.0.1:${url.port}`)
  await expect(through(byAddress, { trust })).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID', host: '127.0.0.1' },
  })
  expect(seen.text).toBe('')
  open.sockets.push(await through(url, { trust }))
  expect(seen.text).toMatch(/^CONNECT /)
  // A proxy known only by its address gets no server name.
  expect(seen.names).toEqual(['localhost', 'localhost'])
})

test('a stored user name and password are sent as UTF-8', async () => {
  const { url, seen } = await proxyThat('HTTP/1.1 200 Yes\r\n\r\n')
  open.sockets.push(await through(url, { credentials: { user: 'zoë', password: 'p:w' } }))
  const basic = Buffer.from('zoë:p:w').toString('base64')
  expect(seen.text).toMatch(new RegExp(`\r\nproxy-authorization: Basic ${basic}\r\n`, 'i'))
})

const known = { user: 'u', password: 'p' }
const asks = (schemes: string): string =>
  `HTTP/1.1 407 Sign in\r\n${schemes}Content-Length: 0\r\n\r\n`
test.each<[string, string, Partial<TunnelOptions>, string, string]>([
  [
    'that refuses',
    'HTTP/1.1 403 No\r\n\r\n',
    {},
    'refused',
    'answered 403 and opened no way to service.example:443.',
  ],
  [
    'that moves',
    'HTTP/1.1 300 No\r\n\r\n',
    {},
    'refused',
    'answered 300 and opened no way to service.example:443.',
  ],
  [
    'that wants to know who asks',
    asks('Proxy-Authenticate: BASIC realm="x"\r\n'),
    {},
    'credentials',
    'asks for a user name and password: enter them under Settings, Network.',
  ],
  [
    'that does not know who asks',
    asks('Proxy-Authenticate: NTLM, Basic realm="x"\r\n'),
    { credentials: known },
    'credentials',
    'did not accept the stored user name and password: enter them again under Settings, Network.',
  ],
  [
    'that signs in another way',
    asks('Proxy-Authenticate: Negotiate token\r\n'),
    { credentials: known },
    'refused',
    'asks for Negotiate, which this program does not offer it: it signs in with a user name and password (Basic) only.',
  ],
  [
    'that repeats the credentials in place of a way to sign in',
    asks('Proxy-Authenticate: am9lOmh1bnRlcg\r\n'),
    { credentials: known },
    'refused',
    'asks for a kind of sign-in, which this program does not offer it: it signs in with a user name and password (Basic) only.',
  ],
  [
    'that does not say how to sign in',
    asks(''),
    {},
    'refused',
    'asks for a kind of sign-in, which this program does not offer it: it signs in with a user name and password (Basic) only.',
  ],
])('a proxy %s is abandoned, and named with advice', async (_name, answer, over, kind, words) => {
  const { url, host, seen } = await proxyThat(answer)
  await expect(through(url, over)).rejects.toMatchObject({
    name: 'ProxyFailure',
    kind,
    message: `The proxy ${host} ${words}`,
  })
  await seen.ended.promise
})

test('a silent proxy times out', async () => {
  const { url, host, seen } = await proxyThat(null)
  await expect(through(url, { timeoutMs: 60 })).rejects.toMatchObject({
    kind: 'unreachable',
    message: `The proxy ${host} did not answer in time.`,
  })
  await seen.ended.promise
})

test('a missing proxy has its own error, with the cause', async () => {
  const { url, host } = await proxyThat(null)
  for (const server of open.servers.splice(0)) await new Promise((done) => server.close(done))
  await expect(through(url)).rejects.toMatchObject({
    kind: 'unreachable',
    message: `The proxy ${host} could not be reached.`,
    cause: { code: 'ECONNREFUSED' },
  })
})

test.each([
  ['http://127.99.0.7', 80],
  ['https://127.99.0.7', 443],
])('%s without a port is called at %i', async (proxy, port) => {
  await expect(through(new URL(proxy))).rejects.toMatchObject({
    cause: { address: '127.99.0.7', port },
  })
})

test('a proxy can have an IPv6 address', async () => {
  await expect(through(new URL('http://[::1]:9'))).rejects.toMatchObject({
    message: 'The proxy [::1]:9 could not be reached.',
    cause: { address: '::1', port: 9 },
  })
})

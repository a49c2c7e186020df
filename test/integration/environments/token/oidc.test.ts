import { stays } from '#test/support/worlds/express-house.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientMetadata } from 'oidc-provider'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { startOidcServer } from '#test/support/servers/oidc-server.ts'
import { createRealClient, type RealClientOptions } from '#test/support/worlds/real-client.ts'

/** Tests the token source against an independent OAuth server. */

const plain = 'plain-secret-canary'
/** Every character that form encoding, percent encoding or Basic authentication could get wrong. */
const odd = 'a+b c%41:d&e=f/g~h?"canary'

const clients: readonly ClientMetadata[] = [
  {
    client_id: 'by-basic',
    client_secret: plain,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  { client_id: 'by-form', client_secret: plain, token_endpoint_auth_method: 'client_secret_post' },
  {
    client_id: 'odd:basic+x',
    client_secret: odd,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  { client_id: 'odd:form+x', client_secret: odd, token_endpoint_auth_method: 'client_secret_post' },
  {
    client_id: 'expired',
    client_secret: plain,
    client_secret_expires_at: 1_700_000_000,
    token_endpoint_auth_method: 'client_secret_basic',
  },
]

// The server rightly warns that it keeps everything in memory.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
  vi.restoreAllMocks()
})

const byBasic: CredentialsInput = { style: 'basic', clientId: 'by-basic', clientSecret: plain }

const setUp = async (
  credentials: CredentialsInput = byBasic,
  options: RealClientOptions & { lifetime?: number } = {},
) => {
  const server = await startOidcServer(clients, options.lifetime)
  const clock = createManualClock()
  const client = createRealClient(server.url, { clock, credentials, ...options })
  cleanUp.push(client.close, server.stop)
  return { server, clock, ...client }
}

const valueOf = (
  result: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['tokens']['get']>>,
): string => (result.ok ? result.value : `failed: ${result.error.message}`)

describe('client credentials', () => {
  test.each([
    ['client_secret_basic', byBasic],
    ['client_secret_post', { style: 'form', clientId: 'by-form', clientSecret: plain }],
    [
      'client_secret_basic with a difficult secret',
      { style: 'basic', clientId: 'odd:basic+x', clientSecret: odd },
    ],
    [
      'client_secret_post with a difficult secret',
      { style: 'form', clientId: 'odd:form+x', clientSecret: odd },
    ],
  ] as const)('sent as %s get a valid token at the first try', async (_name, credentials) => {
    const { tokens, server } = await setUp(credentials)
    const inHeader: boolean[] = []
    server.setGate((request) => {
      inHeader.push(/^Basic /.test(request.headers.authorization ?? ''))
      return false
    })
    const token = valueOf(await tokens.get('uat'))
    expect(await server.ownerOf(token)).toBe(credentials.clientId)
    expect(inHeader).toEqual([credentials.style === 'basic'])
    expect(server.tokenCalls()).toBe(1)
  })

  test.each([
    ['a wrong secret', { style: 'basic', clientId: 'by-basic', clientSecret: 'wrong-canary' }],
    [
      'a wrong secret in the form',
      { style: 'form', clientId: 'by-form', clientSecret: 'wrong-canary' },
    ],
    ['an unknown client', { style: 'basic', clientId: 'nobody', clientSecret: plain }],
    ['an expired client', { style: 'basic', clientId: 'expired', clientSecret: plain }],
  ] as const)(
    'with %s are refused after one request, and the message does not show the secret',
    async (_name, credentials) => {
      const { tokens, server, logged } = await setUp(credentials)
      const result = await tokens.get('uat')
      expect(result).toMatchObject({ ok: false, error: { code: 'service.tokenRefused' } })
      if (result.ok) return
      expect(result.error.status).toBeGreaterThanOrEqual(400)
      expect(result.error.message).toMatch(
        /^The token request was answered with status 40[01]: .*invalid_(client|request)/,
      )
      expect(JSON.stringify([result, logged])).not.toContain('canary')
      expect(server.tokenCalls()).toBe(1)
      expect(tokens.state('uat')).toEqual({ kind: 'none' })
    },
  )
})

describe('a token lifetime', () => {
  test.each([7200, 901])(
    'of %d seconds is read from the answer, and the token is renewed five minutes early',
    async (lifetime) => {
      const { tokens, clock, server } = await setUp(byBasic, { lifetime })
      const first = valueOf(await tokens.get('uat'))
      expect(tokens.state('uat')).toMatchObject({ kind: 'valid', secondsLeft: lifetime })
      clock.advance((lifetime - 301) * 1000)
      expect(valueOf(await tokens.get('uat'))).toBe(first)
      clock.advance(2000)
      const second = valueOf(await tokens.get('uat'))
      expect(second).not.toBe(first)
      expect(await server.ownerOf(second)).toBe('by-basic')
      expect(server.tokenCalls()).toBe(2)
    },
  )

  test('that has ended makes 1,000 parallel callers share one token request', async () => {
    const { tokens, clock, server } = await setUp()
    const old = valueOf(await tokens.get('uat'))
    clock.advance(3600 * 1000)
    const all = await Promise.all(Array.from({ length: 1000 }, () => tokens.get('uat')))
    const distinct = new Set(all.map(valueOf))
    expect(distinct.size).toBe(1)
    expect(distinct.has(old)).toBe(false)
    expect(server.tokenCalls()).toBe(2)
  })
})

describe('a slow server', () => {
  test('gets one token request, however many callers wait or cancel', async () => {
    const { tokens, server } = await setUp()
    let isThrough = false
    server.setGate(async () => {
      await wait(600)
      isThrough = true
      return false
    })
    const controller = new AbortController()
    const leaving = tokens.get('uat', { signal: controller.signal })
    const staying = Promise.all(Array.from({ length: 50 }, () => tokens.get('uat')))
    await wait(100)
    controller.abort()
    expect(await leaving).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
    expect(isThrough).toBe(false)
    const values = new Set((await staying).map(valueOf))
    expect(values.size).toBe(1)
    expect(await server.ownerOf([...values].join())).toBe('by-basic')
    expect(server.tokenCalls()).toBe(1)
  })

  test('causes a timeout error, and the next caller sends a new token request', async () => {
    const { tokens, server } = await setUp(byBasic, {
      timeouts: { connectMs: 200, headersMs: 300, totalMs: 400 },
    })
    server.setGate(() => wait(1500, true, { ref: false }))
    expect(await tokens.get('uat')).toMatchObject({ ok: false, error: { code: 'service.timeout' } })
    server.setGate(() => false)
    expect(await server.ownerOf(valueOf(await tokens.get('uat')))).toBe('by-basic')
  })
})

describe('a server that', () => {
  test.each([
    ['drops the connection', 'drop'],
    ['answers 503', 'unavailable'],
    ['answers 429 with Retry-After', 'busy'],
  ] as const)('%s every second time still provides every token', async (_name, kind) => {
    const { tokens, server, clock } = await setUp()
    server.setGate((request, response, count) => {
      if (count % 2 === 0) return false
      if (kind === 'drop') request.socket.destroy()
      else if (kind === 'busy') response.writeHead(429, { 'retry-after': '3' }).end()
      else response.writeHead(503).end('down')
      return true
    })
    const seen = new Set<string>()
    for (let round = 0; round < 10; round += 1) {
      const token = valueOf(await tokens.renew('uat'))
      expect(await server.ownerOf(token)).toBe('by-basic')
      seen.add(token)
    }
    expect(seen.size).toBe(10)
    expect(server.tokenCalls()).toBe(20)
    expect(clock.slept).toEqual(Array.from({ length: 10 }, () => (kind === 'busy' ? 3000 : 250)))
  })

  test('always answers 503 is not asked again after three retries', async () => {
    const { tokens, server } = await setUp()
    server.setGate((_request, response) => {
      response.writeHead(503).end()
      return true
    })
    expect(await tokens.get('uat')).toMatchObject({
      ok: false,
      error: { code: 'service.failed', status: 503 },
    })
    expect(server.tokenCalls()).toBe(4)
  })
})

test('a revoked token is renewed once for a hundred refused service calls', async () => {
  const { tokens, server, express } = await setUp(byBasic, { callsAtOnce: 100 })
  let refused = 0
  server.setService(async (request, response) => {
    request.resume()
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const known = (await server.ownerOf(token)) !== null
    if (!known) refused += 1
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' }).end('{}')
  })
  await server.revoke(valueOf(await tokens.get('uat')))
  const body = { Salary: 60_000, RetirementAge: 67, ClientId: 'CLIENT', DOB: '1980-01-01' }
  const calls = Array.from({ length: 100 }, () =>
    express.compute('caseInformation', 'uat', body, stays),
  )
  expect((await Promise.all(calls)).every((answer) => answer.ok)).toBe(true)
  expect(refused).toBe(100)
  expect(server.tokenCalls()).toBe(2)
})

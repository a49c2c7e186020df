import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import { createTokenSource } from '#electron/core/environments/credentials/token/token-source.ts'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { answerJson, bodyOf, serve, type Loopback } from '#test/support/servers/loopback-server.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

const day = 86_400
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

interface Call {
  readonly authorization: string | undefined
  readonly body: string
}
type Answer = (response: ServerResponse, count: number) => void

const issue: Answer = (response, count) =>
  answerJson(response, 200, { access_token: `token-${count}`, expires_in: day })

const basic: CredentialsInput = { style: 'basic', clientId: 'me', clientSecret: 'secret-canary' }

const setUp = async (answer: Answer = issue, start: CredentialsInput = basic) => {
  const calls: Call[] = []
  const server: Loopback = await serve(async (request, response) => {
    calls.push({ authorization: request.headers.authorization, body: await bodyOf(request) })
    answer(response, calls.length)
  })
  const transport = createUndiciTransport()
  cleanUp.push(
    () => transport.close(),
    () => server.stop(),
  )
  const clock = createManualClock()
  const logged: string[] = []
  const log = (text: string): void => void logged.push(text)
  let credentials = start
  const savedAt = clock.now()
  const tokens = createTokenSource({
    traffic: transport,
    clock,
    random: () => 0.5,
    logger: { info: log, warn: log, error: log },
    environments: {
      use: async (id) => {
        const environment: Environment = {
          id,
          name: id,
          kind: 'uat',
          baseUrl: server.url,
          clientId: 'ABCD',
          credentialStyle: credentials.style,
          place: 'place',
          managed: false,
          unavailable: '',
        }
        return ok(environment)
      },
    },
    credentials: { read: async () => ok({ credentials, savedAt }) },
  })
  return { tokens, clock, calls, logged, use: (next: CredentialsInput) => (credentials = next) }
}

describe('a token request', () => {
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

  it.each([
    [basic, encoded('me:secret-canary'), 'grant_type=client_credentials'],
    [{ style: 'bearer', value: 'v' }, 'Bearer v', 'grant_type=client_credentials'],
    [
      { style: 'form', clientId: 'm e', clientSecret: 's&1' },
      undefined,
      'grant_type=client_credentials&client_id=m+e&client_secret=s%261',
    ],
  ] satisfies [CredentialsInput, string | undefined, string][])(
    'sends the credentials %j in the header or body, as the credential style requires',
    async (credentials, authorization, body) => {
      const { tokens, calls } = await setUp(issue, credentials)
      expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-1' })
      expect(calls).toEqual([{ authorization, body }])
    },
  )

  it('form-encodes Basic credentials as the standard says, and sends them unencoded after a refusal', async () => {
    const { tokens, calls } = await setUp(
      (response, count) =>
        count === 1
          ? answerJson(response, 401, { error: 'invalid_client' })
          : issue(response, count),
      { style: 'basic', clientId: 'me', clientSecret: 'a/b+c=' },
    )
    expect((await tokens.get('uat')).ok).toBe(true)
    expect(calls.map((call) => call.authorization)).toEqual([
      encoded('me:a%2Fb%2Bc%3D'),
      encoded('me:a/b+c='),
    ])
  })

  it('is not needed for a pasted token during 24 hours, or until its JWT expires', async () => {
    const { tokens, clock, calls, use } = await setUp(issue, {
      style: 'accessToken',
      value: 'pasted',
    })
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'pasted' })
    clock.advance(day * 1000)
    expect(await tokens.get('uat')).toMatchObject({
      ok: false,
      error: { code: 'service.unauthorized' },
    })
    const exp = Math.floor(clock.now() / 1000) + 100
    const jwt = `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.y`
    use({ style: 'accessToken', value: jwt })
    tokens.forget('uat')
    expect(await tokens.get('uat')).toEqual({ ok: true, value: jwt })
    tokens.invalidate('uat', jwt)
    expect(await tokens.get('uat')).toMatchObject({
      ok: false,
      error: { code: 'service.unauthorized' },
    })
    expect(calls).toEqual([])
  })
})

describe('one token request', () => {
  it('serves 1,000 parallel callers at expiry', async () => {
    const { tokens, clock, calls } = await setUp()
    await tokens.get('uat')
    clock.advance(day * 1000)
    const results = await Promise.all(Array.from({ length: 1000 }, () => tokens.get('uat')))
    expect(new Set(results.map((result) => result.ok && result.value))).toEqual(
      new Set(['token-2']),
    )
    expect(calls).toHaveLength(2)
  })

  it('serves 1,000 callers whose token was refused', async () => {
    const { tokens, calls } = await setUp()
    await tokens.get('uat')
    const results = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        tokens.invalidate('uat', 'token-1')
        return tokens.get('uat')
      }),
    )
    expect(results.every((result) => result.ok && result.value === 'token-2')).toBe(true)
    tokens.invalidate('uat', 'token-1')
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    expect(calls).toHaveLength(2)
  })

  it('outlives callers who cancel', async () => {
    const waiting: ServerResponse[] = []
    const { tokens, calls } = await setUp((response) => void waiting.push(response))
    const controller = new AbortController()
    const cancelled = tokens.get('uat', { signal: controller.signal })
    const patient = tokens.get('uat')
    await expect.poll(() => waiting.length).toBe(1)
    controller.abort()
    expect(await cancelled).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
    for (const response of waiting) issue(response, 1)
    expect(await patient).toEqual({ ok: true, value: 'token-1' })
    expect(calls).toHaveLength(1)
  })

  it('ends when the last caller cancels, and the next caller starts a new one', async () => {
    const waiting: ServerResponse[] = []
    const { tokens, calls } = await setUp((response, count) => {
      if (count === 1) waiting.push(response)
      else issue(response, count)
    })
    const [first, second] = [new AbortController(), new AbortController()]
    const both = [tokens.get('uat', { signal: first.signal }), tokens.renew('uat', second.signal)]
    await expect.poll(() => waiting.length).toBe(1)
    const closed = new Promise((resolve) => waiting[0]?.once('close', () => resolve('closed')))
    first.abort()
    second.abort()
    for (const given of await Promise.all(both)) {
      expect(given).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
    }
    expect(await closed).toBe('closed')
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    expect(calls).toHaveLength(2)
  })

  it('is repeated with the new credentials if the credentials change meanwhile', async () => {
    const waiting: ServerResponse[] = []
    const { tokens, calls, use } = await setUp((response, count) => {
      if (count === 1) waiting.push(response)
      else issue(response, count)
    })
    const early = tokens.get('uat')
    await expect.poll(() => waiting.length).toBe(1)
    use({ style: 'bearer', value: 'new' })
    tokens.forget('uat')
    for (const response of waiting) issue(response, 1)
    expect(await early).toEqual({ ok: true, value: 'token-2' })
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    expect(calls.map((call) => call.authorization?.split(' ')[0])).toEqual(['Basic', 'Bearer'])
  })

  it('is never shared by two environments', async () => {
    const { tokens, calls } = await setUp()
    await Promise.all([tokens.get('a'), tokens.get('b'), tokens.get('a')])
    expect(calls).toHaveLength(2)
  })
})

describe('a token’s expiry', () => {
  it('counts as reached five minutes early, and no earlier', async () => {
    const { tokens, clock, calls } = await setUp()
    await tokens.get('uat')
    clock.advance((day - 301) * 1000)
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-1' })
    clock.advance(2000)
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    expect(calls).toHaveLength(2)
  })

  it('is noticed by the wall clock after sleep, and by the monotonic clock if the wall clock is set back', async () => {
    const { tokens, clock } = await setUp()
    await tokens.get('uat')
    clock.setBy(day * 1000)
    expect(tokens.state('uat').kind).toBe('expired')
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    clock.setBy(-10 * day * 1000)
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
    clock.advance(day * 1000)
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-3' })
  })

  it('makes the program renew a short-lived token before a submission, but not for every service call', async () => {
    const { tokens, calls } = await setUp((response, count) =>
      answerJson(response, 200, { access_token: `token-${count}`, expires_in: 60 }),
    )
    await tokens.get('uat')
    await tokens.get('uat')
    expect(calls).toHaveLength(1)
    expect(await tokens.get('uat', { minimumSecondsLeft: 300 })).toEqual({
      ok: true,
      value: 'token-2',
    })
  })

  it.each([0, -5])(
    'that is reached at once (lifetime %s) lets the token serve only callers who are already waiting',
    async (lifetime) => {
      const { tokens, calls } = await setUp((response, count) =>
        answerJson(response, 200, { access_token: `token-${count}`, expires_in: lifetime }),
      )
      const both = await Promise.all([
        tokens.get('uat'),
        tokens.get('uat', { minimumSecondsLeft: 300 }),
      ])
      expect(both).toEqual([
        { ok: true, value: 'token-1' },
        { ok: true, value: 'token-1' },
      ])
      expect(tokens.state('uat')).toMatchObject({
        kind: 'expired',
        remark: `The service says that this token is over at once (${lifetime} seconds), so each call asks for a new one.`,
      })
      expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-2' })
      expect(calls).toHaveLength(2)
    },
  )

  it('ends the use of an old token, which a failed renewal alone does not', async () => {
    const { tokens, clock } = await setUp((response, count) =>
      count === 1 ? issue(response, count) : answerJson(response, 503, {}),
    )
    await tokens.get('uat')
    clock.advance((day - 200) * 1000)
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-1' })
    expect(await tokens.get('uat', { minimumSecondsLeft: 300 })).toMatchObject({
      ok: false,
      error: { code: 'service.failed' },
    })
  })

  it('is part of the token’s state, and each change of state is reported', async () => {
    const { tokens, clock } = await setUp()
    const changes: string[] = []
    tokens.onChange((id) => changes.push(id))
    expect(tokens.state('uat')).toEqual({ kind: 'none' })
    await tokens.get('uat')
    expect(tokens.state('uat')).toEqual({
      kind: 'valid',
      obtainedAt: new Date(clock.now()).toISOString(),
      validUntil: new Date(clock.now() + day * 1000).toISOString(),
      secondsLeft: day,
    })
    await tokens.renew('uat')
    tokens.forget('uat')
    expect(tokens.state('uat')).toEqual({ kind: 'none' })
    expect(changes).toEqual(['uat', 'uat', 'uat'])
  })
})

describe('a token endpoint that', () => {
  it.each([
    [
      401,
      { error: 'invalid_client', error_description: 'Unknown client' },
      'service.tokenRefused',
      'invalid_client',
    ],
    [
      400,
      { fault: { faultstring: 'Bad', detail: { errorcode: 'oauth.v2' } } },
      'service.tokenRefused',
      'oauth.v2',
    ],
    [200, { error: 'disabled' }, 'service.tokenRefused', 'disabled'],
    [500, {}, 'service.failed', '500'],
    [302, {}, 'service.redirected', '302'],
  ])(
    'answers with status %d and no token causes an error that explains the answer',
    async (status, body, code, part) => {
      const { tokens, logged } = await setUp((response) => answerJson(response, status, body))
      const result = await tokens.get('uat')
      expect(result).toMatchObject({ ok: false, error: { code } })
      if (!result.ok) expect(result.error.message).toContain(part)
      expect(JSON.stringify([result, logged])).not.toContain('secret-canary')
    },
  )

  it('fails intermittently is tried again until it issues a token', async () => {
    const { tokens, clock, calls } = await setUp((response, count) => {
      if (count === 1) response.socket?.destroy()
      else if (count === 2) response.writeHead(503, { 'retry-after': '2' }).end()
      else issue(response, count)
    })
    expect(await tokens.get('uat')).toEqual({ ok: true, value: 'token-3' })
    expect(calls).toHaveLength(3)
    expect(clock.slept).toEqual([250, 2000])
  })

  it('echoes the client secret causes neither an error nor a log entry that shows the secret', async () => {
    const { tokens, logged } = await setUp((response) =>
      answerJson(response, 401, {
        message: 'secret-canary is wrong',
        header: `Basic ${Buffer.from('me:secret-canary').toString('base64')}`,
      }),
    )
    expect(JSON.stringify([await tokens.get('uat'), logged])).not.toMatch(/secret-canary|bWU6/)
  })
})

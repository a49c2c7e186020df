import { describe, expect, test } from 'vitest'
import type { Environment } from '#electron/core/environments/environment.ts'
import type { HttpResponse } from '#electron/core/platform/ports.ts'
import {
  expiryOfJwt,
  readTokenResponse,
} from '#electron/core/environments/credentials/token/token-response.ts'
import { fail, ok } from '#shared/result.ts'
import { answer, basic, day, given, setUp } from './token-house.ts'

/**
 * Tests tokens that arrive just in time or too late, belong to another address, or never arrive.
 */

describe('no token is requested', () => {
  test('without an environment or credentials', async () => {
    const none = fail({ code: 'credentials.missing', message: 'There are none.' })
    const gone = fail({ code: 'environment.notFound', message: 'It is gone.' })
    for (const [more, why] of [
      [{ credentials: { read: async () => none } }, none],
      [{ environments: { use: async () => gone } }, gone],
    ] as const) {
      const { tokens, calls } = setUp(() => given('t', day), basic, more)
      expect(await tokens.get('uat')).toEqual(why)
      expect(await tokens.renew('uat')).toEqual(why)
      expect(calls).toEqual([])
    }
  })

  test('for a caller that has already canceled', async () => {
    const { tokens, calls } = setUp(() => given('t', day))
    expect(await tokens.get('uat', { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'job.cancelled' },
    })
    // Leaves time for a token request that should not be made.
    await new Promise((resolve) => setImmediate(resolve))
    expect(calls).toEqual([])
  })
})

describe('an environment that changes', () => {
  test('is checked again after its credentials were read', async () => {
    const { tokens, calls, at } = setUp(() => given('t', day), basic, {
      credentials: {
        read: async () => ((at.place = 'there'), ok({ credentials: basic, savedAt: 0 })),
      },
    })
    expect(await tokens.get('uat')).toMatchObject({ error: { code: 'environment.other' } })
    expect(calls.map(({ url }) => new URL(url).host)).toEqual(['there.example'])
    expect(await tokens.get('uat')).toEqual(ok('t'))
  })

  test('gets no token that was obtained for the previous address', async () => {
    const { tokens, calls, at } = setUp((count) => given(`t-${count}`, day))
    expect(await tokens.get('uat')).toEqual(ok('t-1'))
    at.place = 'there'
    expect(await tokens.get('uat')).toEqual(ok('t-2'))
    expect(calls.map(({ url }) => new URL(url).host)).toEqual(['here.example', 'there.example'])
  })
})

test('the next caller starts a new token request once the last waiting caller has canceled', async () => {
  const { tokens, calls } = setUp((count) =>
    count === 1 ? new Promise(() => undefined) : given(`t-${count}`, day),
  )
  const controller = new AbortController()
  const first = tokens.get('uat', { signal: controller.signal })
  await expect.poll(() => calls.length).toBe(1)
  controller.abort()
  expect(await first).toMatchObject({ error: { code: 'job.cancelled' } })
  expect(await tokens.get('uat')).toEqual(ok('t-2'))
})

test('a caller whose environment is removed while its credentials are read requests no token', async () => {
  const gone = fail({ code: 'environment.notFound', message: 'It is gone.' })
  const looks: unknown[] = []
  const known: Environment = {
    id: 'uat',
    name: 'uat',
    kind: 'uat',
    baseUrl: 'https://here.example',
    clientId: 'ABCD',
    credentialStyle: 'basic',
    place: 'here',
    managed: false,
    unavailable: '',
  }
  // The first check is the caller's, and the second is the token source's before it reads the
  // credentials. Then the environment is removed.
  const use = async () => (looks.push(known) > 2 ? gone : ok(known))
  const { tokens, calls } = setUp(() => given('t', day), basic, { environments: { use } })
  expect(await tokens.get('uat')).toEqual(gone)
  expect([calls.length, looks.length]).toEqual([0, 3])
})

test('an internal error during a token request reaches every waiting caller, but not one that has canceled', async () => {
  const { tokens } = setUp(() => given('t', day), basic, {
    credentials: { read: () => Promise.reject(new Error('a bug')) },
  })
  await expect(tokens.get('uat')).rejects.toThrow('a bug')
  await expect(tokens.get('uat')).rejects.toThrow('a bug')
  const late = Promise.withResolvers<never>()
  const left = setUp(() => given('t', day), basic, { credentials: { read: () => late.promise } })
  const controller = new AbortController()
  const waiting = left.tokens.get('uat', { signal: controller.signal })
  await new Promise((resolve) => setImmediate(resolve))
  controller.abort()
  expect(await waiting).toMatchObject({ error: { code: 'job.cancelled' } })
  // Nobody is waiting any more, so the rejection must not end the program as unhandled.
  late.reject(new Error('a bug'))
  await new Promise((resolve) => setImmediate(resolve))
})

test('canceling a token request that was forgotten does not stop the request that others wait for', async () => {
  const answers: PromiseWithResolvers<HttpResponse>[] = []
  const { tokens, calls } = setUp(() => {
    const next = Promise.withResolvers<HttpResponse>()
    answers.push(next)
    return next.promise
  })
  const controller = new AbortController()
  const first = tokens.renew('uat', controller.signal)
  await expect.poll(() => calls.length).toBe(1)
  tokens.forget('uat')
  const second = tokens.renew('uat')
  await expect.poll(() => calls.length).toBe(2)
  controller.abort()
  expect(await first).toMatchObject({ error: { code: 'job.cancelled' } })
  // A new caller waits for the token request under way.
  const third = tokens.renew('uat')
  answers[1]?.resolve(given('t-2', day))
  expect(await Promise.all([second, third])).toEqual([ok('t-2'), ok('t-2')])
  expect(calls).toHaveLength(2)
})

test('a listener is notified only of changes, until it unsubscribes', async () => {
  const { tokens } = setUp((count) => given(`t-${count}`, day))
  const told: string[] = []
  const stop = tokens.onChange((id) => told.push(id))
  tokens.forget('uat')
  tokens.invalidate('uat', 'another')
  expect(told).toEqual([])
  await tokens.get('uat')
  stop()
  await tokens.renew('uat')
  expect(told).toEqual(['uat'])
})

describe('an answer without a token', () => {
  test.each([
    [199, 'service.failed', 1],
    [299, 'service.tokenRefused', 2],
    [300, 'service.redirected', 1],
    [400, 'service.tokenRefused', 2],
    [408, 'service.failed', 1],
    [429, 'service.busy', 4],
    [499, 'service.tokenRefused', 2],
    [500, 'service.failed', 4],
  ])(
    'but with status %d is %s, and only a refusal is retried with the other encoding of the secret',
    async (status, code, count) => {
      const { tokens, calls } = setUp(() => answer(status, ''))
      expect(await tokens.get('uat')).toMatchObject({ error: { code, status } })
      expect(calls).toHaveLength(count)
      expect(new Set(calls.map(({ headers }) => headers['authorization'])).size).toBe(
        code === 'service.tokenRefused' ? 2 : 1,
      )
    },
  )

  test("is reported with the answer's text and without the secret", async () => {
    const silent = await setUp(() => answer(200, '')).tokens.get('uat')
    expect(silent).toEqual(
      fail({
        code: 'service.tokenRefused',
        message: 'The token request was answered without a token.',
        advice: 'Check the base URL and the credentials under Settings.',
        status: 200,
      }),
    )
    const told = await setUp(() => answer(200, '{"ErrorMessage":"v-canary is off"}'), {
      style: 'bearer',
      value: 'v-canary',
    }).tokens.get('uat')
    expect(told).toMatchObject({
      error: {
        message: 'The token request was answered without a token: [removed] is off',
        details: 'Fields of the answer: ErrorMessage: text',
      },
    })
    expect(JSON.stringify(told)).not.toContain('v-canary')
  })

  const opaque = 'Zx81-canary-opaque-token-77'
  const noReason = ''
  const inJson = (value: unknown): string => JSON.stringify(value)
  test.each<[string, string, string]>([
    [opaque, noReason, 'Text that is not JSON'],
    [inJson(opaque), noReason, 'JSON, but no object: text'],
    [inJson(null), noReason, 'JSON, but no object: null'],
    [inJson([{ access_token: opaque }]), noReason, 'JSON, but no object: list'],
    [inJson({}), noReason, 'Fields of the answer: none'],
    [inJson({ data: { access_token: opaque } }), noReason, 'Fields of the answer: data: object'],
    [
      inJson({ bearer: opaque, message: opaque, n: 1, ok: true, x: null, y: [] }),
      noReason,
      'Fields of the answer: bearer: text, message: text, n: number, ok: boolean, x: null, y: list',
    ],
    [inJson({ [opaque]: 1 }), noReason, 'Fields of the answer: a long name: number'],
    [inJson({ ['n'.repeat(24)]: 1 }), noReason, `Fields of the answer: ${'n'.repeat(24)}: number`],
    [
      inJson(Object.fromEntries(Array.from({ length: 22 }, (_each, index) => [`f${index}`, 1]))),
      noReason,
      `Fields of the answer: ${Array.from({ length: 20 }, (_each, index) => `f${index}: number`).join(', ')}, 2 more`,
    ],
    [
      inJson({ error: 'invalid_scope', error_description: 'No such scope', jwt: opaque }),
      ': No such scope (invalid_scope)',
      'Fields of the answer: error: text, error_description: text, jwt: text',
    ],
    [inJson({ error: { message: opaque } }), noReason, 'Fields of the answer: error: object'],
    [
      `<html><title>${opaque}</title></html>`,
      ': it is a web page, such as one for signing in',
      'A web page',
    ],
    [`<?xml version="1.0"?><Message>${opaque}</Message>`, noReason, 'Text that is not JSON'],
  ])('is quoted only if it gives a reason: %s', async (text, reason, details) => {
    const refused = await setUp(() => answer(200, text)).tokens.get('uat')
    expect(refused).toMatchObject({
      error: {
        message: `The token request was answered without a token${reason || '.'}`,
        details,
      },
    })
  })
})

test('each token request has an Accept header and is listed with the number of its attempt', async () => {
  const listed: unknown[] = []
  const { tokens, calls } = setUp(
    () => answer(500, ''),
    { style: 'form', clientId: 'me', clientSecret: 's' },
    {
      traffic: {
        send: async (request, { operation, attempt }) => {
          listed.push([operation, attempt, request.headers, request.freshConnection])
          return { ok: true, response: attempt === 1 ? answer(503, '') : given('t', day) }
        },
      },
    },
  )
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  expect(await tokens.get('uat')).toEqual(ok('t'))
  expect(listed).toEqual([
    ['token', 1, headers, false],
    ['token', 2, headers, false],
  ])
  expect(calls).toEqual([])
})

test('a token is found under every name that services use, and counts as a JWT only if it is complete', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const read = (body: unknown) => readTokenResponse(JSON.stringify(body), now)
  expect(read({ AccessToken: ' abc ', ExpiresIn: 60 })).toMatchObject({
    token: 'abc',
    lifetimeSeconds: 60,
  })
  expect(read({ access_token: 'abc', issuedAt: now - 60_000 })).toMatchObject({
    token: 'abc',
    lifetimeSeconds: day - 60,
  })
  const part = (claims: string): string => Buffer.from(claims).toString('base64url')
  for (const claims of ['{"exp":0}', '{"exp":-1}', '{"exp":"soon"}', 'null', '"text"', '7'])
    expect(expiryOfJwt(`x.${part(claims)}.y`)).toBeNull()
  expect(expiryOfJwt(`x.${part('{"exp":100}')}`)).toBeNull()
  expect(expiryOfJwt(`x.${part('{"exp":100}')}.`)).toBe(100_000)
})

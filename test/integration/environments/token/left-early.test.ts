import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import type { Environment } from '#electron/core/environments/environment.ts'
import { anonymousTokenRequest } from '#electron/core/environments/credentials/token/token-request.ts'
import {
  createTokenSource,
  type TokenSourceNeeds,
} from '#electron/core/environments/credentials/token/token-source.ts'
import type { CredentialsInput } from '#shared/environments/environment.ts'
import { fail, ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { answerJson, serve } from '#test/support/servers/loopback-server.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

/**
 * Tests that a caller who cancels, or an environment that is removed, during a token request does
 * not affect the next caller.
 */

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})
const basic: CredentialsInput = { style: 'basic', clientId: 'me', clientSecret: 'secret' }

/** A token source over a real server that answers on demand. */
const setUp = async (more: Partial<TokenSourceNeeds> = {}) => {
  const waiting: ServerResponse[] = []
  const server = await serve(async (_request, response) => void waiting.push(response))
  const transport = createUndiciTransport()
  cleanUp.push(
    () => transport.close(),
    () => server.stop(),
  )
  const environment: Environment = {
    id: 'uat',
    name: 'UAT',
    kind: 'uat',
    baseUrl: server.url,
    clientId: 'ABCD',
    credentialStyle: 'basic',
    place: 'place',
    managed: false,
    unavailable: '',
  }
  const { logger, lines } = createListeningLogger()
  const tokens = createTokenSource({
    traffic: transport,
    clock: createManualClock(),
    random: () => 0,
    logger,
    environments: { use: async () => ok(environment) },
    credentials: { read: async () => ok({ credentials: basic, savedAt: 0 }) },
    ...more,
  })
  const answer = (): void => {
    for (const [index, response] of waiting.entries())
      answerJson(response, 200, { access_token: `token-${index + 1}`, expires_in: 86_400 })
  }
  return { tokens, waiting, answer, environment, logged: lines }
}

test('a caller that cancels during the keychain read does not cancel the next caller’s token request', async () => {
  const first = Promise.withResolvers<null>()
  let reads = 0
  const { tokens, waiting, answer } = await setUp({
    credentials: {
      read: async () => {
        reads += 1
        if (reads === 1) await first.promise
        return ok({ credentials: basic, savedAt: 0 })
      },
    },
  })
  const leaving = new AbortController()
  const left = tokens.get('uat', { signal: leaving.signal })
  await expect.poll(() => reads).toBe(1)
  leaving.abort()
  expect(await left).toMatchObject({ error: { code: 'job.cancelled' } })
  const second = tokens.get('uat')
  await expect.poll(() => waiting.length).toBe(1)
  first.resolve(null)
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  const third = tokens.get('uat')
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  answer()
  expect(await second).toEqual(ok('token-1'))
  expect(await third).toEqual(ok('token-1'))
  expect(waiting).toHaveLength(1)
})

test('after credentials are forgotten, no request uses them, and waiting callers get the error that credentials are missing', async () => {
  const none = fail({ code: 'credentials.missing', message: 'There are none.' })
  let isForgotten = false
  const { tokens, waiting } = await setUp({
    credentials: {
      read: async () => (isForgotten ? none : ok({ credentials: basic, savedAt: 0 })),
    },
  })
  const hanging = tokens.get('uat')
  await expect.poll(() => waiting.length).toBe(1)
  isForgotten = true
  tokens.forget('uat')
  expect(await hanging).toEqual(none)
  await expect.poll(() => waiting[0]?.destroyed).toBe(true)
  expect(waiting).toHaveLength(1)
})

test('a token request between attempts ends when its credentials are forgotten', async () => {
  const none = fail({ code: 'credentials.missing', message: 'There are none.' })
  const asleep = Promise.withResolvers<AbortSignal | undefined>()
  let isForgotten = false
  const { tokens, waiting } = await setUp({
    clock: {
      ...createManualClock(),
      sleep: (_ms, signal) => {
        asleep.resolve(signal)
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('stopped')))
        })
      },
    },
    credentials: {
      read: async () => (isForgotten ? none : ok({ credentials: basic, savedAt: 0 })),
    },
  })
  const first = tokens.get('uat')
  const second = tokens.renew('uat')
  await expect.poll(() => waiting.length).toBe(1)
  for (const response of waiting) answerJson(response, 503, {})
  const signal = await asleep.promise
  isForgotten = true
  tokens.forget('uat')
  expect([await first, await second]).toEqual([none, none])
  expect(signal?.aborted).toBe(true)
  expect(waiting).toHaveLength(1)
})

test('after an environment is removed, the error is about the environment, not about its missing credentials', async () => {
  const gone = fail({ code: 'environment.notFound', message: 'It is gone.' })
  const none = fail({ code: 'credentials.missing', message: 'There are none.' })
  const { environment } = await setUp()
  let asked = 0
  const { tokens, waiting } = await setUp({
    environments: {
      use: async () => {
        asked += 1
        return asked === 1 ? ok(environment) : gone
      },
    },
    credentials: { read: async () => none },
  })
  expect(await tokens.get('uat')).toEqual(gone)
  expect(waiting).toEqual([])
})

test('the log entry for a new token names only the environment', async () => {
  const { tokens, waiting, answer, logged } = await setUp()
  const token = tokens.get('uat')
  await expect.poll(() => waiting.length).toBe(1)
  answer()
  expect(await token).toEqual(ok('token-1'))
  expect(logged).toEqual(['token renewed for environment uat'])
})

test('the connection test’s probe sends no credential headers, not even empty ones', async () => {
  const { environment } = await setUp()
  expect(Object.keys(anonymousTokenRequest(environment).headers)).toEqual([
    'content-type',
    'accept',
  ])
})

import { afterEach, describe, expect, it } from 'vitest'
import { createExpressClient } from '#electron/core/express/express-client.ts'
import type { TokenSource } from '#electron/core/environments/credentials/token/token-source.ts'
import { fail } from '#shared/result.ts'
import {
  endExpressHouses,
  forecast,
  journal,
  openExpressHouse,
  optout,
  refuseToken,
  stays,
} from '#test/support/worlds/express-house.ts'
import { answerJson } from '#test/support/servers/loopback-server.ts'

afterEach(endExpressHouses)

const missing = { code: 'environment.notFound', message: 'It is gone.' } as const
const noToken = { code: 'service.tokenRefused', message: 'No token for you.' } as const

describe('a submission', () => {
  it('is neither recorded nor sent if its environment or token is missing, and reports the reason', async () => {
    const { needs, seen, tokenCalls } = await openExpressHouse((response) => response.end('{}'))
    const recorded = journal()
    const gone = createExpressClient({ ...needs, environments: { use: async () => fail(missing) } })
    const refused = createExpressClient({
      ...needs,
      tokens: { ...needs.tokens, get: async () => fail(noToken) },
    })
    expect(await gone.submit('optout', 'uat', optout, recorded)).toEqual({
      kind: 'notSent',
      error: missing,
    })
    expect(await refused.submit('optout', 'uat', optout, recorded)).toEqual({
      kind: 'notSent',
      error: noToken,
    })
    expect([seen.length, tokenCalls(), recorded.calls()]).toEqual([0, 0, 0])
  })

  it('is recorded but not sent if its environment is removed during the token request', async () => {
    const { needs, seen } = await openExpressHouse((response) => response.end('{}'))
    let asked = 0
    const environment = async () => ((asked += 1) === 1 ? needs.environments.use() : fail(missing))
    const client = createExpressClient({ ...needs, environments: { use: environment } })
    const recorded = journal()
    expect(await client.submit('optout', 'uat', optout, recorded)).toMatchObject({
      kind: 'notSent',
      error: missing,
    })
    expect([asked, seen.length, recorded.calls()]).toEqual([2, 0, 1])
  })

  it('is not sent if the environment is switched while the submission is being recorded, and not sent again if that happens after a 401', async () => {
    const elsewhere = {
      code: 'environment.other',
      message: 'Another environment is in use.',
    } as const
    // The first number is how many checks pass before `whyNot` returns a reason.
    for (const [after, sendings] of [
      [0, 0],
      [1, 1],
    ] as const) {
      const { client, seen } = await openExpressHouse(refuseToken)
      let asked = 0
      const recorded = journal()
      const whyNot = () => ((asked += 1) > after ? elsewhere : null)
      const attempt = await client.submit('optout', 'uat', optout, { ...recorded, whyNot })
      expect(attempt).toMatchObject(
        sendings === 0 ? { kind: 'notSent', error: elsewhere } : { kind: 'rejected', status: 401 },
      )
      expect([recorded.calls(), seen.length]).toEqual([1, sendings])
    }
    const { client, seen } = await openExpressHouse((response) => response.end('{}'))
    expect(await client.compute('forecast', 'uat', forecast, { whyNot: () => elsewhere })).toEqual(
      fail(elsewhere),
    )
    expect(seen).toEqual([])
  })
})

describe('a service call that only computes', () => {
  it('does not wait for a token once it is canceled', async () => {
    const { needs, seen } = await openExpressHouse((response) => response.end('{}'))
    const asked = Promise.withResolvers<undefined>()
    const get: TokenSource['get'] = (_id, options) =>
      new Promise((resolve) => {
        asked.resolve(undefined)
        options?.signal?.addEventListener('abort', () =>
          resolve(fail({ code: 'job.cancelled', message: 'It was cancelled.' })),
        )
      })
    const client = createExpressClient({ ...needs, tokens: { ...needs.tokens, get } })
    const controller = new AbortController()
    const { signal } = controller
    const computing = client.compute('forecast', 'uat', forecast, { ...stays, signal })
    await asked.promise
    controller.abort()
    expect(await computing).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
    expect(seen).toEqual([])
  })
})

describe('an unforeseen error', () => {
  const broken = async () => {
    const { needs } = await openExpressHouse((response) => response.end('{}'))
    const fault = () => Promise.reject(new Error('a fault of the program'))
    return createExpressClient({ ...needs, traffic: { send: fault } })
  }

  it('during a submission is never reported as not sent', async () => {
    const client = await broken()
    await expect(client.submit('optout', 'uat', optout, journal())).rejects.toThrow(
      'a fault of the program',
    )
  })

  it('during a service call that only computes is not reported as a cancellation', async () => {
    const client = await broken()
    for (const signal of [undefined, new AbortController().signal])
      await expect(
        client.compute('forecast', 'uat', forecast, { ...stays, signal }),
      ).rejects.toThrow('a fault of the program')
  })
})

describe('a submission that is refused', () => {
  it.each([400, 403, 404, 422, 429])(
    'with status %d is not sent again, with whatever token',
    async (status) => {
      const { client, seen, tokenCalls, tokens } = await openExpressHouse((response) =>
        answerJson(response, status, { ErrorMessage: 'The request is not valid.' }),
      )
      expect(await client.submit('optout', 'uat', optout, journal())).toMatchObject({
        kind: 'rejected',
        status,
      })
      expect([seen.length, tokenCalls(), tokens.state('uat').kind]).toEqual([1, 1, 'valid'])
    },
  )

  it('causes a message without the token and the session', async () => {
    const session = {
      TransURL: 'https://keeper.example/x',
      SID: 'sid-canary',
      Cookie: 'cookie-canary',
    }
    const { client } = await openExpressHouse((response, _count, { headers }) =>
      answerJson(response, 400, {
        ErrorMessage: `no: ${headers.authorization?.slice(7)} sid-canary cookie-canary`,
      }),
    )
    const attempt = await client.submit(
      'optout',
      'uat',
      { ...optout, TransactionHTTPEndpoint: session },
      journal(),
    )
    expect(attempt).toMatchObject({ kind: 'rejected', status: 400 })
    expect(attempt.kind === 'rejected' && JSON.stringify(attempt.error)).not.toMatch(
      /token-1|canary/,
    )
    const computing = await openExpressHouse((response, _count, { headers }) =>
      answerJson(response, 400, { message: `no: ${headers.authorization?.slice(7)}` }),
    )
    expect(
      JSON.stringify(await computing.client.compute('forecast', 'uat', forecast, stays)),
    ).not.toContain('token-1')
  })

  it('reports why no new token is available', async () => {
    const { needs, tokens } = await openExpressHouse(refuseToken)
    const asked: string[] = []
    const client = createExpressClient({
      ...needs,
      tokens: {
        ...tokens,
        get: async (id) => (asked.push(id) === 1 ? tokens.get(id) : fail(noToken)),
      },
    })
    expect(await client.submit('optout', 'uat', optout, journal())).toMatchObject({
      error: {
        message:
          'Express Optout was answered with status 401: invalid_token. No new access token could be had: No token for you.',
      },
    })
  })
})

it('a submission is not sent again after a 401 that claims success', async () => {
  const { client, seen } = await openExpressHouse((response) =>
    answerJson(response, 401, { OptOutResult: { Success: true } }),
  )
  expect(await client.submit('optout', 'uat', optout, journal())).toMatchObject({
    kind: 'inDoubt',
    status: 401,
    text: '{"OptOutResult":{"Success":true}}',
  })
  expect(seen).toHaveLength(1)
})

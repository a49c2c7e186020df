import { afterEach, describe, expect, it } from 'vitest'
import type { CallAbout } from '#electron/core/http/traffic/traffic.ts'
import { createExpressClient } from '#electron/core/express/express-client.ts'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
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
import {} from '#test/support/servers/loopback-server.ts'

afterEach(endExpressHouses)

const missing = { code: 'environment.notFound', message: 'It is gone.' } as const
const noToken = { code: 'service.tokenRefused', message: 'No token for you.' } as const

describe('the Express client:', () => {
  it('each submission has its own connection, and computations share one that is kept open', async () => {
    const ports: (number | undefined)[] = []
    const headers: unknown[] = []
    const { client } = await openExpressHouse((response, _count, request) => {
      ports.push(request.socket.remotePort)
      headers.push([request.headers['content-type'], request.headers.accept])
      response.end('{}')
    })
    const submit = () => client.submit('optout', 'uat', optout, journal())
    const compute = () => client.compute('forecast', 'uat', forecast, stays)
    for (const call of [compute, submit, submit, compute]) await call()
    const [first, second, third, fourth] = ports
    expect(new Set([first, second, third]).size).toBe(3)
    expect(fourth).toBe(first)
    expect(new Set(headers.map(String))).toEqual(new Set(['application/json,application/json']))
  })

  it('each service call reports its attempt numbers and its duration', async () => {
    const { needs, clock } = await openExpressHouse((response, count) => {
      clock.advance(70)
      if (count % 2 === 1) refuseToken(response)
      else response.end('{}')
    })
    const about: Pick<CallAbout, 'operation' | 'attempt'>[] = []
    const client = createExpressClient({
      ...needs,
      traffic: {
        send: (request, { operation, attempt }) => {
          about.push({ operation, attempt })
          return needs.transport.send(request)
        },
      },
    })
    const started = clock.monotonic()
    expect(started).toBeGreaterThan(0)
    expect(await client.submit('optout', 'uat', optout, journal())).toMatchObject({
      kind: 'answered',
      durationMs: 140,
    })
    expect(await client.compute('forecast', 'uat', forecast, stays)).toMatchObject({
      ok: true,
      value: { durationMs: 140 },
    })
    expect(about).toEqual([
      { operation: 'optout', attempt: 1 },
      { operation: 'optout', attempt: 2 },
      { operation: 'forecast', attempt: 1 },
      { operation: 'forecast', attempt: 2 },
    ])
  })
})

describe('a service call that only computes', () => {
  it('is not made without an environment or a token, and the error says which is missing', async () => {
    const { needs, seen } = await openExpressHouse((response) => response.end('{}'))
    const gone = createExpressClient({ ...needs, environments: { use: async () => fail(missing) } })
    const refused = createExpressClient({
      ...needs,
      tokens: { ...needs.tokens, get: async () => fail(noToken) },
    })
    expect(await gone.compute('forecast', 'uat', forecast, stays)).toEqual(fail(missing))
    expect(await refused.compute('forecast', 'uat', forecast, stays)).toEqual(fail(noToken))
    expect(seen).toEqual([])
  })

  it('reports a network error without a retry if a retry cannot help', async () => {
    const { needs, clock } = await openExpressHouse((response) => response.end('{}'))
    const failure = {
      phase: 'notSent',
      code: 'service.tls',
      message: 'It is somebody else.',
      details: 'CERT',
    } as const
    const client = createExpressClient({
      ...needs,
      traffic: { send: async () => ({ ok: false, failure }) },
    })
    expect(await client.compute('forecast', 'uat', forecast, stays)).toMatchObject({
      ok: false,
      error: { code: 'service.tls', message: 'It is somebody else.', details: 'CERT' },
    })
    expect(clock.slept).toEqual([])
  })

  it('succeeds with every status from 200 to 299, and with no other status', async () => {
    const { needs } = await openExpressHouse((response) => response.end('{}'))
    const answered = async (status: number) => {
      const send = async (_request: HttpRequest) =>
        ({ ok: true, response: { status, headers: {}, text: '{}' } }) as const
      return (
        await createExpressClient({ ...needs, traffic: { send } }).compute(
          'forecast',
          'uat',
          forecast,
          stays,
        )
      ).ok
    }
    expect(await Promise.all([199, 200, 299, 300, 400].map(answered))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

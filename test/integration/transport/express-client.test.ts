import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createExpressClient } from '#electron/core/express/express-client.ts'
import { fail, ok } from '#shared/result.ts'
import {
  endExpressHouses,
  forecast,
  journal,
  openExpressHouse as setUp,
  optout,
  type Answer,
  refuseToken,
  stays,
} from '#test/support/worlds/express-house.ts'
import { createHeldWait } from '#test/support/doubles/held-wait.ts'
import { answerJson, refusedUrl } from '#test/support/servers/loopback-server.ts'

afterEach(endExpressHouses)

describe('operations that only compute', () => {
  it('send the body unchanged with a bearer token, and return the text unchanged', async () => {
    const { client, seen } = await setUp((response) => response.end('{ "StrategyOutput": [] }'))
    expect(await client.compute('forecast', 'uat', forecast, stays)).toMatchObject({
      ok: true,
      value: { status: 200, text: '{ "StrategyOutput": [] }' },
    })
    expect(seen).toEqual([
      {
        path: '/rm/v1/express/forecast',
        authorization: 'Bearer token-1',
        body: JSON.stringify(forecast),
      },
    ])
  })

  it('are retried, and report each retry', async () => {
    const { client, clock } = await setUp((response, count) => {
      if (count === 1) response.socket?.destroy()
      else if (count === 2) response.writeHead(429, { 'retry-after': '2' }).end()
      else if (count === 3) response.writeHead(503).end()
      else response.end('{}')
    })
    const told: string[] = []
    const answer = await client.compute('forecast', 'uat', forecast, {
      ...stays,
      onProgress: (detail) => told.push(detail),
    })
    expect(answer.ok).toBe(true)
    expect(clock.slept).toEqual([250, 2000, 1000])
    expect(told).toEqual([
      'Trying again in a moment (1 of 3): the connection was lost',
      'Trying again in 2 s (2 of 3): the service answered 429',
      'Trying again in 1 s (3 of 3): the service answered 503',
    ])
  })

  it('fail after three retries', async () => {
    const { client, seen } = await setUp((response) =>
      answerJson(response, 503, { Message: 'Down for repair' }),
    )
    expect(await client.compute('forecast', 'uat', forecast, stays)).toMatchObject({
      ok: false,
      error: {
        code: 'service.failed',
        status: 503,
        message: 'Express Forecast was answered with status 503: Down for repair',
      },
    })
    expect(seen).toHaveLength(4)
  })

  it('renew a refused token once', async () => {
    const { client, tokenCalls, seen } = await setUp((response, count) =>
      count === 1 ? answerJson(response, 401, {}) : response.end('{}'),
    )
    expect((await client.compute('forecast', 'uat', forecast, stays)).ok).toBe(true)
    expect(tokenCalls()).toBe(2)
    expect(seen.map((call) => call.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    const refusing = await setUp((response) => answerJson(response, 401, {}))
    expect(await refusing.client.compute('forecast', 'uat', forecast, stays)).toMatchObject({
      ok: false,
      error: { code: 'service.unauthorized' },
    })
    expect(refusing.seen).toHaveLength(2)
  })

  it('stop when canceled, even if the service sends only part of an answer or none', async () => {
    const controller = new AbortController()
    const events: string[] = []
    const answers: (() => void)[] = []
    // Timeouts so long that only the cancellation can end the service call.
    const timeouts = { connectMs: 600_000, headersMs: 600_000, totalMs: 600_000 }
    const holding = (response: ServerResponse): void => {
      answers.push(() => response.end('{}'))
      controller.abort()
    }
    const { client, seen } = await setUp(holding, { timeouts })
    const answer = await client.compute('forecast', 'uat', forecast, {
      ...stays,
      signal: controller.signal,
    })
    events.push('stopped')
    for (const end of answers) {
      end()
      events.push('the server answers')
    }
    expect(answer).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
    expect(events).toEqual(['stopped', 'the server answers'])
    expect(seen).toHaveLength(1)
  })

  it('stop waiting for a retry when canceled, and send nothing more', async () => {
    const events: string[] = []
    const wait = createHeldWait()
    const busy: Answer = (response) => response.writeHead(503, { 'retry-after': '30' }).end()
    const { client, clock, seen, tokenCalls } = await setUp(busy, { sleep: wait.sleep })
    const controller = new AbortController()
    const started = clock.monotonic()
    const answering = client
      .compute('forecast', 'uat', forecast, { ...stays, signal: controller.signal })
      .then((answer) => {
        events.push(`answered after ${clock.monotonic() - started} ms`)
        return answer
      })
    events.push(`waits ${await wait.begun} ms`)
    clock.advance(300)
    controller.abort()
    // These turns of the event loop complete everything that is not waiting for a timer.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(29_700)
    events.push('the wait is over')
    wait.end()
    expect(await answering).toMatchObject({
      ok: false,
      error: { code: 'job.cancelled', message: 'The call was cancelled.' },
    })
    expect(events).toEqual(['waits 30000 ms', 'answered after 300 ms', 'the wait is over'])
    expect([seen.length, tokenCalls()]).toEqual([1, 1])
  })

  it('run four at a time', async () => {
    let running = 0
    let most = 0
    const { client } = await setUp((response) => {
      running += 1
      most = Math.max(most, running)
      setTimeout(() => {
        running -= 1
        response.end('{}')
      }, 20)
    })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.compute('forecast', 'uat', forecast, stays)),
    )
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(most).toBe(4)
  })

  it('never repeat the participant or the token in an error', async () => {
    const { client } = await setUp((response, _count, request) =>
      answerJson(response, 400, {
        message: `cannot read ${forecast.ParticipantXML}`,
        got: request.headers.authorization,
      }),
    )
    const answer = await client.compute('forecast', 'uat', forecast, stays)
    expect(JSON.stringify(answer)).not.toMatch(/u1|token-1/)
    expect(answer).toMatchObject({ ok: false, error: { code: 'service.rejected', status: 400 } })
  })
})

describe('submissions', () => {
  it('are recorded before their first byte is sent, and sent once', async () => {
    const { client, seen } = await setUp((response) => response.end('{"OptOutResult":{}}'))
    const before: number[] = []
    const attempt = await client.submit('optout', 'uat', optout, {
      ...stays,
      onBeforeFirstByte: async () => {
        before.push(seen.length)
        return ok(undefined)
      },
    })
    expect(attempt).toMatchObject({ kind: 'answered', status: 200, text: '{"OptOutResult":{}}' })
    expect(before).toEqual([0])
    expect(seen).toHaveLength(1)
  })

  it('are not sent when they cannot be recorded', async () => {
    const { client, seen } = await setUp((response) => response.end('{}'))
    const attempt = await client.submit('optout', 'uat', optout, {
      ...stays,
      onBeforeFirstByte: async () =>
        fail({ code: 'submission.unrecorded', message: 'The disk is full.' }),
    })
    expect(attempt).toMatchObject({ kind: 'notSent', error: { code: 'submission.unrecorded' } })
    expect(seen).toHaveLength(0)
  })

  it('are sent a second time, with a new token, after a 401, but never a third time', async () => {
    const first = await setUp((response, count) =>
      count === 1 ? refuseToken(response) : response.end('{}'),
    )
    const recorded = journal()
    expect(await first.client.submit('optout', 'uat', optout, recorded)).toMatchObject({
      kind: 'answered',
    })
    expect(first.seen.map((call) => call.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ])
    expect(recorded.calls()).toBe(1)
    const always = await setUp((response) => refuseToken(response))
    expect(await always.client.submit('optout', 'uat', optout, journal())).toMatchObject({
      kind: 'rejected',
      status: 401,
    })
    expect(always.seen).toHaveLength(2)
  })

  it('skip interim answers before a 401 and before a success', async () => {
    const { client, seen } = await setUp((response, count) => {
      response.writeContinue()
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      response.writeProcessing()
      if (count === 1) refuseToken(response)
      else response.end('{"OptOutResult":{"Success":true}}')
    })
    const recorded = journal()
    expect(await client.submit('optout', 'uat', optout, recorded)).toMatchObject({
      kind: 'answered',
      status: 200,
      text: '{"OptOutResult":{"Success":true}}',
    })
    expect(seen.map((call) => call.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    expect(recorded.calls()).toBe(1)
  })

  it('report why no new token is available after a 401', async () => {
    const { seen, needs } = await setUp((response) =>
      answerJson(response, 401, { Message: 'Token expired' }),
    )
    const locked = {
      code: 'keychain.locked',
      message: 'The keyring is locked.',
      advice: 'Unlock it.',
    } as const
    const asked: string[] = []
    const behindLock = createExpressClient({
      ...needs,
      tokens: {
        get: async (id) => {
          asked.push(id)
          return asked.length === 1 ? needs.tokens.get(id) : fail(locked)
        },
        invalidate: (id, token) => needs.tokens.invalidate(id, token),
      },
    })
    expect(await behindLock.submit('optout', 'uat', optout, journal())).toMatchObject({
      kind: 'rejected',
      status: 401,
      error: {
        code: 'service.unauthorized',
        message:
          'Express Optout was answered with status 401: Token expired. No new access token could be had: The keyring is locked. Unlock it.',
      },
    })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['a 503', (response: ServerResponse) => response.writeHead(503).end()],
    ['a 408', (response: ServerResponse) => response.writeHead(408).end()],
    ['a redirect', (response: ServerResponse) => response.writeHead(307, { location: '/' }).end()],
    ['a closed connection', (response: ServerResponse) => response.socket?.destroy()],
    ['a reset connection', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['no answer', () => undefined],
    ['an interim answer and no final one', (response: ServerResponse) => response.writeContinue()],
    [
      'an interim answer and a closed connection',
      (response: ServerResponse) => response.writeContinue(() => response.socket?.destroy()),
    ],
    ['a change of protocol', (response: ServerResponse) => response.writeHead(101).end()],
    [
      'an answer cut short',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"OptOutResult"')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    ],
    ['an empty answer', (response: ServerResponse) => response.end()],
    ['an HTML page', (response: ServerResponse) => response.end('<html></html>')],
  ])('are in doubt after %s, and sent once', async (_name, answer) => {
    const { client, seen } = await setUp(answer)
    expect(await client.submit('optout', 'uat', optout, journal())).toMatchObject({
      kind: 'inDoubt',
      error: { code: 'submission.inDoubt' },
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen).toHaveLength(1)
  })

  it('are not sent when the connection is refused after the token request', async () => {
    const { client, tokens, needs } = await setUp((response) => response.end('{}'))
    await tokens.get('uat')
    const gone = await refusedUrl()
    const use = async () => {
      const environment = await needs.environments.use()
      return environment.ok ? ok({ ...environment.value, baseUrl: gone }) : environment
    }
    const moved = createExpressClient({ ...needs, environments: { use } })
    expect(await moved.submit('optout', 'uat', optout, journal())).toMatchObject({
      kind: 'notSent',
      error: { code: 'service.unreachable' },
    })
    expect((await client.submit('optout', 'uat', optout, journal())).kind).toBe('answered')
  })

  it('use a token that is at most 15 minutes old', async () => {
    const { client, clock, seen } = await setUp((response) => response.end('{}'))
    await client.submit('optout', 'uat', optout, journal())
    clock.advance(900_000)
    await client.submit('optout', 'uat', optout, journal())
    clock.advance(500)
    await client.submit('optout', 'uat', optout, journal())
    expect(seen.map((call) => call.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ])
  })
})

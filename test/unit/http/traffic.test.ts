import { describe, expect, test } from 'vitest'
import { createTraffic, type CallAbout } from '#electron/core/http/traffic/traffic.ts'
import type { HttpRequest, HttpTransport } from '#electron/core/platform/ports.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

/** Tests that recorded service calls say enough about each attempt, but no more. */

type Sent = Awaited<ReturnType<HttpTransport['send']>>

const request = (over: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: 'https://uat.example/x',
  headers: { 'content-type': 'application/json' },
  body: '{"Gender":"Zoë"}',
  timeouts: { connectMs: 1, headersMs: 1, totalMs: 1 },
  maxResponseBytes: 1,
  freshConnection: false,
  ...over,
})
const answered = (status: number, text = ''): Sent => ({
  ok: true,
  response: { status, headers: {}, text },
})
const lost = (over: Partial<Extract<Sent, { ok: false }>['failure']> = {}): Sent => ({
  ok: false,
  failure: {
    phase: 'unknown',
    code: 'service.connectionLost',
    message: 'The connection was lost.',
    details: 'inside',
    ...over,
  },
})
const about = (operation: CallAbout['operation'] = 'forecast'): CallAbout => ({
  environment: { id: 'uat', name: 'UAT' },
  operation,
  attempt: 2,
})

const opened = (send: () => Promise<Sent>) => {
  const told = { changes: 0 }
  const clock = createManualClock()
  const log = createTraffic({
    transport: {
      send: async () => {
        clock.advance(40)
        return send()
      },
      close: async () => undefined,
    },
    clock,
    facts: { version: '1', host: 'browser', platform: 'linux' },
    onChange: () => {
      told.changes += 1
    },
  })
  return { log, told }
}
/** Waits for the only recorded service call and returns it. */
const detailOf = async (
  sent: Sent,
  over: Partial<HttpRequest> = {},
  operation?: 'probe' | 'token',
) => {
  const { log } = opened(async () => sent)
  await log.send(request(over), about(operation))
  const found = log.open(log.list()[0]?.id ?? '')
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

test('the newest service call is first, in the list and in the support file, and the oldest is dropped', async () => {
  const { log } = opened(async () => answered(204))
  for (let attempt = 1; attempt <= 202; attempt += 1)
    await log.send(request(), { ...about(), attempt })
  const listed = log.list()
  expect(listed.map(({ attempt }) => attempt)).toEqual(
    Array.from({ length: 200 }, (_none, index) => 202 - index),
  )
  expect(new Set(listed.map(({ id }) => id)).size).toBe(200)
  expect(log.open(listed[3]?.id ?? '')).toMatchObject({
    value: { attempt: 199, at: listed[3]?.at },
  })
  const attempts = [...log.export().matchAll(/attempt (\d+)/g)].map(([, attempt]) =>
    Number(attempt),
  )
  expect(attempts).toEqual(listed.map(({ attempt }) => attempt))
})

test('a service call is recorded with its time, duration, sizes sent and received, and both bodies masked', async () => {
  const { log, told } = opened(async () => answered(200, '{"Rating":"Ample","code":"E1"}'))
  await log.send(request(), about())
  const [listed] = log.list()
  expect(listed).toEqual({
    id: listed?.id,
    at: '2026-11-20T12:00:00.000Z',
    environment: { id: 'uat', name: 'UAT' },
    operation: 'forecast',
    url: 'https://uat.example/x',
    attempt: 2,
    outcome: 'answered',
    status: 200,
    durationMs: 40,
    requestBytes: 17,
    responseBytes: 30,
  })
  expect(log.open(listed?.id ?? '')).toEqual({
    ok: true,
    value: {
      ...listed,
      remark: '',
      request: '{\n  "Gender": "[text, 3 characters]"\n}',
      response: '{\n  "Rating": "[text, 5 characters]",\n  "code": "E1"\n}',
    },
  })
  expect(told.changes).toBe(1)
})

test.each([
  [answered(200), 'answered'],
  [answered(299), 'answered'],
  [answered(199), 'failed'],
  [answered(300), 'failed'],
  [answered(399), 'failed'],
  [answered(400), 'refused'],
  [answered(499), 'refused'],
  [answered(500), 'failed'],
  [lost(), 'lost'],
  [lost({ phase: 'notSent', code: 'service.tls' }), 'notSent'],
  [lost({ phase: 'notSent', code: 'job.cancelled' }), 'cancelled'],
])('the outcome of a service call is one word: %j', async (sent, outcome) => {
  expect((await detailOf(sent)).outcome).toBe(outcome)
})

test('a refused probe counts as answered, because a probe only asks whether anything is there', async () => {
  expect((await detailOf(answered(401), {}, 'probe')).outcome).toBe('answered')
  expect((await detailOf(lost(), {}, 'probe')).outcome).toBe('lost')
})

test('a service call without an answer has a reason, but no status and no size', async () => {
  expect(await detailOf(lost())).toMatchObject({
    status: null,
    responseBytes: null,
    remark: 'The connection was lost.',
    response: '',
  })
})

test('a recorded form shows the names of its fields, and only the value that is not secret', async () => {
  const body = 'grant_type=client_credentials&client_secret=hush%21'
  const shown = 'grant_type=client_credentials\nclient_secret=[text, 5 characters]'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await detailOf(answered(200), { body, headers }, 'token')).request).toBe(shown)
  expect((await detailOf(answered(200), { body, headers: {} }, 'token')).request).toBe(shown)
})

describe('a recorded answer', () => {
  test.each([
    [502, '<html><title>Bad gateway</title></html>', '[39 characters that are not JSON]'],
    [200, 'Sorry, Zoë', '[10 characters that are not JSON]'],
    [400, '{"Message":"Plan closed"}', '{\n  "Message": "[text, 11 characters]"\n}'],
    [400, '', ''],
  ])('with status %i and the body %s is shown as %s', async (status, text, shown) => {
    expect((await detailOf(answered(status, text))).response).toBe(shown)
  })
})

test('a recorded answer contains no code that is a word of the Basic credentials', async () => {
  const authorization = `Basic ${Buffer.from('AB-114:s3c-12').toString('base64')}`
  for (const code of ['s3c-12', 'AB-114']) {
    const answer = answered(401, JSON.stringify({ error: 'invalid_client', code }))
    const headers = { 'content-type': 'application/json', authorization }
    const { response } = await detailOf(answer, { headers, body: '' }, 'token')
    expect(response).toContain('invalid_client')
    expect(response).not.toContain(code)
  }
})

test('the last 200 service calls are in the list and in the file for the service’s operator', async () => {
  const { log } = opened(async () => answered(200))
  for (let index = 0; index < 202; index += 1) await log.send(request(), about())
  expect(log.list()).toHaveLength(200)
  expect(log.export()).toContain('200 calls')
})

test('a service call that has left the list is reported as gone', () => {
  const { log } = opened(async () => lost())
  expect(log.open('x')).toMatchObject({ ok: false, error: { code: 'records.notFound' } })
})

test('a service call that is under way while the list is cleared does not appear in it afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const { log, told } = opened(() => promise)
  const sending = log.send(request(), about())
  log.clear()
  resolve(answered(200))
  expect(await sending).toMatchObject({ ok: true })
  expect([log.list(), told.changes]).toEqual([[], 1])
  await log.send(request(), about())
  expect(log.list()).toHaveLength(1)
  log.clear()
  expect([log.list(), told.changes]).toEqual([[], 3])
})

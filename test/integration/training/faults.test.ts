import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forecastOf, requestOfMaya, startTraining } from './training-client.ts'
import type { TrainingClient } from './training-client.ts'

let client: TrainingClient
let token: string

beforeAll(async () => {
  client = await startTraining()
  token = await client.token()
})
afterEach(() => {
  client.service.faults.clear()
})
afterAll(async () => client.service.stop())

const optOut = () => client.call('optout', requestOfMaya('optout'), token)
const executedOptOuts = (): number => client.service.counts().executed.optout

test.each([
  [{ kind: 'status', status: 401 }, 401],
  [{ kind: 'status', status: 429, retryAfter: 7 }, 429],
  [{ kind: 'status', status: 500 }, 500],
  [{ kind: 'status', status: 502 }, 502],
  [{ kind: 'status', status: 503 }, 503],
  [{ kind: 'html' }, 502],
  [{ kind: 'html', status: 200 }, 200],
] as const)(
  'the fault %j answers one request without executing it, and the next request succeeds',
  async (fault, status) => {
    const before = executedOptOuts()
    client.service.faults.set('optout', fault)
    const reply = await optOut()
    expect(reply.status).toBe(status)
    expect(reply.headers['retry-after']).toBe('retryAfter' in fault ? '7' : undefined)
    if (fault.kind === 'html') expect(reply.text).toContain('<h1>')
    expect(executedOptOuts()).toBe(before)
    expect((await optOut()).status).toBe(200)
    expect(executedOptOuts()).toBe(before + 1)
  },
)

test.each([
  ['resetBeforeRead', 0],
  ['resetWhileReading', 0],
  ['resetAfterRead', 0],
  ['resetAfterExecution', 1],
  ['cutBody', 1],
] as const)('the fault %s breaks the connection after %i executions', async (kind, executions) => {
  const before = executedOptOuts()
  client.service.faults.set('optout', { kind })
  await expect(optOut()).rejects.toThrow()
  expect(executedOptOuts()).toBe(before + executions)
})

test.each([false, true])(
  'the fault neverAnswer leaves the request unanswered (opt-out executed: %s)',
  async (executed) => {
    const before = executedOptOuts()
    client.service.faults.set('optout', { kind: 'neverAnswer', executed })
    const outcome = await Promise.race([
      optOut().then(
        () => 'answered',
        () => 'broken',
      ),
      new Promise((resolve) => setTimeout(resolve, 300, 'silent')),
    ])
    expect(outcome).toBe('silent')
    await expect.poll(executedOptOuts, { timeout: 5000 }).toBe(before + (executed ? 1 : 0))
  },
)

test('the fault delay delays the answer', async () => {
  client.service.faults.set('optout', { kind: 'delay', milliseconds: 250 })
  const start = performance.now()
  expect((await optOut()).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(240)
})

test('the fault malformedJson sends an answer that is not valid JSON', async () => {
  client.service.faults.set('caseInformation', { kind: 'malformedJson' })
  const reply = await client.call('caseInformation', requestOfMaya('caseInformation'), token)
  expect([reply.status, reply.json]).toEqual([200, undefined])
})

test('the fault successFalse sends an answer with the given message', async () => {
  client.service.faults.set('optout', { kind: 'successFalse', message: 'Blackout period.' })
  expect((await optOut()).json).toMatchObject({
    OptOutResult: { Success: false, ErrorMessage: 'Blackout period.' },
  })
  client.service.faults.set('forecast', { kind: 'successFalse', message: 'No.' })
  expect(await client.call('forecast', forecastOf('maya-torres'), token)).toMatchObject({
    status: 400,
    json: { ErrorMessage: 'No.' },
  })
})

test.each([
  ['numbersAsText', { StrategyOutput: [{ SavingsRate: '3' }, {}] }],
  ['extraFields', { AddedLater: { Note: 'new' }, StrategyOutput: [{ AddedLater: {} }, {}] }],
  ['missingFields', { StrategyOutput: [{}, {}] }],
  [
    'fiveStrategies',
    { StrategyOutput: [{ StrategyType: 'Current' }, {}, {}, {}, { StrategyType: 'Bold' }] },
  ],
] as const)('the fault oddShape sends an answer of the shape %s', async (shape, expected) => {
  const straight = await client.call('forecast', forecastOf('maya-torres'), token)
  client.service.faults.set('forecast', { kind: 'oddShape', shape })
  const bent = await client.call('forecast', forecastOf('maya-torres'), token)
  expect(bent.json).toMatchObject(expected)
  expect(bent.text).not.toBe(straight.text)
})

test('faults apply to the token endpoint as they do to operations, in the order in which they were set', async () => {
  client.service.faults.set('token', { kind: 'status', status: 503 })
  await expect(client.token()).rejects.toThrow('no token')
  expect(await client.token()).not.toBe('')
  client.service.faults.set('optout', { kind: 'status', status: 429 }, 2)
  client.service.faults.set('optout', { kind: 'status', status: 500 })
  expect(client.service.faults.pending().optout).toBe(3)
  const statuses = [await optOut(), await optOut(), await optOut(), await optOut()].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([429, 429, 500, 200])
})

test('the control endpoints require the control token and do what the service object’s methods do', async () => {
  const control = {
    authorization: `Bearer ${client.service.controlToken}`,
    'content-type': 'application/json',
  }
  const set = JSON.stringify({
    operation: 'optout',
    fault: { kind: 'status', status: 503 },
    times: 2,
  })
  expect((await client.send('/control/faults', set)).status).toBe(401)
  expect(
    (await client.send('/control/faults', set, { authorization: `Bearer ${token}` })).status,
  ).toBe(401)
  expect((await client.send('/control/faults', '{"operation":"optout"}', control)).status).toBe(400)
  expect((await client.send('/control/else', '{}', control)).status).toBe(404)
  expect(await client.send('/control/faults', set, control)).toMatchObject({
    status: 200,
    json: { pending: { optout: 2 } },
  })
  expect((await optOut()).status).toBe(503)
  await client.send('/control/faults', '{"clear":true}', control)
  expect((await optOut()).status).toBe(200)
  const counts = await client.send('/control/counts', '', control, 'GET')
  expect(counts.json).toMatchObject({
    executed: client.service.counts().executed,
    pending: { optout: 0 },
  })
  const expiring = await client.token()
  await client.send('/control/tokens', '{"expire":true}', control)
  expect(
    (await client.call('caseInformation', requestOfMaya('caseInformation'), expiring)).status,
  ).toBe(401)
  token = await client.token()
})

test('a fault can skip a number of requests first, and its state shows how many it has changed', async () => {
  client.service.faults.set('optout', { kind: 'status', status: 500 }, 2, 1)
  expect(client.service.faults.list()).toMatchObject([
    { target: 'optout', times: 2, after: 1, fired: 0 },
  ])
  const statuses = [await optOut(), await optOut(), await optOut(), await optOut()].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([200, 500, 500, 200])
  expect(client.service.faults.list()).toMatchObject([{ times: 2, after: 0, fired: 2 }])
  client.service.faults.clear()
  expect(client.service.faults.list()).toEqual([])
})

test('when all tokens expire during a list, refused requests are not executed, and requests with a new token succeed', async () => {
  const before = executedOptOuts()
  client.service.faults.set('optout', { kind: 'expireTokens' }, 1, 2)
  const statuses = [await optOut(), await optOut(), await optOut(), await optOut()].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([200, 200, 401, 401])
  expect(executedOptOuts()).toBe(before + 2)
  token = await client.token()
  expect((await optOut()).status).toBe(200)
})

test('a fault set through the control endpoint can begin after a number of requests, and the service’s state shows that number', async () => {
  const control = {
    authorization: `Bearer ${client.service.controlToken}`,
    'content-type': 'application/json',
  }
  const set = JSON.stringify({
    operation: 'enroll',
    fault: { kind: 'cutBody' },
    times: 3,
    after: 5,
  })
  expect(await client.send('/control/faults', set, control)).toMatchObject({
    json: {
      pending: { enroll: 3 },
      faults: [{ target: 'enroll', fault: { kind: 'cutBody' }, after: 5, fired: 0 }],
    },
  })
})

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerJson, bodyOf, serve, type Loopback } from '#test/support/servers/loopback-server.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { onScreen } from '#test/support/screens/as-on-screen.ts'

/** Tests Stop, pressed in the page, against a server that accepts a forecast and never answers. */

let server: Loopback
let house: RealCore
let handle: string
let asked: () => void = () => undefined
let closed: () => void = () => undefined

beforeAll(async () => {
  server = await serve(async (request, response) => {
    await bodyOf(request)
    if (request.url === '/oauth2/accesstoken')
      return answerJson(response, 200, { access_token: 'token' })
    request.socket.once('close', () => closed())
    return asked()
  })
  const dataDir = path.join(temporaryFolder('cancel'), 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
  const { id: environmentId } = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: server.url,
    clientId: 'ACME',
    credentialStyle: 'bearer',
    limits: { callsAtOnce: 1 },
  })
  await house.must('credentials.save', {
    environmentId,
    credentials: { style: 'bearer', value: 'v' },
  })
  await house.must('environments.select', { environmentId })
  const [example] = await house.must('participant.examples', {})
  handle = (await house.must('participant.open', { kind: 'example', id: example?.id ?? '' })).handle
}, 60_000)
afterAll(async () => {
  await house.core.close()
  await server.stop()
})

test('Stop ends a service call that hangs, closes the connection, and lets the next service call start', async () => {
  const hanging = new Promise<void>((resolve) => (asked = resolve))
  const gone = new Promise<void>((resolve) => (closed = resolve))
  const to = await onScreen({
    environments: () => house.call('environments.list', {}),
    settings: () => house.call('settings.get', {}),
  })
  const run = house.call('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: 'hangs',
    to,
  })
  await hanging
  // The environment allows one service call at a time, so this call is canceled while it waits.
  const waiting = house.call('forecast.run', {
    handle,
    operation: 'forecastCurrent',
    inputs: {},
    jobId: 'waits',
    to,
  })
  await house.must('job.cancel', { jobId: 'waits' })
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })

  // The server never answers during this test, and the call would time out even later.
  await house.must('job.cancel', { jobId: 'hangs' })
  expect(await run).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
  await gone
  const [newest] = await house.must('traffic.list', {})
  expect(newest).toMatchObject({ operation: 'forecast', outcome: 'cancelled' })

  const again = new Promise<void>((resolve) => (asked = resolve))
  const next = house.call('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: 'next',
    to,
  })
  await again
  await house.must('job.cancel', { jobId: 'next' })
  expect(await next).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
})

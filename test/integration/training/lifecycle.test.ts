import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createTrainingService } from '#electron/training/training-service.ts'
import { enrollmentOf, forecastOf, optOutOfMaya, startTraining } from './training-client.ts'

test('starting twice gives one address, stopping ends it, and a restart begins anew', async () => {
  const client = await startTraining()
  expect(await client.service.start()).toEqual({ ok: true, value: client.base })
  await client.call('optout', optOutOfMaya)
  await client.service.stop()
  await client.service.stop()
  await expect(client.send('/', '')).rejects.toThrow()
  const again = await client.service.start()
  expect(again.ok).toBe(true)
  await client.service.stop()
})

test('a port that is taken is a failure with advice, not an exception', async () => {
  const client = await startTraining()
  const second = createTrainingService({ port: Number(new URL(client.base).port) })
  expect(await second.start()).toMatchObject({ ok: false, error: { code: 'service.unreachable', advice: expect.any(String) } })
  await second.stop()
  await client.service.stop()
})

test('stopping does not wait for an answer that never comes, nor for a projection at work', async () => {
  const client = await startTraining()
  const token = await client.token()
  client.service.faults.set('optout', { kind: 'neverAnswer' })
  client.service.faults.set('caseInformation', { kind: 'delay', milliseconds: 60_000 })
  const open = [
    client.call('optout', optOutOfMaya, token),
    client.call('caseInformation', {}, token),
    client.call('forecast', { ...forecastOf('evelyn-hartmann'), ForecastType: 'Detailed' }, token),
  ].map((call) =>
    call.then(
      () => 'answered',
      () => 'broken',
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  const start = performance.now()
  await client.service.stop()
  expect(performance.now() - start).toBeLessThan(3_000)
  expect((await Promise.all(open)).filter((outcome) => outcome === 'broken').length).toBeGreaterThanOrEqual(2)
})

test('the event loop stays free while projections run', async () => {
  const client = await startTraining()
  const token = await client.token()
  await client.call('forecast', forecastOf('maya-torres'), token)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const detailed = { ...forecastOf('evelyn-hartmann'), ForecastType: 'Detailed' }
  const replies = await Promise.all([
    client.call('forecast', detailed, token),
    client.call('forecast', detailed, token),
    client.call('enroll', enrollmentOf('maya-torres'), token),
  ])
  delay.disable()
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(delay.percentile(99) / 1e6).toBeLessThan(250)
  await client.service.stop()
})

test('concurrent enrollments of one participant are remembered one after the other', async () => {
  const client = await startTraining()
  const token = await client.token()
  const replies = await Promise.all(Array.from({ length: 6 }, () => client.call('enroll', enrollmentOf('maya-torres'), token)))
  const states = replies.map(({ text }) => /"TransactionState":"(\w+)"/.exec(text)?.[1])
  expect(states.toSorted()).toEqual(['Completed', 'Renewed', 'Renewed', 'Renewed', 'Renewed', 'Renewed'])
  const ids = replies.map(({ text }) => /"TransactionId":"([^"]+)"/.exec(text)?.[1])
  expect(new Set(ids).size).toBe(6)
  await client.service.stop()
})

import { expect, test, vi } from 'vitest'
import { createTrainingService } from '#electron/training/training-service.ts'
import { connectTo, forecastOf, requestOfMaya, startTraining } from './training-client.ts'

test('starting the service twice gives one address, stopping closes it, and a restart begins with fresh state', async () => {
  const client = await startTraining()
  expect(await client.service.start()).toEqual({ ok: true, value: client.base })
  await client.call('optout', requestOfMaya('optout'))
  await client.service.stop()
  await client.service.stop()
  await expect(client.send('/', '')).rejects.toThrow()
  const again = await connectTo(client.service)
  const optOut = await again.call('optout', requestOfMaya('optout'))
  expect(optOut.json).toMatchObject({ OptOutResult: { TransactionState: 'Completed' } })
  await again.service.stop()
})

test('a port already in use causes a failure with advice, not an exception', async () => {
  const client = await startTraining()
  const second = createTrainingService({ port: Number(new URL(client.base).port) })
  const refused = await second.start()
  expect(refused).toMatchObject({ ok: false, error: { code: 'service.unreachable' } })
  expect(refused).toHaveProperty('error.advice')
  await second.stop()
  await client.service.stop()
})

test('stopping the service waits neither for an answer that never comes nor for a running projection', async () => {
  const client = await startTraining()
  const token = await client.token()
  client.service.faults.set('optout', { kind: 'neverAnswer' })
  client.service.faults.set('caseInformation', { kind: 'delay', milliseconds: 60_000 })
  const open = [
    client.call('optout', requestOfMaya('optout'), token),
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
  expect(
    (await Promise.all(open)).filter((outcome) => outcome === 'broken').length,
  ).toBeGreaterThanOrEqual(2)
})

test('the event loop stays free while projections run, so tokens are still issued', async () => {
  const client = await startTraining()
  const token = await client.token()
  await client.call('forecast', forecastOf('maya-torres'), token)
  let answered = 0
  const detailed = { ...forecastOf('evelyn-hartmann'), ForecastType: 'Detailed' }
  const forecasts = [1, 2, 3, 4].map(async () => {
    const reply = await client.call('forecast', detailed, token)
    answered += 1
    return reply.status
  })
  while (client.service.counts().received.forecast < 5)
    await new Promise((resolve) => setTimeout(resolve, 1))
  for (let issued = 0; issued < 5; issued += 1) await client.token()
  expect(answered).toBeLessThan(4)
  expect(await Promise.all(forecasts)).toEqual([200, 200, 200, 200])
  await client.service.stop()
})

test('starting the service creates no thread for projections; warming up creates exactly one', async () => {
  const made: unknown[] = []
  const note = (worker: unknown): void => void made.push(worker)
  process.on('worker', note)
  const client = await startTraining()
  await client.token()
  expect(made).toHaveLength(0)
  client.service.warmUp()
  client.service.warmUp()
  await vi.waitFor(() => expect(made).toHaveLength(1))
  await client.call('forecast', forecastOf('maya-torres'))
  expect(made).toHaveLength(1)
  await client.service.stop()
  client.service.warmUp()
  expect(made).toHaveLength(1)
  process.off('worker', note)
})

test('concurrent enrollments of one participant are stored one after another', async () => {
  const client = await startTraining()
  const token = await client.token()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => client.call('enroll', requestOfMaya('enroll'), token)),
  )
  const states = replies.map(({ text }) => /"TransactionState":"(\w+)"/.exec(text)?.[1])
  expect(states.toSorted()).toEqual([
    'Completed',
    'Renewed',
    'Renewed',
    'Renewed',
    'Renewed',
    'Renewed',
  ])
  const ids = replies.map(({ text }) => /"TransactionId":"([^"]+)"/.exec(text)?.[1])
  expect(new Set(ids).size).toBe(6)
  await client.service.stop()
})

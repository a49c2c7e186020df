import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** Tests practice for a bad day through the core's channels, with the real training service. */

let house: RealCore
let handle: string

beforeAll(async () => {
  const dataDir = path.join(temporaryFolder('practice'), 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
  handle = (await house.must('participant.open', { kind: 'example', id: 'maya-torres' })).handle
})
afterAll(() => house.core.close())

const submit = async (operation: 'enroll' | 'implement') => {
  const review = await house.must('submission.review', {
    operation,
    handle,
    inputs: {},
    enrollmentInfo: [
      { PlanId: 'NORTHWIND401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
    ],
  })
  return house.must('submission.send', { submissionId: review.submissionId })
}

test('a connection reset after execution leaves the submission in doubt and executed exactly once', async () => {
  const set = await house.must('training.faults.set', {
    target: 'enroll',
    fault: { kind: 'resetAfterExecution' },
  })
  expect(set.faults).toMatchObject([{ target: 'enroll', times: 1, fired: 0 }])
  expect((await submit('enroll')).outcome).toBe('inDoubt')
  const day = await house.must('training.faults.get', {})
  expect(day.faults).toMatchObject([{ fired: 1 }])
  expect(day.executed.enroll).toBe(1)
  expect(day.received.enroll).toBe(1)
})

test('a token that expires during a request is renewed, and the request is executed once', async () => {
  const before = await house.must('training.faults.get', {})
  await house.must('training.faults.set', { target: 'implement', fault: { kind: 'expireTokens' } })
  expect((await submit('implement')).outcome).toBe('accepted')
  const after = await house.must('training.faults.get', {})
  expect(after.executed.implement - before.executed.implement).toBe(1)
  expect(after.tokensIssued - before.tokensIssued).toBe(1)
})

test('Back to normal removes every fault', async () => {
  await house.must('training.faults.set', {
    target: 'forecast',
    fault: { kind: 'html' },
    times: 50,
  })
  expect((await house.must('training.faults.clear', {})).faults).toEqual([])
  const run = await house.call('forecast.run', {
    handle,
    operation: 'forecastCurrent',
    inputs: {},
    jobId: 'calm',
  })
  expect(run.ok).toBe(true)
})

test('practice is refused while another environment is in use', async () => {
  const { id } = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: 'http://127.0.0.1:9',
    clientId: 'ACME',
    credentialStyle: 'basic',
  })
  await house.must('environments.select', { environmentId: id })
  const order = { target: 'enroll', fault: { kind: 'cutBody' } } as const
  for (const refused of [
    await house.call('training.faults.get', {}),
    await house.call('training.faults.set', order),
    await house.call('training.faults.clear', {}),
  ]) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'environment.locked' } })
  }
  expect(house.training.faults.list()).toEqual([])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { refuseRows, takeRows, rowsIn } from '#test/support/worlds/record-house.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/**
 * Tests that the page gets an answer that this computer cannot save, with the reason.
 */

const error = { code: 'internal', message: 'The data folder could not be used (refused).' }

let house: RealCore
const refuse = (): void => refuseRows(house.dataDir, 'results')
const take = (): void => takeRows(house.dataDir)
beforeEach(async () => {
  house = await openRealCore(temporaryFolder('unsaved'))
  // This call creates the database's tables.
  await house.must('records.list', {})
})
afterEach(() => house.core.close())

const openSomebody = async () => {
  const [example] = await house.must('participant.examples', {})
  return house.must('participant.open', { kind: 'example', id: example?.id ?? '' })
}

test('a forecast that could not be saved is shown with the reason, and can be saved once there is room on the disk', async () => {
  const { handle } = await openSomebody()
  refuse()
  const run = await house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: 'today',
  })
  expect(run.unsaved).toMatchObject(error)
  expect(run.reading.strategies).toHaveLength(2)
  for (let age = 60; age < 71; age += 1)
    await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: { RetirementAge: age },
      keep: false,
      jobId: `at ${age}`,
    })
  expect(await house.call('forecast.keep', { id: run.id })).toMatchObject({ ok: false, error })
  take()
  const { unsaved: _why, ...record } = run
  expect(await house.must('forecast.keep', { id: run.id })).toEqual(record)
  expect(await house.must('records.list', {})).toMatchObject([{ id: run.id }])
})

test('case information that could not be saved is shown with the reason', async () => {
  refuse()
  const run = await house.must('forecast.caseInformation', {
    inputs: { Salary: 90_000, RetirementAge: 67, DOB: '1975-05-01' },
    jobId: 'case',
  })
  expect(run.unsaved).toMatchObject(error)
  expect(await house.must('records.list', {})).toEqual([])
})

test('the activity log names no saved result for a forecast that could not be saved', async () => {
  const { handle } = await openSomebody()
  refuse()
  const run = await house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: 'today',
  })
  take()
  await house.core.close()
  const noted = rowsIn(house.dataDir, "SELECT id FROM activity WHERE action = 'forecast'")
  expect(noted).toHaveLength(1)
  expect(noted[0]?.['id']).not.toBe(run.id)
})

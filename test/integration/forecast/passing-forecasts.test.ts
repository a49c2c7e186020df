import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/** Tests that forecasts run by a search do not count among the advisor's last runs. */

let house: RealCore
let uat: UatServer

beforeAll(async () => {
  const dataDir = path.join(temporaryFolder('passing'), 'data')
  mkdirSync(dataDir)
  uat = await startUatServer()
  house = await openRealCore(dataDir)
  const { id } = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: uat.url,
    clientId: 'ACME',
    credentialStyle: 'basic',
  })
  await house.must('credentials.save', {
    environmentId: id,
    credentials: { style: 'basic', clientId: 'uat-id', clientSecret: 'secret' },
  })
  await house.must('environments.select', { environmentId: id })
}, 120_000)
afterAll(async () => {
  await house.core.close()
  await uat.stop()
})

test('a search with more forecasts than memory holds does not displace earlier runs, and the search’s last forecast can be saved', async () => {
  const [example] = await house.must('participant.examples', {})
  const { handle } = await house.must('participant.open', {
    kind: 'example',
    id: example?.id ?? '',
  })
  const run = (age: number, passing: boolean) =>
    house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: { RetirementAge: age },
      keep: false,
      passing,
      jobId: `${age} ${passing}`,
    })
  const mine = await run(66, false)
  let last = mine
  for (let age = 60; age < 72; age += 1) last = await run(age, true)
  expect(await house.must('records.list', {})).toEqual([])
  expect((await house.must('forecast.keep', { id: mine.id })).id).toBe(mine.id)
  expect((await house.must('forecast.keep', { id: last.id })).id).toBe(last.id)
  const saved = await house.must('records.list', {})
  expect(saved).toHaveLength(2)
  expect(await house.must('records.list', { newest: 1 })).toEqual(saved.slice(0, 1))
}, 120_000)

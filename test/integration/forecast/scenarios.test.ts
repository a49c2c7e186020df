import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plainScenario } from '#shared/records/scenario.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/**
 * Tests scenarios on the real core: names and notes survive a restart, and runs that were not saved
 * can be reopened.
 */

let house: RealCore | null = null
afterEach(async () => {
  await house?.core.close()
  house = null
})

const start = async (dataDir: string): Promise<RealCore> => {
  await house?.core.close()
  house = await openRealCore(dataDir)
  return house
}
const someFolder = (): string => {
  const dataDir = path.join(temporaryFolder('scenarios'), 'data')
  mkdirSync(dataDir)
  return dataDir
}
const openExample = async ({ must }: RealCore, which = 0): Promise<string> => {
  const id = (await must('participant.examples', {}))[which]?.id ?? ''
  return (await must('participant.open', { kind: 'example', id })).handle
}
const tryAge = ({ must }: RealCore, handle: string, RetirementAge: number, keep: boolean) =>
  must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: { RetirementAge },
    keep,
    jobId: `age ${RetirementAge}`,
  })

test(
  'scenario names, notes, pins and order survive a restart, among the scenarios and in Saved results',
  { timeout: 60_000 },
  async () => {
    const dataDir = someFolder()
    let now = await start(dataDir)
    const handle = await openExample(now)
    await now.must('forecast.run', { handle, operation: 'forecast', inputs: {}, jobId: 'today' })
    const early = await tryAge(now, handle, 62, true)
    const late = await tryAge(now, handle, 68, true)
    const gone = await tryAge(now, handle, 70, true)
    const said = { ...plainScenario, name: 'Work on', note: 'Talk to the family first', place: 0 }
    await now.must('scenario.describe', { id: late.id, scenario: said })
    await now.must('scenario.describe', {
      id: early.id,
      scenario: { ...plainScenario, pinned: true },
    })
    await now.must('scenario.describe', { id: gone.id, scenario: { ...plainScenario, off: true } })
    const twin = await now.must('scenario.duplicate', {
      id: late.id,
      scenario: { ...said, name: 'Work on, copy', place: 1 },
    })
    const { text } = await now.must('records.verbatim', { id: late.id })
    expect((await now.must('records.verbatim', { id: twin.id })).text).toBe(text)

    now = await start(dataDir)
    const again = await openExample(now)
    const tray = await now.must('scenario.list', { handle: again })
    expect(tray.map(({ id }) => id)).toEqual([early.id, late.id, twin.id])
    expect(tray[1]?.scenario).toEqual(said)
    const items = await now.must('records.list', {})
    expect(items.find(({ id }) => id === late.id)?.scenario).toEqual({
      name: 'Work on',
      note: 'Talk to the family first',
    })
    expect(items.map(({ id }) => id)).toContain(gone.id)
    expect(await now.must('scenario.list', { handle: await openExample(now, 1) })).toEqual([])
  },
)

test('runs that were not saved can be reopened until the program closes, and only for the same participant', async () => {
  const now = await start(someFolder())
  const handle = await openExample(now)
  const first = await tryAge(now, handle, 62, false)
  const second = await tryAge(now, handle, 68, false)
  const other = await openExample(now, 1)
  await tryAge(now, other, 64, false)
  const unkept = await now.must('scenario.unkept', { handle })
  expect(unkept.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await now.must('scenario.openUnkept', { id: first.id })).toEqual(first)
  await now.must('forecast.keep', { id: first.id })
  expect((await now.must('scenario.unkept', { handle })).map(({ id }) => id)).toEqual([second.id])
  expect(await now.call('scenario.openUnkept', { id: first.id })).toMatchObject({
    ok: false,
    error: { code: 'records.notFound' },
  })
})

test('a saved forecast is compared with the same participant’s latest earlier forecast for Today', async () => {
  const now = await start(someFolder())
  const handle = await openExample(now)
  const plain = (whose: string, jobId: string) =>
    now.must('forecast.run', { handle: whose, operation: 'forecast', inputs: {}, jobId })
  const alone = await tryAge(now, handle, 61, true)
  expect(await now.must('scenario.today', { id: alone.id })).toBeNull()
  const first = await plain(handle, 'first')
  expect(await now.must('scenario.today', { id: alone.id })).toEqual(first)
  const plan = await tryAge(now, handle, 62, false)
  const kept = await now.must('forecast.keep', { id: plan.id, goal: 4_500 })
  expect(kept).toEqual({ ...plan, goal: 4_500 })
  await plain(handle, 'second')
  await plain(await openExample(now, 1), 'another')
  expect(await now.must('scenario.today', { id: plan.id })).toMatchObject({
    id: first.id,
    runs: 2,
  })
  expect(await now.must('scenario.today', { id: first.id })).toBeNull()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import type { SinceView } from '#shared/forecast/since.ts'
import { asksOf } from '#shared/forecast/since.ts'
import { bridgeOf, isMissing } from '#shared/strategy/statement/since/bridge.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { sinceXml, type SinceFile } from '#test/support/people/since-people.ts'
import { startPartsService, type PartsService } from '#test/support/servers/parts-service.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { useUat } from '#test/support/worlds/backed-up.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** The steps from an earlier income to a newer one, at a service whose income is a sum of known parts. */

let at = '2025-11-14T15:00:00Z'
const system = createSystemClock()
const clock = { ...system, now: () => Date.parse(at) }

let house: RealCore
let service: PartsService

beforeEach(async () => {
  at = '2025-11-14T15:00:00Z'
  service = await startPartsService(() => new Date(at))
  house = await openRealCore(temporaryFolder('since'), { clock })
  await useUat(house, service.url)
})
afterEach(async () => {
  await house.core.close()
  await service.stop()
})

const keepFiles = (keepParticipantFile: boolean) =>
  house.must('settings.change', { keepParticipantFile })
let jobs = 0
const nextJob = () => `job-${(jobs += 1)}`
const open = async (file: SinceFile) => {
  const bytes = new TextEncoder().encode(sinceXml(file))
  return (await house.must('participant.open', { kind: 'file', name: 'carol.xml', bytes })).handle
}
const forecast = async (file: SinceFile) => {
  const handle = await open(file)
  const { id } = await house.must('forecast.run', {
    ...{ handle, operation: 'forecast', inputs: {}, jobId: nextJob(), keep: true },
  })
  return { handle, id }
}
const find = async (id: string, handle?: string): Promise<SinceView> => {
  const view = await house.must('since.find', { id, ...(handle && { handle }) })
  if (view === null) throw new Error('nothing to compare')
  return view
}
const rules = {
  ...{ choice: { poor: 10, average: 50 }, shareOfPay: 70 },
  unitsOf: () => ({ readAs: usualReadAs, source: 'Acme' }),
}
/** The dollars of each step as shown, and what they add up to. */
const bridge = async (view: SinceView, handle?: string) => {
  const before = service.asked.length
  const answers = await house.must('since.ask', {
    ...{ earlierId: view.earlier.id, newerId: view.newer.id, jobId: nextJob() },
    ...(handle && { handle }),
  })
  expect(service.asked.length - before).toBe(asksOf(view))
  const made = bridgeOf(view, answers, rules)
  if (isMissing(made)) throw new Error(made.why)
  const steps = made.steps.map(({ key, figure }) => [key, exportFigure(figure)] as const)
  expect(steps.reduce((sum, [, dollars]) => sum + dollars, 0)).toBe(exportFigure(made.difference))
  return Object.fromEntries(steps)
}
const aYearLater = () => {
  at = '2026-11-27T15:00:00Z'
}

const later: SinceFile = {
  salary: 64_000,
  funds: { IDX1: 13_400, BND2: 5_000 },
  timeStamp: '2026-11-27T09:00:00',
}

test('older pay, balances and a changed service: each step is exactly its known part', async () => {
  await keepFiles(true)
  await forecast({})
  aYearLater()
  service.setModel(1_008)
  const { id } = await forecast(later)
  const view = await find(id)
  expect(view).toMatchObject({ split: 'all', asksAgain: false, missed: [], others: [] })
  expect(view.steps.filter(({ asks }) => asks).map(({ step }) => step)).toEqual([
    ...['time', 'balances', 'pay'],
  ])
  // Two dollars for the year, half a percent of $4,400, and $8 of pay with $6 of its savings.
  expect(await bridge(view)).toEqual({
    ...{ time: -2, balances: 22, pay: 14, savings: 0, limits: 0, model: 8 },
  })
  expect(await house.must('records.list', {})).toHaveLength(2)
})

test('savings above the limit: a higher rate changes nothing, and the higher limit of the year does', async () => {
  await keepFiles(true)
  await forecast({ salary: 400_000, rate: 8 })
  aYearLater()
  const { id } = await forecast({ salary: 400_000, rate: 10, timeStamp: '2026-11-27T09:00:00' })
  const view = await find(id)
  // $23,500 of 2025 and $24,500 of 2026.
  expect(await bridge(view)).toMatchObject({ pay: 0, savings: 0, limits: 50, model: 0 })
  expect(asksOf(view)).toBe(3)
})

test('a service that did not change leaves nothing to its model, although pay and savings multiply', async () => {
  await keepFiles(true)
  await forecast({ rate: 3 })
  aYearLater()
  const { id } = await forecast({ ...later, rate: 9, dateOfBirth: '1980-06-15' })
  expect(await bridge(await find(id))).toEqual({
    // Pay with the new rate: $8, and 9% of $4,000. Savings at the old pay: 6% of $60,000.
    ...{ time: -2, balances: 22, pay: 26, savings: 180, limits: 0, model: 0 },
  })
})

test('without the earlier file, only pay and savings are split, through the request', async () => {
  await keepFiles(false)
  await forecast({})
  aYearLater()
  service.setModel(1_008)
  const { id, handle } = await forecast({ ...later, rate: 6 })
  const closed = await find(id)
  expect(closed).toMatchObject({ split: 'none', steps: [] })
  const view = await find(id, handle)
  expect(view).toMatchObject({ split: 'payAndSavings', missed: [] })
  expect(asksOf(view)).toBe(2)
  // The rest has the year, the balances and the service's change.
  expect(await bridge(view, handle)).toEqual({ pay: 20, savings: 90, model: 28 })
  const [, pay, savings] = service.asked.slice(-3)
  expect(pay?.ParticipantXML).toBe(sinceXml({ ...later, rate: 6 }))
  expect(pay).toMatchObject({ Salary: 60_000 })
  expect(savings).toMatchObject({ Salary: 60_000, SavingsRateDetails: [{ Value: '3' }] })
})

test('what a marriage changed is named, and is in the rest', async () => {
  await keepFiles(true)
  await forecast({})
  aYearLater()
  const { id } = await forecast({ ...later, spouse: true })
  const view = await find(id)
  expect(view.others).toEqual(['marital status'])
  expect(await bridge(view)).toMatchObject({ balances: 22, model: 100 })
})

test('a newer forecast that is not of today is asked again, with six forecasts at most', async () => {
  await keepFiles(true)
  await forecast({ salary: 400_000, rate: 8 })
  aYearLater()
  const { id } = await forecast({ ...later, salary: 420_000, rate: 10 })
  at = '2026-12-20T15:00:00Z'
  service.setModel(1_010)
  const view = await find(id)
  expect(view.asksAgain).toBe(true)
  expect(asksOf(view)).toBe(6)
  expect(await bridge(view)).toEqual({
    ...{ time: -2, balances: 22, pay: 40, savings: 0, limits: 50, model: 0 },
  })
})

test('two forecasts less than 30 days apart are not compared', async () => {
  await forecast({})
  at = '2025-12-13T15:00:00Z'
  const { id } = await forecast(later)
  expect(await house.must('since.find', { id })).toBeNull()
})

test('funds that are gone keep the sum of the account, and the other funds are named', async () => {
  await keepFiles(true)
  await forecast({})
  aYearLater()
  const { id } = await forecast({ ...later, funds: { NEW9: 18_400 } })
  const view = await find(id)
  expect(view).toMatchObject({ missed: [], others: ['funds'] })
  expect(await bridge(view)).toMatchObject({ balances: 22, model: 0 })
})

test('canceling stops after the forecast under way, and nothing more is asked', async () => {
  await keepFiles(true)
  await forecast({})
  aYearLater()
  const { id } = await forecast(later)
  const view = await find(id)
  const before = service.asked.length
  const jobId = nextJob()
  service.hold(async () => {
    await house.must('job.cancel', { jobId })
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  const asked = await house.call('since.ask', {
    ...{ earlierId: view.earlier.id, newerId: view.newer.id, jobId },
  })
  expect(asked).toMatchObject({ ok: false, error: { code: 'job.cancelled' } })
  expect(service.asked.length - before).toBe(1)
})

test('another environment is never asked, even if a page wants it', async () => {
  await keepFiles(true)
  await forecast({})
  aYearLater()
  const { id } = await forecast(later)
  const view = await find(id)
  await house.must('environments.select', { environmentId: 'training' })
  const before = service.asked.length
  expect(
    await house.call('since.ask', {
      ...{ earlierId: view.earlier.id, newerId: view.newer.id, jobId: nextJob() },
    }),
  ).toMatchObject({ ok: false, error: { code: 'environment.other' } })
  expect(service.asked.length).toBe(before)
  expect((await house.must('training.faults.get', {})).executed).toMatchObject({ forecast: 0 })
})

import { beforeEach, expect, test } from 'vitest'
import { decodeTransactionText } from '#electron/core/express/text/decode-text.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createKeptForecasts } from '#electron/core/call-first/kept-forecasts.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { createForecastParts } from '#electron/core/forecast/scenarios.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import type { Known } from '#shared/savings/saving-year.ts'
import { ok } from '#shared/result.ts'
import { movedBy } from '#test/component/forecast/sample-saved.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { valueOf } from '#test/support/results.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

/**
 * Runs forecasts for one participant; the service answers with `answer`, and each answer has its
 * own text and duration.
 */
const start = () => {
  const clock = createManualClock()
  const environment = { ...trainingEnvironment, id: 'env', name: 'Env', place: 'place' }
  const savedRecords = recordHouse().saved()
  const now = { answer: movedBy(0, 65), text: '<P/>', profile: aProfile() }
  let asked = 0
  const facts = { rothCatchUp: 'unknown' as Known, higherCatchUp: 'unknown' as Known }
  const forecasts = createForecastParts({
    settings: { get: () => ({ ...defaultSettings, ...facts }) },
    clock,
    appVersion: '0.0.0',
    environments: {
      useInUse: async () => ok(environment),
      get: () => ok(environment),
      whyElsewhere: () => null,
    },
    participants: {
      people: () => [],
      get: () => ok({ text: now.text, profile: now.profile, participants: [now.profile] }),
    },
    express: {
      compute: async () => {
        await clock.sleep(0)
        return ok({ status: 200, text: `{"call":${(asked += 1)}}`, durationMs: asked })
      },
    },
    answers: {
      decode: async (text) => decodeTransactionText(text),
      forecast: async () => ok({ ...now.answer, communicationXml: `letter ${asked}` }),
    },
    savedRecords,
  })
  const to = { environmentId: 'env', place: 'place', name: 'Env' }
  const job = { signal: new AbortController().signal, tell: () => undefined }
  return {
    now,
    facts,
    clock,
    environment,
    savedRecords,
    forecasts,
    run: async (inputs: ForecastInputs = {}, keep = true, wagesBefore?: number) =>
      valueOf(
        await forecasts.run(
          { operation: 'forecast', handle: 'p', inputs, wagesBefore, keep, passing: false, to },
          job,
        ),
      ),
    runForAll: async () =>
      valueOf(
        await forecasts.runForAll(
          { text: now.text, profile: now.profile, participants: [now.profile] },
          to,
          job,
          'all',
        ),
      ),
    saved: async () => valueOf(await savedRecords.list()),
  }
}

let house: ReturnType<typeof start>
beforeEach(() => {
  house = start()
})

test('eleven identical runs are saved as one result, with the first answer and the number of runs', async () => {
  const first = await house.run()
  for (let times = 2; times <= 11; times += 1) {
    house.clock.advance(60_000)
    expect(await house.run()).toMatchObject({ id: first.id, savedAt: first.savedAt, runs: times })
  }
  const lastRunAt = new Date(house.clock.now()).toISOString()
  expect(await house.saved()).toMatchObject([{ id: first.id, runs: 11, lastRunAt }])
  expect(valueOf(await house.savedRecords.verbatim(first.id))).toBe('{"call":1}')
})

test('identical runs at the same moment are also saved as one result', async () => {
  await Promise.all([house.run(), house.run(), house.run()])
  expect(await house.saved()).toMatchObject([{ runs: 3 }])
})

test('a run with a different answer, inputs, file or mapping is saved as its own result', async () => {
  await house.run()
  house.now.answer = movedBy(1, 65)
  await house.run()
  await house.run({ RetirementAge: 67 })
  house.now.text = '<P></P>'
  await house.run()
  house.now.profile = { ...aProfile(), salary: 1 }
  await house.run()
  const saved = await house.saved()
  expect(saved).toHaveLength(5)
  expect(saved.every(({ runs }) => runs === undefined)).toBe(true)
})

test('an unsaved run is counted in an identical saved result, or stays unsaved if there is none', async () => {
  const unkept = await house.run({ RetirementAge: 67 }, false)
  expect(await house.saved()).toEqual([])
  valueOf(await house.forecasts.keep(unkept.id, undefined))
  expect(await house.run({ RetirementAge: 67 }, false)).toMatchObject({ id: unkept.id, runs: 2 })
  expect(valueOf(house.forecasts.scenarios.unkept('p'))).toEqual([])
})

test('identical runs that the user saves one by one become one result with the newest goal', async () => {
  const [one, other] = [
    await house.run({ RetirementAge: 67 }, false),
    await house.run({ RetirementAge: 67 }, false),
  ]
  expect(other.id).not.toBe(one.id)
  valueOf(await house.forecasts.keep(one.id, 4_000))
  house.clock.advance(60_000)
  expect(valueOf(await house.forecasts.keep(other.id, 4_500))).toMatchObject({
    id: one.id,
    runs: 2,
    goal: 4_500,
  })
  expect(await house.saved()).toMatchObject([{ id: one.id, runs: 2, lastRunAt: other.savedAt }])
  expect(valueOf(await house.savedRecords.verbatim(one.id))).toBe('{"call":1}')
  expect(valueOf(house.forecasts.scenarios.unkept('p'))).toEqual([])
})

test('a saved forecast includes the answers about catch-up contributions, and different answers make a different result', async () => {
  house.facts.rothCatchUp = 'yes'
  const said = { rothCatchUp: 'yes', higherCatchUp: 'unknown' }
  const first = await house.run({}, true, 160_000)
  expect(first.said).toEqual({ ...said, wagesBefore: 160_000 })
  house.facts.rothCatchUp = 'no'
  const kept = valueOf(await house.savedRecords.open(first.id))
  expect(kept).toMatchObject({ said: { ...said, wagesBefore: 160_000 } })
  expect((await house.run()).said).toEqual({ ...said, rothCatchUp: 'no', wagesBefore: null })
  expect(await house.saved()).toHaveLength(2)
})

test('named scenarios, their copies and forecasts for a call list are not merged', async () => {
  const first = await house.run()
  await house.run()
  const copy = valueOf(await house.forecasts.scenarios.duplicate(first.id, plainScenario))
  expect(copy.runs).toBeUndefined()
  valueOf(await house.forecasts.scenarios.describe(first.id, { ...plainScenario, pinned: true }))
  const [everybody, other] = [await house.runForAll(), await house.runForAll()]
  const again = await house.run()
  const ids = (await house.saved()).map(({ id, runs }) => [id, runs])
  expect(Object.fromEntries(ids)).toEqual({
    [first.id]: 2,
    [copy.id]: undefined,
    [everybody.id]: undefined,
    [other.id]: undefined,
    [again.id]: undefined,
  })
})

test('the newest result is the one that ran last, both in the list and for a call list', async () => {
  const first = await house.run()
  house.clock.advance(60_000)
  house.now.answer = movedBy(1, 65)
  const second = await house.run()
  house.clock.advance(60_000)
  house.now.answer = movedBy(0, 65)
  await house.run()
  const items = await house.saved()
  expect(items.map(({ id }) => id)).toEqual([first.id, second.id])
  const kept = createKeptForecasts(house.savedRecords)
  const newest = await kept.newest(items, new Set([items[0]?.likeness.file ?? '']), {
    id: 'env',
    place: 'place',
  })
  expect([...newest.values()]).toMatchObject([
    { id: first.id, savedAt: new Date(house.clock.now()).toISOString() },
  ])
})

test('a plan is compared with the latest forecast for Today that ran before the plan', async () => {
  const first = await house.run()
  house.clock.advance(60_000)
  house.now.answer = movedBy(1, 65)
  const second = await house.run()
  house.clock.advance(60_000)
  const plan = await house.run({ RetirementAge: 67 })
  house.clock.advance(60_000)
  house.now.answer = movedBy(0, 65)
  expect((await house.run()).id).toBe(first.id)
  expect(valueOf(await house.forecasts.scenarios.today(plan.id))?.id).toBe(second.id)
})

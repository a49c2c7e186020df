import { expect, test } from 'vitest'
import { decodeTransactionText } from '#electron/core/express/text/decode-text.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { createForecasts, createUnkeptForecasts } from '#electron/core/forecast/forecasts.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import { ok } from '#shared/result.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { sampleForecast } from '../strategy/sample-forecast.ts'

const place = { environmentId: 'env', place: 'place', name: 'Env' }
const job = { signal: new AbortController().signal, tell: () => undefined }

/** Runs a forecast with a salary and a pension; returns what was sent and what was stored. */
const run = async (readAs: ReadAs | undefined, claim?: Claim) => {
  const went: unknown[] = []
  const environment = {
    ...trainingEnvironment,
    id: 'env',
    name: 'Env',
    place: 'place',
    ...(readAs === undefined ? {} : { readAs }),
  }
  const forecasts = createForecasts({
    settings: { get: () => defaultSettings },
    unkept: createUnkeptForecasts(),
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined },
    appVersion: '0.0.0',
    environments: {
      useInUse: async () => ok(environment),
      get: () => ok(environment),
      whyElsewhere: () => null,
    },
    participants: {
      people: () => [],
      get: () => ok({ text: '<P/>', profile: aProfile(), participants: [aProfile()] }),
    },
    express: {
      compute: async (_operation, _to, body) => {
        went.push(body)
        return ok({ status: 200, text: '{}', durationMs: 1 })
      },
    },
    answers: {
      forecast: async () => ok(sampleForecast),
      decode: async (text) => decodeTransactionText(text),
    },
    savedRecords: {
      list: async () => ok([]),
      save: async () => {
        throw new Error('not kept')
      },
      update: async () => {
        throw new Error('not kept')
      },
    },
  })
  const inputs = { Salary: 65_000, PensionTypes: [{ Amount: 12_000, StartYear: '2040' }] }
  const saved = await forecasts.run(
    { operation: 'forecast', handle: 'p', inputs, claim, keep: false, passing: false, to: place },
    job,
  )
  if (!saved.ok) throw new Error(saved.error.message)
  expect(saved.value.inputs).toEqual(inputs)
  expect(saved.value.claim).toEqual(claim)
  return went
}

test('a service that expects monthly amounts gets a twelfth of the yearly amount, and the typed amount is stored', async () => {
  expect(await run({ ...usualReadAs, salary: 'month', pensionAmount: 'month' })).toMatchObject([
    { Salary: 5_416.67, PensionTypes: [{ Amount: 1_000 }] },
  ])
  expect(await run(undefined)).toMatchObject([
    { Salary: 65_000, PensionTypes: [{ Amount: 12_000 }] },
  ])
})

test('a claim age is sent as a pension without Social Security, in the service’s unit, and stored apart from the inputs', async () => {
  const claim = { age: 70, benefit: 24_000, amount: 36_000, startYear: '2048' }
  const went = await run({ ...usualReadAs, pensionAmount: 'month' }, claim)
  expect(went).toMatchObject([
    {
      ExcludeSocialSecurity: true,
      PensionTypes: [
        { Amount: 1_000, StartYear: '2040' },
        { Amount: 3_000, StartYear: '2048', Cola: true, IsFromRecordKeeper: false },
      ],
    },
  ])
})

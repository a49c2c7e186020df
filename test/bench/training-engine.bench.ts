import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { z } from 'zod'
import { operations, tokenPath } from '#shared/express/operations.ts'
import { forecast, forecastCurrent } from '#electron/training/engine/forecast.ts'
import { capitalMarkets } from '#electron/training/engine/data/capital-markets.ts'
import { fillNormals, seededState } from '#electron/training/engine/paths/random.ts'
import { choleskyOf } from '#electron/training/engine/paths/returns.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { createTrainingService } from '#electron/training/training-service.ts'
import { bigPerson, benchDay } from './parts/training-people.ts'
import { median, processorTime } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'training-engine'

const paths = 10_000
const years = 60
const classes = 9
const rounds = 7
const httpForecasts = 40
const httpWarmUp = 10
const memoryScript = fileURLToPath(new URL('./parts/training-memory.ts', import.meta.url))

const lower = Float64Array.from(choleskyOf(capitalMarkets.correlation).flatMap((row) => [...row]))

/** The floor: only generates one correlated normal for each class return of the paths. */
const correlatedNormals = (): number => {
  const state = seededState('floor')
  const draws = new Float32Array(paths * years * classes)
  const yearly = years * classes
  for (let start = 0; start < draws.length; start += yearly) {
    const path = draws.subarray(start, start + yearly)
    fillNormals(state, path)
    for (let at = 0; at < yearly; at += classes) correlate(path, at)
  }
  return draws[draws.length - 1] ?? 0
}

/** Turns nine independent normals into correlated ones in place; from the last row up, so that no overwritten one is read. */
const correlate = (values: Float32Array, at: number): void => {
  for (let row = classes - 1; row >= 0; row--) {
    let sum = 0
    for (let column = 0; column <= row; column++)
      sum += (lower[row * classes + column] ?? 0) * (values[at + column] ?? 0)
    values[at + row] = sum
  }
}

/** Megabytes that a forecast of 10,000 paths adds at most to a process with an idle worker. */
const memoryOf = (operation: 'forecast' | 'forecastCurrent'): number =>
  Number(execFileSync(process.execPath, [memoryScript, operation], { encoding: 'utf8' }))

const tokenSchema = z.object({ access_token: z.string() })

/**
 * Milliseconds from request to answer of forecasts for the first example person, over HTTP and one at a time. Each has
 * another salary, because the engine caches its last Current.
 */
const overHttp = async (): Promise<readonly number[]> => {
  const service = createTrainingService()
  const started = await service.start()
  if (!started.ok) throw new Error(started.error.message)
  const post = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<string> => {
    const answer = await request(`${started.value}${path}`, { method: 'POST', headers, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(text)
    return text
  }
  try {
    const basic = `Basic ${btoa('training:training')}`
    const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic }
    const issued: unknown = JSON.parse(await post(tokenPath, form, 'grant_type=client_credentials'))
    const authorization = `Bearer ${tokenSchema.parse(issued).access_token}`
    const bodyWith = (Salary: number): string =>
      JSON.stringify({
        ClientId: 'TRAINING',
        ParticipantXML: examplePeople[0]?.xml ?? '',
        Salary,
      })
    const taken: number[] = []
    for (let index = -httpWarmUp; index < httpForecasts; index++) {
      const before = performance.now()
      await post(
        operations.forecast.path,
        { authorization, 'content-type': 'application/json' },
        bodyWith(80_000 + index),
      )
      if (index >= 0) taken.push(performance.now() - before)
    }
    return taken
  } finally {
    await service.stop()
  }
}

/** 10,000 paths of a person aged 36 with four accounts until age 95, against the floor measured in the same run. */
export const run = async (): Promise<Row[]> => {
  const floor: number[] = []
  const one: number[] = []
  const two: number[] = []
  const usual: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const input = { profile: bigPerson, today: benchDay, seed: `round ${round}` }
    const taken = [
      processorTime(correlatedNormals),
      processorTime(() => forecastCurrent({ ...input, paths })),
      processorTime(() => forecast({ ...input, paths })),
      processorTime(() => forecast(input)),
    ]
    if (round === 0) continue
    for (const [index, list] of [floor, one, two, usual].entries()) list.push(taken[index] ?? 0)
  }
  const memory = memoryOf('forecastCurrent')
  const memoryOfTwo = memoryOf('forecast')
  const http = await overHttp()
  const ratio = median(one) / median(floor)
  const ms = (label: string, value: number, limit?: number): Row => ({
    name: label,
    value,
    unit: 'ms',
    ...(limit === undefined ? { met: true } : { limit, met: value <= limit }),
  })
  return [
    { name: 'load of the machine', value: loadavg()[0] ?? 0, unit: 'running', met: true },
    ms('floor: 5.4 million correlated normals', median(floor)),
    ms('10,000 paths × 60 years, 4 accounts, one strategy', median(one), 300),
    {
      name: 'the same',
      value: ratio,
      unit: '×',
      ratioTo: 'the floor',
      limit: 2.5,
      met: ratio <= 2.5,
    },
    ms('10,000 paths, Current and Revised', median(two), 300),
    {
      name: 'the same',
      value: median(two) / median(floor),
      unit: '×',
      ratioTo: 'the floor',
      limit: 5,
      met: median(two) <= 5 * median(floor),
    },
    ms('default forecast, 1,000 paths, Current and Revised', median(usual), 60),
    ms('the same over HTTP, first example person, wall time', median(http), 60),
    {
      name: 'memory above idle, 10,000 paths, one strategy',
      value: memory,
      unit: 'MB',
      limit: 64,
      met: memory <= 64,
    },
    {
      name: 'memory above idle, 10,000 paths, Current and Revised',
      value: memoryOfTwo,
      unit: 'MB',
      met: true,
    },
  ]
}

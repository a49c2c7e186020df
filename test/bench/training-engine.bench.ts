import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { z } from 'zod'
import { operations, tokenPath } from '#shared/express/operations.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { createTrainingService } from '#electron/training/training-service.ts'
import { bigPerson, benchDay } from './parts/training-people.ts'
import { median, processorTime } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'training-engine'

const rounds = 7
const httpForecasts = 40
const httpWarmUp = 10
const memoryScript = fileURLToPath(new URL('./parts/training-memory.ts', import.meta.url))

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

/** The default forecast of a person aged 36 with four accounts until age 95, and the memory of a detailed one. */
export const run = async (): Promise<Row[]> => {
  const usual: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const input = { profile: bigPerson, today: benchDay, seed: `round ${round}` }
    const taken = processorTime(() => forecast(input))
    if (round > 0) usual.push(taken)
  }
  const memory = memoryOf('forecastCurrent')
  const memoryOfTwo = memoryOf('forecast')
  const http = await overHttp()
  const ms = (label: string, value: number): Row => ({
    name: label,
    value,
    unit: 'ms',
    limit: 60,
    met: value <= 60,
  })
  return [
    { name: 'load of the machine', value: loadavg()[0] ?? 0, unit: 'running', met: true },
    ms('default forecast, 1,000 paths, Current and Revised', median(usual)),
    ms('the same over HTTP, first example person, wall time', median(http)),
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

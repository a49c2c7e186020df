import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { operations } from '#shared/express/operations.ts'
import { createRealClient } from '#test/support/worlds/real-client.ts'
import { compare } from './parts/measure.ts'
import type { Row } from './parts/row.ts'

export const name = 'client'

const forecastLimit = 1.1
const smallLimit = 1.15
const smallCalls = 2000
const concurrency = 8

const forecastBody = { ClientId: 'CLIENT', ParticipantXML: '<Participant UserID="1"/>' }
const caseBody = { Salary: 60_000, RetirementAge: 67, ClientId: 'CLIENT', DOB: '1980-01-01' }
const startedSchema = z.object({ port: z.number(), bytes: z.number() })

/** Runs `call` `smallCalls` times, `concurrency` at once. */
const many = async (call: () => Promise<unknown>): Promise<void> => {
  let left = smallCalls
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/**
 * The client as the program runs it (token, checks, limits, transport, list of service calls) against undici's own
 * `request` on the same loopback service. Both write the body's text and parse the answer's. They take turns, and the
 * service has its own thread. The measured time includes the list's work on these calls.
 */
export const run = async (): Promise<Row[]> => {
  const service = new Worker(new URL('./parts/loopback-service.ts', import.meta.url))
  const messages: readonly unknown[] = await once(service, 'message')
  const { port, bytes } = startedSchema.parse(messages[0])
  const url = `http://127.0.0.1:${port}`
  const client = createRealClient(url, { callsAtOnce: concurrency, traffic: true })
  const dispatcher = new Agent({ pipelining: 1 })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: 'Bearer token',
  }

  const bare = async (path: string, sent: object): Promise<unknown> => {
    const { body } = await request(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
      dispatcher,
    })
    return JSON.parse(await body.text())
  }
  const through = async (
    operation: 'forecast' | 'caseInformation',
    sent: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    const answer = await client.express.compute(operation, 'uat', sent)
    if (!answer.ok) throw new Error(answer.error.message)
    return JSON.parse(answer.value.text)
  }
  try {
    const forecast = await compare(
      () => bare(operations.forecast.path, forecastBody),
      () => through('forecast', forecastBody),
      60,
    )
    const small = await compare(
      () => many(() => bare(operations.caseInformation.path, caseBody)),
      () => many(() => through('caseInformation', caseBody)),
      100,
    )
    const rows = (what: string, { baselineMs, ms, ratio }: typeof small, limit: number): Row[] => [
      { name: `${what}, bare undici`, value: baselineMs, unit: 'ms', met: true },
      { name: what, value: ms, unit: 'ms', met: true },
      { name: what, value: ratio, unit: '×', ratioTo: 'bare undici', limit, met: ratio <= limit },
    ]
    return [
      ...rows(`forecast of ${(bytes / 1e6).toFixed(1)} MB`, forecast, forecastLimit),
      ...rows(`${smallCalls} case informations, ${concurrency} at once`, small, smallLimit),
    ]
  } finally {
    await Promise.all([client.close(), dispatcher.close(), service.terminate()])
  }
}

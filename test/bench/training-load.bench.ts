import { fork, type ChildProcess } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { operations, tokenPath, type OperationName } from '#shared/express/operations.ts'
import { examplePeople, personSpecs } from '#electron/training/people/example-people.ts'
import { median, quantile } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'training-load'

const clients = 200
/** GLIDEPATH_BENCH_SECONDS sets fewer. */
const seconds = Number(process.env['GLIDEPATH_BENCH_SECONDS'] ?? 60)
/** Limit for p99 over p50, for all answers and for each operation. */
const mostTail = 20
/**
 * Limit for the memory at the end over that after the warm-up. The warm-up is the first third: by then every client has
 * several answers, and both workers have compiled their code. Resident memory of the service's process rises and falls
 * between collections, so medians are compared: of the sixth after the warm-up, and of the last sixth.
 */
const mostGrowth = 1.15

const startedSchema = z.object({ base: z.string() })
const memorySchema = z.object({ rss: z.number() })
const tokenSchema = z.object({ access_token: z.string() })

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the training service ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })

const memoryOf = async (child: ChildProcess): Promise<number> => {
  const answer = nextMessage(child)
  child.send('memory')
  return memorySchema.parse(await answer).rss / (1024 * 1024)
}

/** Body of client `number` in round `round`: mostly forecasts, and some of every quick operation. */
const bodyFor = (
  number: number,
  round: number,
): { readonly operation: OperationName; readonly body: object } => {
  const person = examplePeople[(number + round) % examplePeople.length]
  const spec = personSpecs[(number + round) % personSpecs.length]
  const ClientId = 'TRAINING'
  if (round % 4 === 3 && spec !== undefined) {
    const OptoutInfo = spec.plans.map(({ planId, planType }) => ({
      PlanId: planId,
      PlanType: planType,
    }))
    const { userId, firstName, lastName } = spec
    const who = { ParticipantId: userId, FirstName: firstName, LastName: lastName }
    return { operation: 'optout', body: { ClientId, ...who, OptoutInfo } }
  }
  if (round % 4 === 1)
    return {
      operation: 'caseInformation',
      body: { ClientId, Salary: 70_000, RetirementAge: 67, DOB: '1970-01-22' },
    }
  return { operation: 'forecast', body: { ClientId, ParticipantXML: person?.xml ?? '' } }
}

/** 200 clients send requests without a pause to a service in its own process. */
export const run = async (): Promise<Row[]> => {
  const child = fork(fileURLToPath(new URL('./parts/training-server.ts', import.meta.url)))
  const agent = new Agent({ connections: clients, headersTimeout: 120_000 })
  try {
    const { base } = startedSchema.parse(await nextMessage(child))
    const authorization = `Basic ${Buffer.from('training:training').toString('base64')}`
    const issued = await request(`${base}${tokenPath}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    })
    const token = tokenSchema.parse(await issued.body.json()).access_token
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const took = new Map<OperationName, number[]>()
    const memory: number[] = []
    let errors = 0
    const until = performance.now() + seconds * 1000

    const client = async (number: number): Promise<void> => {
      for (let round = 0; performance.now() < until; round++) {
        const { operation, body } = bodyFor(number, round)
        const started = performance.now()
        try {
          const reply = await request(`${base}${operations[operation].path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
            dispatcher: agent,
          })
          await reply.body.dump()
          if (reply.statusCode !== 200) errors++
        } catch {
          errors++
        }
        const list = took.get(operation) ?? []
        list.push(performance.now() - started)
        took.set(operation, list)
      }
    }
    const watch = async (): Promise<void> => {
      while (performance.now() < until) {
        memory.push(await memoryOf(child))
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    await Promise.all([watch(), ...Array.from({ length: clients }, (_, number) => client(number))])

    const all = [...took.values()].flat()
    const sixth = Math.floor(memory.length / 6)
    const warm = median(memory.slice(2 * sixth, 3 * sixth))
    const growth = median(memory.slice(-sixth)) / warm
    const tail = quantile(all, 0.99) / median(all)
    const each = [...took].map(([operation, times]): Row => {
      const ratio = quantile(times, 0.99) / median(times)
      const label = `${operation}: ${times.length} answers, p50 ${median(times).toFixed(1)} ms, p99`
      return {
        name: label,
        value: ratio,
        unit: '×',
        ratioTo: 'p50',
        limit: mostTail,
        met: ratio <= mostTail,
      }
    })
    return [
      { name: 'load of the machine', value: loadavg()[0] ?? 0, unit: 'running', met: true },
      {
        name: `answers of ${clients} clients`,
        value: all.length / seconds,
        unit: 'a second',
        met: true,
      },
      { name: 'errors', value: errors, unit: '', limit: 0, met: errors === 0 },
      {
        name: 'p99 of all answers',
        value: tail,
        unit: '×',
        ratioTo: 'p50',
        limit: mostTail,
        met: tail <= mostTail,
      },
      ...each,
      { name: 'most memory', value: Math.max(...memory), unit: 'MB', met: true },
      { name: 'memory after the warm-up', value: warm, unit: 'MB', met: true },
      {
        name: 'memory at the end',
        value: growth,
        unit: '×',
        ratioTo: 'after the warm-up',
        limit: mostGrowth,
        met: growth <= mostGrowth,
      },
    ]
  } finally {
    await agent.close()
    child.disconnect()
  }
}

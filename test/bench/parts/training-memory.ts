import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionJob } from '#electron/training/run-projection.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { projectionResultSchema, workerLimits } from '#electron/training/projection-pool.ts'
import { createKeptWorker } from '#electron/workers/kept-workers.ts'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'

/** Runs as its own process: prints the most megabytes that a 10,000-path forecast adds to an idle service's worker. */

/** A person with four accounts and seventy years ahead. */
const xml = writePeopleXml(
  personSpecs
    .filter(({ id }) => id === 'maya-torres')
    .map((person) => ({
      ...person,
      plans: [1, 2, 3, 4].flatMap((copy) =>
        person.plans.map((plan) => ({ ...plan, planId: `${plan.planId}-${copy}` })),
      ),
    })),
)
const worker = createKeptWorker(
  new URL('../../../electron/training/projection-worker.ts', import.meta.url),
  { resourceLimits: workerLimits },
)

const run = async (operation: 'forecast' | 'forecastCurrent', type?: string): Promise<void> => {
  const request = {
    ClientId: 'TRAINING',
    ParticipantXML: xml,
    ...(type ? { ForecastType: type } : {}),
  }
  const job: ProjectionJob = {
    kind: 'participant',
    operation,
    request,
    today: '2026-11-20',
    mapping: publishedMapping,
  }
  await worker.ask(job, projectionResultSchema)
}

/** Most kilobytes in memory. Linux has its own count: `resourceUsage` begins with those of the process that started this one. */
const mostInMemory = (): number => {
  const status = '/proc/self/status'
  const own = existsSync(status) ? /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8')) : null
  return own ? Number(own[1]) : process.resourceUsage().maxRSS
}

const operation = process.argv[2] === 'forecastCurrent' ? 'forecastCurrent' : 'forecast'
await run(operation)
await sleep(300)
const idle = process.memoryUsage().rss
await run(operation, 'Detailed')
const most = mostInMemory() * 1024
console.log(((most - idle) / (1024 * 1024)).toFixed(1))
await worker.stop()

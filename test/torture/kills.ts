import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { submissionOperations } from '#shared/express/operations.ts'
import { submissionOutcomeSchema, type SubmissionOutcome } from '#shared/records/receipt.ts'
import { databaseName } from '#electron/core/database/database.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { startCountingService } from '#test/support/servers/counting-service.ts'
import {
  faultActs,
  faultPhases,
  startFaultProxy,
  type Fault,
} from '#test/support/servers/fault-proxy.ts'
import { emptyTally, lieIn, type Tally } from './faults.ts'
import { openHouse } from './house.ts'
import { createRandom } from './random.ts'

/** Milliseconds that a program may live after it is ready, for kills at random moments. */
const longestLife = 500

interface Life {
  readonly killed: boolean
  readonly intents: ReadonlyMap<string, string>
  readonly shown: ReadonlyMap<string, SubmissionOutcome | 'nothing'>
  readonly writes: number
}

interface Plan {
  readonly args: readonly string[]
  /** Null if the program ends by itself or kills itself. */
  readonly killAfterMs: number | null
  readonly onReady: () => void
}

const live = async ({ args, killAfterMs, onReady }: Plan): Promise<Life> => {
  const victim = await childProgram('victim')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [victim, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => {
      const wasReady = output.includes('ready\n')
      output += chunk.toString()
      if (wasReady || !output.includes('ready\n')) return
      onReady()
      if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0)
        return reject(new Error(`the program ended with ${code}: ${errors}`))
      const intents = new Map<string, string>()
      const shown = new Map<string, SubmissionOutcome | 'nothing'>()
      let writes = 0
      for (const line of output.split('\n').slice(0, -1)) {
        const [word, number = '', rest = ''] = line.split(' ')
        if (word === 'intent') intents.set(number, rest)
        if (word === 'shown')
          shown.set(number, submissionOutcomeSchema.safeParse(rest).data ?? 'nothing')
        if (word === 'writes') writes = Number(number)
      }
      resolve({ killed: signal === 'SIGKILL', intents, shown, writes })
    })
  })
}

interface Yard {
  readonly url: string
  readonly executed: () => ReadonlyMap<string, number>
  readonly haunt: (choose: (() => Fault | null) | null) => void
  readonly stop: () => Promise<void>
}

/**
 * Faults between a killed program and the service. The service counts executions by the participant
 * in the request, so the proxy cuts, stalls and delays requests but does not change them. A refused
 * connection needs no proxy.
 */
const faultsForKills: readonly Fault[] = faultPhases
  .filter((phase) => phase !== 'beforeConnect')
  .flatMap((phase) => faultActs.map((act) => ({ phase, act })))
  .filter(({ phase, act }) => !(phase.startsWith('request') && act === 'corrupt'))

/** A counting service behind a fault proxy. */
const openYard = async (): Promise<Yard> => {
  const service = await startCountingService()
  const proxy = await startFaultProxy(service.port)
  return {
    url: proxy.url,
    executed: () => service.executed,
    haunt: proxy.haunt,
    stop: async () => {
      proxy.stop()
      await service.stop()
    },
  }
}

/** Ids of the submissions whose intent was on disk when the program ended. */
const intendedIn = (dataDir: string): ReadonlySet<string> => {
  if (!existsSync(path.join(dataDir, databaseName))) return new Set()
  // The program may have been killed before it had created the tables.
  const tables = rowsIn(dataDir, "SELECT 1 FROM sqlite_master WHERE name = 'submissions'")
  if (tables.length === 0) return new Set()
  return new Set(rowsIn(dataDir, 'SELECT id FROM submissions').map(({ id }) => String(id)))
}

const autopsy = async (
  dataDir: string,
  yard: Yard,
  life: Life,
  label: string,
  tally: Tally,
): Promise<void> => {
  yard.haunt(null)
  const intended = intendedIn(dataDir)
  const house = await openHouse(dataDir, yard.url)
  const kept = new Map<string, SubmissionOutcome>()
  for (const item of await house.must('records.list', {})) {
    const record = await house.must('records.open', { id: item.id })
    if (record.kind === 'receipt') kept.set(record.submissionId, record.outcome)
  }
  const log = await house.must('activity.verify', {})
  if (log.state !== 'intact')
    tally.violations.push(`${label}: the activity log: ${JSON.stringify(log.problems)}`)
  await house.core.close()
  for (const [number, submissionId] of life.intents) {
    const times = yard.executed().get(`K-${number}`) ?? 0
    const after = kept.get(submissionId) ?? 'nothing'
    const before = life.shown.get(number)
    const lie = lieIn(after, times)
    if (lie !== '') tally.violations.push(`${label}, submission ${number}: ${lie}`)
    if (before !== undefined && before !== after) {
      tally.violations.push(
        `${label}, submission ${number}: shown as ${before}, after the kill as ${after}`,
      )
    }
    if (after === 'nothing' && intended.has(submissionId))
      tally.violations.push(`${label}, submission ${number}: lost`)
    tally.submissions += 1
    tally.executed += times
    tally.outcomes[after] = (tally.outcomes[after] ?? 0) + 1
  }
}

/**
 * The faults used: none, a lost answer, half an answer, and half a request whose rest arrives after
 * the timeout.
 */
export const faultsAtSteps: readonly (Fault | null)[] = [
  null,
  { phase: 'afterRequest', act: 'stall' },
  { phase: 'body2', act: 'cut' },
  { phase: 'request4', act: 'late' },
]

/** Kills the program before and after every write of a submission, for each given operation and each fault. */
export const killAtEveryStep = async (
  folder: string,
  operations: readonly number[] = submissionOperations.map((_name, index) => index),
  faults: readonly (Fault | null)[] = faultsAtSteps,
): Promise<Tally & { kills: number }> => {
  const tally = emptyTally()
  const yard = await openYard()
  const moments = operations.flatMap((operation) =>
    (['before', 'after'] as const).flatMap((moment) =>
      faults.map((fault) => ({ operation, moment, fault })),
    ),
  )
  let kills = 0
  let number = 3000 * submissionOperations.length
  try {
    for (const { operation, moment, fault } of moments) {
      for (let step = 1; ; step += 1) {
        number += submissionOperations.length
        const dataDir = path.join(folder, `step-${number}-${operation}`)
        mkdirSync(dataDir, { recursive: true })
        const life = await live({
          args: [dataDir, yard.url, String(number + operation), '1', String(step), moment],
          killAfterMs: null,
          onReady: () => yard.haunt(() => fault),
        })
        const between = fault === null ? '' : `, ${fault.phase} ${fault.act}`
        await autopsy(dataDir, yard, life, `killed ${moment} write ${step}${between}`, tally)
        if (!life.killed) break
        kills += 1
      }
    }
  } finally {
    await yard.stop()
  }
  return { ...tally, kills }
}

/**
 * Kills the program at `count` random moments during submissions; two of three submissions meet a fault. `lanes`
 * programs run at once.
 */
export const killAtRandom = async (
  folder: string,
  seed: number,
  count: number,
  lanes: number,
): Promise<Tally & { kills: number }> => {
  const tally = emptyTally()
  const random = createRandom(seed)
  let begun = 0
  let kills = 0
  const lane = async (): Promise<void> => {
    const yard = await openYard()
    try {
      while (begun < count) {
        const mine = begun
        begun += 1
        const dataDir = path.join(folder, `random-${mine}`)
        mkdirSync(dataDir, { recursive: true })
        const life = await live({
          args: [dataDir, yard.url, String(mine * 1000), '1000'],
          killAfterMs: random() * longestLife,
          onReady: () =>
            yard.haunt(() =>
              random() < 1 / 3
                ? null
                : (faultsForKills[Math.floor(random() * faultsForKills.length)] ?? null),
            ),
        })
        if (life.killed) kills += 1
        await autopsy(dataDir, yard, life, `random kill ${mine}`, tally)
      }
    } finally {
      await yard.stop()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { ...tally, kills }
}

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { submissionOutcomeSchema, type SubmissionOutcome } from '#shared/ipc/views.ts'
import { startCountingService } from '#test/support/counting-service.ts'
import { emptyTally, lieIn, type Tally } from './faults.ts'
import { openHouse } from './house.ts'
import { createRandom } from './random.ts'

const victim = fileURLToPath(new URL('./victim.ts', import.meta.url))

/** Longest life of a program that is killed at a random moment, milliseconds after it is ready. */
const longestLife = 500

interface Life {
  readonly killed: boolean
  readonly intents: ReadonlyMap<string, string>
  readonly shown: ReadonlyMap<string, SubmissionOutcome | 'nothing'>
  readonly writes: number
}

const live = (args: readonly string[], killAfterMs: number | null): Promise<Life> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [victim, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => {
      const wasReady = output.includes('ready\n')
      output += chunk.toString()
      if (killAfterMs !== null && !wasReady && output.includes('ready\n')) {
        setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      }
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0) return reject(new Error(`the program ended with ${code}: ${errors}`))
      const intents = new Map<string, string>()
      const shown = new Map<string, SubmissionOutcome | 'nothing'>()
      let writes = 0
      for (const line of output.split('\n').slice(0, -1)) {
        const [word, number = '', rest = ''] = line.split(' ')
        if (word === 'intent') intents.set(number, rest)
        if (word === 'shown') shown.set(number, submissionOutcomeSchema.safeParse(rest).data ?? 'nothing')
        if (word === 'writes') writes = Number(number)
      }
      resolve({ killed: signal === 'SIGKILL', intents, shown, writes })
    })
  })

interface Yard {
  readonly url: string
  readonly executed: () => ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

/** A service that counts by participant: no fault lies between, so the body says whose it was. */
const openYard = async (): Promise<Yard> => {
  const service = await startCountingService()
  return { url: `http://127.0.0.1:${service.port}`, executed: () => service.executed, stop: service.stop }
}

/** Submissions whose intent was on disk when the program ended. */
const intendedIn = (dataDir: string): ReadonlySet<string> => {
  const file = path.join(dataDir, 'submissions.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return new Set(
    text.split('\n').flatMap((line) => (line.includes('"state":"intended"') ? (/"submissionId":"([^"]*)"/.exec(line)?.slice(1) ?? []) : [])),
  )
}

const autopsy = async (dataDir: string, yard: Yard, life: Life, label: string, tally: Tally): Promise<void> => {
  const intended = intendedIn(dataDir)
  const house = await openHouse(dataDir, yard.url)
  const kept = new Map<string, SubmissionOutcome>()
  for (const item of await house.must('library.list', {})) {
    const record = await house.must('library.open', { id: item.id })
    if (record.kind === 'receipt') kept.set(record.submissionId, record.outcome)
  }
  const log = await house.must('activity.verify', {})
  if (log.state !== 'intact') tally.violations.push(`${label}: the activity log: ${JSON.stringify(log.problems)}`)
  await house.core.close()
  for (const [number, submissionId] of life.intents) {
    const times = yard.executed().get(`K-${number}`) ?? 0
    const after = kept.get(submissionId) ?? 'nothing'
    const before = life.shown.get(number)
    const lie = lieIn(after, times)
    if (lie !== '') tally.violations.push(`${label}, submission ${number}: ${lie}`)
    if (before !== undefined && before !== after) {
      tally.violations.push(`${label}, submission ${number}: shown as ${before}, after the kill as ${after}`)
    }
    if (after === 'nothing' && intended.has(submissionId)) tally.violations.push(`${label}, submission ${number}: lost`)
    tally.submissions += 1
    tally.executed += times
    tally.outcomes[after] = (tally.outcomes[after] ?? 0) + 1
  }
}

/** Kills the program before and after every write of a submission, for each operation by its number. */
export const killAtEveryStep = async (
  folder: string,
  operations: readonly number[] = [0, 1, 2],
): Promise<Tally & { kills: number }> => {
  const tally = emptyTally()
  const yard = await openYard()
  let kills = 0
  try {
    for (const [operation, moment] of operations.flatMap((each) => [[each, 'before'] as const, [each, 'after'] as const])) {
      for (let step = 1; ; step += 1) {
        const number = 9000 + operation + 3 * (step * 2 + (moment === 'after' ? 1 : 0))
        const dataDir = path.join(folder, `step-${operation}-${moment}-${step}`)
        mkdirSync(dataDir, { recursive: true })
        const life = await live([dataDir, yard.url, String(number), '1', String(step), moment], null)
        await autopsy(dataDir, yard, life, `killed ${moment} write ${step}`, tally)
        if (!life.killed) break
        kills += 1
      }
    }
  } finally {
    await yard.stop()
  }
  return { ...tally, kills }
}

/** Kills the program at `count` random moments of a run of submissions, `lanes` programs at the same time. */
export const killAtRandom = async (folder: string, seed: number, count: number, lanes: number): Promise<Tally & { kills: number }> => {
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
        const life = await live([dataDir, yard.url, String(mine * 1000), '1000'], random() * longestLife)
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

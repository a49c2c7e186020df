import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { databaseName } from '#electron/core/database/database.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { startUatServer, type Manner } from '#test/support/servers/uat-server.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { countSubmissions } from './count-submissions.ts'
import { createLedger } from './ledger.ts'
import { openWithCode, wrongInCopy } from './look-at-files.ts'
import { createRandom } from './random.ts'
import { saidSchema, type Said, type Task } from './work-task.ts'

/** Pieces of work that a program may begin; within so many milliseconds after the last of them it is killed. */
const [mostPieces, longestPiece] = [8, 250]
/** The longest time before a kill while the program starts, and settles what the last run left; milliseconds. */
const longestStart = 1500
/** The last write before or after which a program kills itself. */
const mostWrites = 120
/** After so many kills, everything is opened with the recovery code alone, on another computer. */
const codeEvery = 20
const numbersOfLife = 1000
/** Those to keep; one more is there before the oldest goes. */
const mostBackups = 5

export interface WorkTally {
  kills: number
  /** Kills before a start had said what it found. */
  atStart: number
  /** Acknowledged pieces of work, by kind. */
  readonly done: Record<string, number>
  /** Kills during a piece of work, by kind. */
  readonly cutShort: Record<string, number>
  readonly violations: string[]
}

/** When a program is killed: after this time, or this time after it began its `piece`-th piece of work. */
interface Moment {
  readonly piece: number
  readonly ms: number
}

/** Runs a program that works until it is killed or ends; hears each line as it comes. */
const live = async (
  task: Task,
  moment: Moment | null,
  hear: (said: Said) => void,
): Promise<{ readonly isKilled: boolean }> => {
  const program = await childProgram('workVictim')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(path.dirname(program), 'compiled') },
    })
    let begun = 0
    const killIfNow = () => {
      if (moment?.piece === begun) setTimeout(() => child.kill('SIGKILL'), moment.ms)
    }
    let rest = ''
    let errors = ''
    killIfNow()
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const space = line.indexOf(' ')
        const value: unknown = JSON.parse(line.slice(space + 1))
        const said = saidSchema.parse({ word: line.slice(0, space), value })
        hear(said)
        if (said.word !== 'begin') continue
        begun += 1
        killIfNow()
      }
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0)
        reject(new Error(`the program ended with ${code}: ${errors}`))
      else resolve({ isKilled: signal === 'SIGKILL' })
    })
  })
}

const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120))
const manners: readonly (Manner | null)[] = [
  ...[null, null, null, null],
  { kind: 'cut' },
  { kind: 'reset' },
  { kind: 'held', until: slow },
]

/**
 * One long life in one data folder, killed (SIGKILL) at `count` random moments of acknowledged work. Each next start says
 * what it finds, which must be what was said to be done before; the work under way is whole or absent.
 */
export const killAtWork = async (
  folder: string,
  seed: number,
  count: number,
): Promise<WorkTally> => {
  const random = createRandom(seed)
  const tally: WorkTally = { kills: 0, atStart: 0, done: {}, cutShort: {}, violations: [] }
  const ledger = createLedger()
  const uat = await startUatServer()
  const counted = countSubmissions(uat)
  const dataDir = path.join(folder, 'data')
  const [backups, exports] = [path.join(folder, 'backups'), path.join(folder, 'exports')]
  for (const each of [dataDir, backups, exports]) mkdirSync(each, { recursive: true })
  const lookedAt = new Set<string>()
  let label = ''
  const broken = (what: string) => void tally.violations.push(`${label}: ${what}`)

  const database = path.join(dataDir, databaseName)

  const lookAtFiles = async () => {
    for (const wrong of await wrongInCopy(database, folder)) broken(wrong)
    const named = readdirSync(backups).filter((name) => name.endsWith('.db'))
    for (const name of named.filter((name) => !lookedAt.has(name))) {
      lookedAt.add(name)
      for (const wrong of await wrongInCopy(path.join(backups, name), folder))
        broken(`${name}: ${wrong}`)
    }
    if (named.length > mostBackups) broken(`${named.length} backups are there`)
  }

  const oneLife = async (number: number, mayKill: boolean): Promise<void> => {
    const way = mayKill ? random() : 1
    const leftBefore = readdirSync(dataDir).filter((name) => name.startsWith('restoring-'))
    for (const target of submissionOperations)
      uat.meet(target, manners[Math.floor(random() * manners.length)] ?? null)
    const task: Task = {
      ...{ dataDir, url: uat.url, backups, exports },
      seed: seed + number,
      firstNumber: number * numbersOfLife,
      many: mayKill ? 500 : 0,
      killAtWrite:
        way > 0.15 && way < 0.5
          ? {
              write: 1 + Math.floor(random() * mostWrites),
              when: random() < 0.5 ? 'before' : 'after',
            }
          : null,
      known: ledger.known(),
    }
    const moment: Moment =
      way <= 0.15
        ? { piece: 0, ms: random() * longestStart }
        : { piece: 1 + Math.floor(random() * mostPieces), ms: random() * longestPiece }
    const now: { isReady: boolean; underWay: string | null } = { isReady: false, underWay: null }
    const hear = (said: Said): void => {
      switch (said.word) {
        case 'found': {
          now.isReady = true
          counted.take()
          for (const what of ledger.compare(said.value, counted.times)) broken(what)
          const left = leftBefore.filter((name) => existsSync(path.join(dataDir, name)))
          if (left.length > 0) broken(`copies of a restore are left: ${left.join()}`)
          return
        }
        case 'begin':
          now.underWay = said.value.work
          return ledger.begin(said.value)
        case 'done': {
          now.underWay = null
          const { work } = said.value
          tally.done[work] = (tally.done[work] ?? 0) + 1
          if (work === 'backUp' && readdirSync(backups).some((name) => name.includes('.partial')))
            broken('a partial backup is left beside a whole one')
          return ledger.done(said.value)
        }
        case 'refused': {
          now.underWay = null
          const { piece, error } = said.value
          ledger.refused(piece)
          return broken(`${piece.work} was refused: ${error.code} ${error.message}`)
        }
        case 'broken':
          return broken(said.value)
        case 'ended':
          return
      }
    }
    const { isKilled } = await live(task, mayKill ? moment : null, hear)
    if (!isKilled) return
    tally.kills += 1
    if (!now.isReady) tally.atStart += 1
    const { underWay } = now
    if (underWay !== null) tally.cutShort[underWay] = (tally.cutShort[underWay] ?? 0) + 1
  }

  try {
    for (let number = 1; tally.kills < count; number += 1) {
      label = `life ${number}`
      await oneLife(number, true)
      label = `after life ${number}`
      await lookAtFiles()
      if (number % codeEvery === 0)
        for (const what of await openWithCode(database, folder, ledger)) broken(what)
    }
    // What the last kill left.
    label = 'at the end'
    await oneLife(0, false)
    for (const what of await openWithCode(database, folder, ledger)) broken(what)
  } finally {
    await uat.stop()
  }
  return tally
}

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, many]) => `${many} ${what}`)
    .join(', ')

/** A one-line report of a run; `ms` is its duration. */
export const workReportOf = (
  { kills, atStart, done, cutShort, violations }: WorkTally,
  ms: number,
): string =>
  `kill -9 at work: ${kills} kills (${atStart} at the start); acknowledged: ${listOf(done)}; ` +
  `cut short: ${listOf(cutShort)}; ${violations.length} broken promises; ${Math.round(ms / 1000)} s`

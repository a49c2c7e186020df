import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { startCountingService } from '#test/support/servers/counting-service.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { openHouse } from './house.ts'
import { createRandom } from './random.ts'

/** The longest time before a kill, in milliseconds after the list is ready. */
const longestLife = 700
/** The maximum number of kills during one list; the list then runs to its end. */
const mostKills = 25

export interface ListTally {
  readonly violations: string[]
  kills: number
  rows: number
  executed: number
  inDoubt: number
}

/** Resolves to true if the program was killed, and to false if the list ended. */
const live = async (args: readonly string[], killAfterMs: number | null): Promise<boolean> => {
  const victim = await childProgram('listVictim')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [victim, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => {
      const wasReady = output.includes('ready')
      output += chunk.toString()
      if (killAfterMs !== null && !wasReady && output.includes('ready')) {
        setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      }
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0)
        reject(new Error(`the program ended with ${code}: ${errors}`))
      else resolve(signal === 'SIGKILL')
    })
  })
}

const subjectOf = async (house: RealCore, id: string): Promise<string> =>
  (await house.must('records.open', { id })).subject.participantId

/**
 * Kills the program at random moments during lists and starts it again, `count` times in all. Every row must be
 * executed at most once, and its outcome must be correct or in doubt.
 */
export const killInLists = async (
  folder: string,
  seed: number,
  count: number,
  rows = 250,
): Promise<ListTally> => {
  const random = createRandom(seed)
  const tally: ListTally = { violations: [], kills: 0, rows: 0, executed: 0, inDoubt: 0 }
  const service = await startCountingService()
  const url = `http://127.0.0.1:${service.port}`
  try {
    for (let list = 0; tally.kills < count; list += 1) {
      const dataDir = path.join(folder, `list-${list}`)
      mkdirSync(dataDir, { recursive: true })
      service.executed.clear()
      const concurrency = String(1 + Math.floor(random() * 8))
      let killsHere = 0
      while (
        await live(
          [dataDir, url, String(rows), concurrency],
          killsHere < mostKills && tally.kills < count ? random() * longestLife : null,
        )
      ) {
        killsHere += 1
        tally.kills += 1
      }
      const house = await openHouse(dataDir, url)
      const [view] = await house.must('list.all', {})
      const shown = await house.must('list.rows', {
        listId: view?.listId ?? '',
        offset: 0,
        limit: 500,
      })
      const log = await house.must('activity.verify', {})
      if (log.state !== 'intact')
        tally.violations.push(`list ${list}: the activity log is ${log.state}`)
      for (const { row, participantId, state, receiptId } of shown.rows) {
        const times = service.executed.get(participantId) ?? 0
        const label = `list ${list} after ${killsHere} kills, row ${row}`
        if (times > 1) tally.violations.push(`${label}: carried out ${times} times`)
        if (state === 'accepted' && times !== 1)
          tally.violations.push(`${label}: accepted, but carried out ${times} times`)
        if (state !== 'accepted' && state !== 'inDoubt')
          tally.violations.push(`${label}: ${state} at the end`)
        if (receiptId === null) tally.violations.push(`${label}: without a receipt`)
        else if (state === 'inDoubt' && (await subjectOf(house, receiptId)) !== participantId) {
          tally.violations.push(`${label}: its receipt does not say whom it is about`)
        }
        tally.rows += 1
        tally.executed += times
        if (state === 'inDoubt') tally.inDoubt += 1
      }
      await house.core.close()
      if (shown.rows.length !== rows)
        tally.violations.push(`list ${list}: ${shown.rows.length} rows of ${rows}`)
    }
  } finally {
    await service.stop()
  }
  return tally
}

/** A one-line report of a run; `ms` is its duration. */
export const listReportOf = (
  { kills, rows, executed, inDoubt, violations }: ListTally,
  ms: number,
): string =>
  `kill -9 in the middle of lists: ${kills} kills, ${rows} rows, ${executed} carried out, ${inDoubt} in doubt, ` +
  `${violations.length} violations, ${Math.round(ms / 1000)} s`

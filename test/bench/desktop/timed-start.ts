import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { asPerson } from '#test/support/desktop/person.ts'
import { startEnvironment } from '#test/support/desktop/launch.ts'
import type { Stage } from '#test/support/desktop/stage/stage.ts'
import { usableSchema } from './programs.ts'

export interface TimedStart {
  /** Milliseconds from the start of the process until its window is usable. */
  readonly usable: number
  /** Milliseconds from the start until the first press is answered. */
  readonly answered: number
  /** Megabytes of main's anonymous memory once main is idle. */
  readonly anonymous: number
  /** Milliseconds of CPU time that main has used once it is idle. */
  readonly busy: number
}

/** Milliseconds after which startup work is finished. */
const settleMs = 1_500

/** A process's anonymous memory in megabytes, as Linux counts it. */
export const anonymousMegabytes = (pid: number): number => {
  const found = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`no RssAnon of process ${pid}`)
  return Number(found) / 1024
}

/** CPU time in milliseconds; Linux counts it in ticks of 10 ms. */
const busyMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Starts the program of `stage` once and ends it. `dataDir` may be from an earlier start. */
export const timedStart = async (
  stage: Stage,
  display: string,
  dataDir: string,
): Promise<TimedStart> => {
  const startedAt = Date.now()
  const child = spawn(stage.program, [`--data-dir=${dataDir}`], {
    env: startEnvironment({ DISPLAY: display }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asPerson,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`${stage.program} could not be started`)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const found = text
        .split('\n')
        .slice(0, -1)
        .find((one) => one.includes('usableAt'))
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) =>
      reject(new Error(`it ended with ${code} before it could be used:\n${errors}`)),
    )
  })
  const { usableAt, answeredAt } = usableSchema.parse(JSON.parse(line))
  await wait(settleMs)
  const [anonymous, busy] = [anonymousMegabytes(pid), busyMs(pid)]
  child.kill('SIGTERM')
  await ended
  return { usable: usableAt - startedAt, answered: answeredAt - startedAt, anonymous, busy }
}

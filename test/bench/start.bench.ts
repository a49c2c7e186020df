import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'start'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = 5
/**
 * Limit as a multiple of the time that bare Node takes to start. The program's start includes the
 * set-up check, the fingerprint of the sources, the host, the core and the training service.
 */
const limit = 40

/**
 * Milliseconds until the program prints its first line. Then interrupts the program and waits for
 * it to exit.
 */
const untilFirstLine = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    let took = 0
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', () => {
      took = performance.now() - started
      child.kill('SIGINT')
    })
    child.on('error', reject)
    child.on('close', () =>
      took > 0 ? resolve(took) : reject(new Error(`no line from ${args.join(' ')}`)),
    )
  })

/**
 * Compares how long the program takes to print its ready line with how long bare Node takes to
 * print one line.
 */
export const run = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glidepath-bench-'))
  try {
    const bare: number[] = []
    const ready: number[] = []
    for (let index = 0; index < runs; index += 1) {
      bare.push(await untilFirstLine(['-e', 'console.log(1)']))
      ready.push(
        await untilFirstLine([
          'build/start.mjs',
          '--host=browser',
          '--no-open',
          `--data-dir=${dataDir}`,
        ]),
      )
    }
    const ratio = median(ready) / median(bare)
    return [
      { name: 'bare Node', value: median(bare), unit: 'ms', met: true },
      { name: 'start to ready line', value: median(ready), unit: 'ms', met: true },
      {
        name: 'start to ready line',
        value: ratio,
        unit: '×',
        ratioTo: 'bare Node',
        limit,
        met: ratio <= limit,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { killAtWork, workReportOf } from '#test/torture/work-kills.ts'

/** The short form of the work part of `npm run torture`. */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(
  `what was said to be done is there after kills (SIGKILL) in the middle of all kinds of work, and nothing twice, seed ${seed} (GLIDEPATH_SEED)`,
  { timeout: 300_000 },
  async () => {
    const started = performance.now()
    const tally = await killAtWork(temporaryFolder('work-kills'), seed, 6)
    process.stderr.write(`seed ${seed}; ${workReportOf(tally, performance.now() - started)}\n`)
    expect(tally.violations).toEqual([])
    expect(Object.keys(tally.done).length).toBeGreaterThan(2)
  },
)

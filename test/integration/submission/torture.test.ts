import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { submissionOperations } from '#shared/express/operations.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { tortureByFaults } from '#test/torture/faults.ts'
import { faultsAtSteps, killAtEveryStep, killAtRandom } from '#test/torture/kills.ts'
import { reportOf } from '#test/torture/report.ts'

/** The short form of `npm run torture`: real adapters, a real counting service, real kills. */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const folder = temporaryFolder('torture')
const say = (line: string): void => void process.stderr.write(`${line}\n`)

describe(`submissions, seed ${seed} (GLIDEPATH_SEED)`, { timeout: 300_000 }, () => {
  test('are never sent twice, lost or misreported, in 300 tries with cut, reset and stalled connections and garbage', async () => {
    const started = performance.now()
    const tally = await tortureByFaults(path.join(folder, 'faults'), seed, 300, 6)
    say(`seed ${seed}; ${reportOf('faults', tally, performance.now() - started)}`)
    expect(tally.violations).toEqual([])
    expect(tally.submissions).toBe(300)
    expect(tally.executed).toBeGreaterThan(30)
    expect(tally.outcomes['inDoubt']).toBeGreaterThan(30)
  })

  test('killed before or after any write to disk have an outcome or are in doubt', async () => {
    const started = performance.now()
    const tally = await killAtEveryStep(
      path.join(folder, 'steps'),
      [seed % submissionOperations.length],
      [faultsAtSteps[seed % faultsAtSteps.length] ?? null],
    )
    say(reportOf(`${tally.kills} kills`, tally, performance.now() - started))
    expect(tally.violations).toEqual([])
    expect(tally.kills).toBeGreaterThan(10)
  })

  test('killed at random moments have an outcome or are in doubt', async () => {
    const started = performance.now()
    const tally = await killAtRandom(path.join(folder, 'random'), seed, 6, 2)
    say(reportOf(`${tally.kills} kills`, tally, performance.now() - started))
    expect(tally.violations).toEqual([])
    expect(tally.kills).toBe(6)
  })
})

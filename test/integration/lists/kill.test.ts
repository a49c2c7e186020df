import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { killInLists, listReportOf } from '#test/torture/list-kills.ts'

/** The short form of the list part of `npm run torture`. */

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const folder = temporaryFolder('list-kills')

describe(`lists, seed ${seed} (GLIDEPATH_SEED)`, { timeout: 600_000 }, () => {
  test('survive twelve kills (SIGKILL) without sending a row twice or losing one', async () => {
    const started = performance.now()
    const tally = await killInLists(path.join(folder, 'lists'), seed, 12)
    process.stderr.write(`seed ${seed}; ${listReportOf(tally, performance.now() - started)}\n`)
    expect(tally.violations).toEqual([])
    expect(tally.kills).toBeGreaterThanOrEqual(12)
    expect(tally.executed).toBeGreaterThan(20)
  })
})

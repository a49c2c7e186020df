import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { canFailWrites, diskReportOf, failEveryWrite, fillDisks } from './disk-faults.ts'
import { tortureByFaults, type Tally } from './faults.ts'
import { killAtEveryStep, killAtRandom } from './kills.ts'
import { killInLists, listReportOf } from './list-kills.ts'
import { reportOf } from './report.ts'
import { killAtWork, workReportOf } from './work-kills.ts'

/**
 * The full `npm run torture`. `--submissions=`, `--kills=`, `--list-kills=` and `--work-kills=` set smaller numbers, and
 * `--seed=` repeats a run. `--disk-faults=1` fails each write in one way, `2` in all of them, and `0` none.
 */

const option = (name: string, otherwise: number): number => {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  return given === undefined ? otherwise : Number(given)
}
const seed = option('seed', Math.floor(Math.random() * 2 ** 31))
const submissions = option('submissions', 10_000)
const kills = option('kills', 2000)
const listKills = option('list-kills', 300)
const workKills = option('work-kills', 1000)
const diskFaults = option('disk-faults', 1)

const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-torture-'))
let broken = 0
const measuredBy = async <T extends { readonly violations: readonly string[] }>(
  work: () => Promise<T>,
  report: (tally: T, ms: number) => string,
): Promise<void> => {
  const started = performance.now()
  const tally = await work()
  console.log(report(tally, performance.now() - started))
  for (const violation of tally.violations) console.log(`  ${violation}`)
  broken += tally.violations.length
}
const measured = (what: string, work: () => Promise<Tally>): Promise<void> =>
  measuredBy(work, (tally, ms) => reportOf(what, tally, ms))

console.log(`seed ${seed} (--seed)`)
try {
  await measured(`faults (${submissions})`, () =>
    tortureByFaults(path.join(folder, 'faults'), seed, submissions, 8),
  )
  await measured('kill -9 before and after every write, without and with three faults', () =>
    killAtEveryStep(path.join(folder, 'steps')),
  )
  await measured(`kill -9 at ${kills} random moments`, () =>
    killAtRandom(path.join(folder, 'random'), seed, kills, 2),
  )
  await measuredBy(() => killInLists(path.join(folder, 'lists'), seed, listKills), listReportOf)
  if (workKills > 0)
    await measuredBy(() => killAtWork(path.join(folder, 'work'), seed, workKills), workReportOf)
  if (diskFaults > 0 && !canFailWrites())
    console.log('No disk failed: this takes Linux and a C compiler (cc).')
  else if (diskFaults > 0) {
    await measuredBy(
      () => failEveryWrite(path.join(folder, 'writes'), seed, diskFaults > 1),
      (tally, ms) => diskReportOf('every write fails', tally, ms),
    )
    await measuredBy(
      () => fillDisks(path.join(folder, 'full'), seed),
      (tally, ms) => diskReportOf('full disks', tally, ms),
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = broken === 0 ? 0 : 1

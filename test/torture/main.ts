import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tortureByFaults, type Tally } from './faults.ts'
import { killAtEveryStep, killAtRandom } from './kills.ts'
import { killInLists, listReportOf } from './list-kills.ts'
import { reportOf } from './report.ts'

/**
 * The full `npm run torture`. `--submissions=`, `--kills=` and `--list-kills=` set smaller numbers, and `--seed=`
 * repeats a run.
 */

const option = (name: string, otherwise: number): number => {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  return given === undefined ? otherwise : Number(given)
}
const seed = option('seed', Math.floor(Math.random() * 2 ** 31))
const submissions = option('submissions', 10_000)
const kills = option('kills', 2000)
const listKills = option('list-kills', 300)

const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-torture-'))
let broken = 0
const measured = async (what: string, work: () => Promise<Tally>): Promise<void> => {
  const started = performance.now()
  const tally = await work()
  console.log(reportOf(what, tally, performance.now() - started))
  for (const violation of tally.violations) console.log(`  ${violation}`)
  broken += tally.violations.length
}

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
  const started = performance.now()
  const lists = await killInLists(path.join(folder, 'lists'), seed, listKills)
  console.log(listReportOf(lists, performance.now() - started))
  for (const violation of lists.violations) console.log(`  ${violation}`)
  broken += lists.violations.length
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = broken === 0 ? 0 : 1

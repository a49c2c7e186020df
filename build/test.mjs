import { fileURLToPath } from 'node:url'
import { runChecks } from './lib/checks.mjs'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'
import { runSuite, suiteNames } from './lib/suites.mjs'
import { ensureSystemNeeds } from './lib/system-needs.mjs'

/** @typedef {import('./lib/checks.mjs').Outcome} Outcome */

const steps = ['check', 'build', ...suiteNames]
/**
 * Suites that drive the whole program, and often wait for it, run in one lane; all others run in a
 * second lane. The lane that finishes first takes over the other lane's last suite. Never run three
 * suites at once, because programs then time out.
 */
const programs = new Set(['e2e', 'desktop'])
const needingBuild = ['component', 'e2e', 'fresh-clone', 'desktop']

/** @param {readonly string[]} args @returns {string[]} */
function chosenSteps(args) {
  const [first, ...more] = args
  if (first === undefined) return steps
  const names = /^--only=(.+)$/.exec(first)?.[1]?.split(',') ?? []
  const unknown = names.filter((name) => !steps.includes(name))
  if (names.length === 0 || more.length > 0 || unknown.length > 0) {
    throw new Stop(
      `npm test takes --only= with some of ${steps.join(', ')}, separated by commas.`,
      2,
    )
  }
  const built = names.some((name) => needingBuild.includes(name)) ? ['build'] : []
  return steps.filter((step) => names.includes(step) || built.includes(step))
}

/** @returns {Promise<Outcome>} */
async function build() {
  const { code, ms } = await run(process.execPath, [inRoot('build', 'build.mjs')])
  const failed = code === 0 ? 0 : 1
  say(`${failed === 0 ? 'passed' : 'FAILED'}  build  ${(ms / 1000).toFixed(1)} s`)
  return {
    name: 'build',
    passed: 1 - failed,
    failed,
    skipped: 0,
    failures: failed === 0 ? [] : ['build'],
    ms,
  }
}

await runScript(async () => {
  const started = performance.now()
  passSignalsOn()
  const chosen = chosenSteps(process.argv.slice(2))
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const suites = chosen.filter((step) => step !== 'build')
  // The fast tests need only Node, so they also run on a machine without Chromium and a keyring.
  const isFast = suites.every((suite) => suite === 'fast')
  const env = isFast ? process.env : { ...process.env, ...(await ensureSystemNeeds()) }
  /** @type {Outcome[]} */
  const outcomes = []
  if (chosen.includes('build')) outcomes.push(await build())
  const computing = suites.filter((step) => !programs.has(step))
  const driving = suites.filter((step) => programs.has(step))
  const live = computing.length === 0 || driving.length === 0
  /** @param {string[]} own @param {string[]} others */
  const runLane = async (own, others) => {
    for (;;) {
      const step = own.shift() ?? others.pop()
      if (step === undefined) return
      outcomes.push(
        ...(step === 'check' ? await runChecks() : [await runSuite(step, env, { live })]),
      )
    }
  }
  await Promise.all(
    live
      ? [runLane([...computing, ...driving], [])]
      : [runLane(computing, driving), runLane(driving, computing)],
  )
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  for (const failure of outcomes.flatMap((outcome) => outcome.failures)) say(`FAILED  ${failure}`)
  say(`Took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  return sum('failed') > 0 ? 1 : 0
})

import { cpus } from 'node:os'
import { mkdirSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, failures: readonly string[], ms: number }} Outcome */

const cache = inRoot('node_modules', '.cache', 'check')
/**
 * TypeScript's native compiler takes a fifth of the time of the JavaScript compiler, which only
 * vue-tsc and ESLint need.
 */
const tsc = inRoot('node_modules', 'typescript-native', 'bin', 'tsc')
const vueTsc = inRoot('node_modules', 'vue-tsc', 'bin', 'vue-tsc.js')

/** Two checks run at once, so each compiled tool gets one core. A higher GOGC uses more memory and less time. */
const env = { ...process.env, GOMAXPROCS: '1', GOGC: '400' }

/**
 * Gives tools written in JavaScript more memory for new objects, so that garbage collection runs
 * less often.
 */
const room = ['--max-old-space-size=4096', '--min-semi-space-size=64', '--max-semi-space-size=128']

/** @param {string} tool @param {string} name @param {string} [project] */
const types = (tool, name, project = name) => ({
  name: `types: ${name}`,
  args: [
    ...[tool, '-p', project, '--noEmit', '--pretty', 'false', '--incremental'],
    ...(tool === tsc ? ['--checkers', '1'] : []),
    ...['--tsBuildInfoFile', `${cache}/${name.replaceAll(/\W+/g, '-')}.tsbuildinfo`],
  ],
})

/** The longest check comes first, so that both workers finish at about the same time. */
const checks = [
  {
    name: 'lint and import boundaries',
    args: [
      inRoot('node_modules', 'eslint', 'bin', 'eslint.js'),
      ...['--config', 'build/lint/eslint.config.js', '--max-warnings', '0', '.'],
    ],
  },
  types(vueTsc, 'renderer and its tests', 'test/component'),
  {
    name: 'format',
    args: [
      inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs'),
      ...['--list-different', '--cache', '--cache-location', `${cache}/prettier`, '.'],
    ],
  },
  {
    name: 'lint with types',
    args: [
      inRoot('node_modules', 'oxlint', 'bin', 'oxlint'),
      ...['--config', 'build/oxlint.json', '--disable-nested-config', '--type-aware'],
      ...['--deny-warnings', 'shared', 'electron', 'renderer', 'test', 'build'],
    ],
  },
  types(tsc, 'test', 'test/tsconfig.node.json'),
  types(tsc, 'electron'),
  types(tsc, 'build'),
  types(tsc, 'shared'),
]

/**
 * Checks types, lint and import boundaries. Findings go to standard error.
 *
 * @returns {Promise<Outcome[]>} one per check
 */
export async function runChecks() {
  mkdirSync(cache, { recursive: true })
  const waiting = [...checks]
  /** @type {Outcome[]} */
  const outcomes = []
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { code, output, errors, ms } = await run(process.execPath, [...room, ...check.args], {
        env,
        stdout: 'capture',
        stderr: 'capture',
      })
      if (code !== 0) say(`${output}${errors}`.trimEnd())
      say(`${code === 0 ? 'passed' : 'FAILED'}  ${check.name}  ${(ms / 1000).toFixed(1)} s`)
      const failures = code === 0 ? [] : [check.name]
      outcomes.push({
        name: check.name,
        passed: 1 - failures.length,
        failed: failures.length,
        skipped: 0,
        failures,
        ms,
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, worker))
  return outcomes
}

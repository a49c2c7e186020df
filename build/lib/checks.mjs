import { cpus } from 'node:os'
import { mkdirSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, failures: readonly string[], ms: number }} Outcome */

const cache = inRoot('node_modules', '.cache', 'check')
const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc')
const vueTsc = inRoot('node_modules', 'vue-tsc', 'bin', 'vue-tsc.js')

/** @param {string} tool @param {string} folder */
const types = (tool, folder) => ({
  name: `types: ${folder}`,
  args: [
    tool,
    '-p',
    folder,
    '--noEmit',
    '--incremental',
    '--pretty',
    'false',
    '--tsBuildInfoFile',
    `${cache}/${folder}.tsbuildinfo`,
  ],
})

/** Longest first, so that two workers end at about the same time. */
const checks = [
  {
    name: 'lint and import boundaries',
    args: [
      inRoot('node_modules', 'eslint', 'bin', 'eslint.js'),
      ...['--config', 'build/eslint.config.js', '--max-warnings', '0', '.'],
    ],
  },
  {
    name: 'format',
    args: [
      inRoot('node_modules', 'prettier', 'bin', 'prettier.cjs'),
      ...['--list-different', '--cache', '--cache-location', `${cache}/prettier`, '.'],
    ],
  },
  types(vueTsc, 'test'),
  types(vueTsc, 'renderer'),
  types(tsc, 'electron'),
  types(tsc, 'build'),
  types(tsc, 'shared'),
]

/**
 * Types, lint and boundaries. A failing check's findings go to standard error.
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
      const { code, output, errors, ms } = await run(
        process.execPath,
        ['--max-old-space-size=4096', ...check.args],
        {
          stdout: 'capture',
          stderr: 'capture',
        },
      )
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

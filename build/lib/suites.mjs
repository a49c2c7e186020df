import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { inRoot } from './paths.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'
import { fetchTestElectron } from './electron/test-electron.mjs'

/** @typedef {import('./checks.mjs').Outcome} Outcome */

const reports = inRoot('node_modules', '.cache', 'test')

/**
 * Vitest projects, by their names for `--only`, in the order in which they run: the fast one first, then the long ones,
 * so that the two lanes, which share the short ones, end together.
 */
export const suiteNames = [
  'fast',
  'component',
  'integration',
  'slow',
  'architecture',
  'shell',
  'contract',
  'keychain',
  'e2e',
  'fresh-clone',
  'desktop',
]

export const configOf = (/** @type {string} */ suite) =>
  suite === 'component' ? 'vitest.browser.config.ts' : 'vitest.config.ts'

/**
 * Says why a suite cannot run on this machine; empty if it can. Only the desktop suite can be
 * unavailable. Prints which Electron the desktop suite uses.
 *
 * @param {string} suite
 */
async function notHere(suite) {
  if (suite !== 'desktop') return ''
  const electron = await fetchTestElectron()
  if (typeof electron === 'string')
    return `desktop tests (test/e2e/desktop) did not run: ${electron}`
  const which =
    electron.kind === 'pinned'
      ? 'the pinned one'
      : 'a stand-in for the pinned one, which cannot be had here'
  say(`The desktop tests run on Electron ${electron.version}, ${which}.`)
  return ''
}

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */
/** @typedef {{ status: string, fullName: string }} OneTest */
/** @typedef {{ name: string, status: string, assertionResults: OneTest[] }} OneFile */

/**
 * @param {string} suite
 * @param {string} file the JSON report
 * @returns {Counts}
 */
function counted(suite, file) {
  if (!existsSync(file)) {
    say(`The ${suite} tests ended without a report.`)
    return { passed: 0, failed: 1, skipped: 0, failures: [`${suite}: ended without a report`] }
  }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  /** @type {OneFile[]} */
  const files = report.testResults
  const failedIn = (/** @type {OneFile} */ one) =>
    one.assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded has no failed tests, so the file itself counts as one failure.
  const broken = files.filter((one) => one.status === 'failed' && failedIn(one).length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...files.flatMap((one) =>
        failedIn(one).map((test) => `${suite}: ${relative(inRoot(), one.name)} > ${test.fullName}`),
      ),
      ...broken.map((one) => `${suite}: ${relative(inRoot(), one.name)} could not run`),
    ],
  }
}

/**
 * @param {string} suite
 * @param {{ env: NodeJS.ProcessEnv, live: boolean }} options
 * @returns {Promise<Counts & { ms: number }>}
 */
async function runFiles(suite, { env, live }) {
  const file = `${reports}/${suite}.json`
  rmSync(file, { force: true })
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
  const how = live ? /** @type {const} */ ('stderr') : /** @type {const} */ ('capture')
  const { code, ms, output, errors } = await run(
    process.execPath,
    [
      ...[vitest, 'run', '--config', `build/${configOf(suite)}`, '--project', suite],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ],
    { env, stdout: how, stderr: how },
  )
  if (!live) say(`${output}${errors}`.trimEnd())
  const counts = counted(suite, file)
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) {
    say(
      code === 0
        ? `The ${suite} suite has no tests.`
        : `The ${suite} suite ended with code ${code}.`,
    )
    counts.failed = 1
    counts.failures.push(`${suite}: ended with code ${code}, ${counts.passed} passed`)
  }
  return { ...counts, ms }
}

/**
 * Runs one suite. A suite that crashes or has no tests counts as one failure.
 *
 * @param {string} suite
 * @param {NodeJS.ProcessEnv} env
 * @param {{ live: boolean }} options true prints output at once; false prints it at the end, so that the lines of two
 * suites do not mix
 * @returns {Promise<Outcome>}
 */
export async function runSuite(suite, env, { live }) {
  const why = await notHere(suite)
  if (why !== '') {
    say(why)
    return { name: suite, passed: 0, failed: 0, skipped: 0, failures: [], ms: 0 }
  }
  mkdirSync(reports, { recursive: true })
  const { ms, ...counts } = await runFiles(suite, { env, live })
  say(
    `${counts.failed === 0 ? 'passed' : 'FAILED'}  ${suite}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped  ${(ms / 1000).toFixed(1)} s`,
  )
  return { name: suite, ...counts, ms }
}

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'
import { configOf } from './lib/suites.mjs'
import { fetchTestElectron } from './lib/electron/test-electron.mjs'

const names = [
  ...['submissions', 'kills', 'list-kills', 'work-kills', 'disk-faults', 'desktop-kills', 'people'],
  'seed',
]

/** The options given. A misspelled option must not start the full run of an hour. */
function givenOptions() {
  try {
    const options = Object.fromEntries(
      names.map((name) => [name, { type: /** @type {const} */ ('string') }]),
    )
    return parseArgs({ options }).values
  } catch {
    throw new Stop(`npm run torture takes ${names.map((name) => `--${name}=`).join(', ')}.`, 2)
  }
}

/**
 * Runs Vitest on one file of a project, with more rounds than in `npm test`.
 *
 * @param {string} project
 * @param {string} file
 * @param {Record<string, string>} env
 */
async function vitest(project, file, env) {
  const program = inRoot('node_modules', 'vitest', 'vitest.mjs')
  const config = `build/${configOf(project)}`
  const { code } = await run(
    process.execPath,
    [program, 'run', '--config', config, '--project', project, file],
    { env: { ...process.env, ...env } },
  )
  return code
}

/**
 * Checks every figure for many random people, in the statement and on screen, and every figure for
 * the example people in every file.
 */
async function checkFigures() {
  const { people = '300', seed } = givenOptions()
  if (people === '0') return 0
  const env = {
    GLIDEPATH_PEOPLE: people,
    GLIDEPATH_FIGURE_PEOPLE: '24',
    ...(seed === undefined ? {} : { GLIDEPATH_PEOPLE_SEED: seed }),
  }
  const code =
    (await vitest('slow', 'test/unit/strategy/statement/every-figure.test.ts', env)) ||
    (await vitest('slow', 'test/unit/report/report-figures.test.ts', env)) ||
    (await vitest('component', 'test/component/forecast/every-person.test.ts', env))
  if (code !== 0) return code
  const built = await run(process.execPath, [inRoot('build', 'build.mjs')])
  if (built.code !== 0) return built.code
  return vitest('e2e', 'test/e2e/browser/figures.test.ts', env)
}

/**
 * Kills the desktop program many times, with the same test that kills it a few times in `npm test`.
 */
async function killDesktop() {
  const { 'desktop-kills': kills = '50', seed } = givenOptions()
  if (kills === '0') return 0
  const electron = await fetchTestElectron()
  if (typeof electron === 'string') {
    say(`The desktop program was not killed: ${electron}`)
    return 0
  }
  const built = await run(process.execPath, [inRoot('build', 'build.mjs')])
  if (built.code !== 0) return built.code
  return vitest('desktop', 'test/e2e/desktop/bad-days/bad-days-kills.test.ts', {
    GLIDEPATH_DESKTOP_KILLS: kills,
    ...(seed === undefined ? {} : { GLIDEPATH_DESKTOP_SEED: seed }),
  })
}

/**
 * Runs submissions and all other work with faults and kills, and checks figures for many people. Takes about two hours.
 */
await runScript(async () => {
  passSignalsOn()
  givenOptions()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const { code } = await run(
    process.execPath,
    [inRoot('test', 'torture', 'main.ts'), ...process.argv.slice(2)],
    { stdout: 'stdout' },
  )
  if (code !== 0) return code
  return (await checkFigures()) || (await killDesktop())
})

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'
import { fetchTestElectron } from './lib/electron/test-electron.mjs'

const names = ['submissions', 'kills', 'list-kills', 'desktop-kills', 'seed']

/** The given options. A misspelt one must not start the full hour. */
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

/** Kills of the desktop program, through the test that runs a few of them in `npm test`. */
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
  const env = {
    ...process.env,
    GLIDEPATH_DESKTOP_KILLS: kills,
    ...(seed === undefined ? {} : { GLIDEPATH_DESKTOP_SEED: seed }),
  }
  const config = [
    'run',
    '--config',
    'build/vitest.config.ts',
    '--project',
    'desktop',
    'test/e2e/desktop/bad-days/bad-days-kills.test.ts',
  ]
  return (
    await run(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...config], {
      env,
    })
  ).code
}

/** Submissions through faults and kills, in full; takes almost an hour. */
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
  return code === 0 ? await killDesktop() : code
})

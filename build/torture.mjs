import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'
import { fetchTestElectron } from './lib/test-electron.mjs'

/** @param {string} name */
const option = (name) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Kills of the desktop program, through the test that runs a few of them in `npm test`. */
async function killDesktop() {
  const kills = option('desktop-kills') ?? '50'
  if (kills === '0') return 0
  const electron = await fetchTestElectron()
  if (typeof electron === 'string') {
    say(`The desktop program was not killed: ${electron}`)
    return 0
  }
  const seed = option('seed')
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
    'test/e2e/desktop/bad-days-kills.test.ts',
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
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const { code } = await run(
    process.execPath,
    [inRoot('test', 'torture', 'main.ts'), ...process.argv.slice(2)],
    { stdout: 'stdout' },
  )
  return code === 0 ? await killDesktop() : code
})

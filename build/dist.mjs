import { fileURLToPath } from 'node:url'
import { fetchElectron } from './lib/electron/electron-runtime.mjs'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { writeSbom } from './lib/sbom.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const missing = await fetchElectron(true)
  if (missing !== '') throw new Stop(`The package cannot be made here: ${missing}.`)
  const built = await run(process.execPath, [inRoot('build', 'build.mjs'), '--force'])
  if (built.code !== 0) return built.code
  const builder = inRoot('node_modules', 'electron-builder', 'cli.js')
  const args = ['--config', 'electron-builder.yml', '--publish', 'never', ...process.argv.slice(2)]
  const made = await run(process.execPath, [builder, ...args])
  if (made.code !== 0) throw new Stop('electron-builder failed; its words are above.')
  say(`Everything in the package is listed in ${await writeSbom()}`)
  return 0
})

import { existsSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/**
 * Stryker's pattern for a file, a folder, or lines of a file (`file.ts:10-20`).
 *
 * @param {string} place
 */
const patternOf = (place) => {
  const path = inRoot(place.replace(/:[\d:-]+$/, ''))
  if (!existsSync(path)) throw new Stop(`There is no file or folder ${place}.`, 2)
  return statSync(path).isDirectory() ? `${place.replace(/[\\/]$/, '')}/**/*.ts` : place
}

/**
 * Mutates files in many places and prints the mutations that no test noticed. Options are passed to
 * Stryker.
 */
await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const args = process.argv.slice(2)
  const places = args.filter((arg) => !arg.startsWith('-'))
  if (places.length === 0)
    throw new Stop('Name files or folders: npm run mutate -- electron/core/http', 2)
  const temporary = `.cache/mutation-${process.pid}`
  const { code } = await run(
    process.execPath,
    [
      inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js'),
      ...['run', 'build/stryker.config.json', '--mutate', places.map(patternOf).join(',')],
      ...['--tempDirName', temporary, ...args.filter((arg) => arg.startsWith('-'))],
    ],
    { stdout: 'stdout' },
  )
  // After an interrupt, Stryker leaves its copy behind.
  rmSync(inRoot(temporary), { recursive: true, force: true })
  return code
})

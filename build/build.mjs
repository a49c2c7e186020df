import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint, isBuilt, stampFile } from './lib/fresh.mjs'
import { withLock } from './lib/lock.mjs'
import { writeNotices } from './lib/notices.mjs'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

const force = process.argv.includes('--force')

async function buildAll() {
  if (!force && (await isBuilt())) return
  // Vite logs to standard output, which is reserved for the ready line.
  console.log = console.info = console.error
  const started = performance.now()
  const made = await fingerprint()
  await rm(stampFile, { force: true })
  const { build } = await import('vite')
  const { mainConfig, preloadConfig } = await import('./vite/vite.electron.config.ts')
  await build(mainConfig())
  if (existsSync(inRoot('electron', 'preload.ts'))) await build(preloadConfig())
  await build({
    configFile: inRoot('build', 'vite', 'vite.renderer.config.ts'),
    logLevel: 'warn',
    build: { sourcemap: false },
  })
  await writeNotices()
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, made)
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  process.env['NODE_ENV'] = 'production'
  await withLock('build', buildAll, () =>
    say('Another start is building Glidepath; waiting for it…'),
  )
  return 0
})

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inRoot, root } from './lib/paths.mjs'
import { passSignalsOn } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'
import { help, readStartOptions } from './lib/start-options.mjs'

/**
 * Starts the browser host from its sources and resolves with its ready line.
 *
 * @param {readonly string[]} pass
 */
async function startHost(pass) {
  const host = [inRoot('electron', 'browser-host', 'main.ts'), '--no-open']
  // No messages use this channel. When it closes, the host knows that this process has ended.
  const child = spawn(process.execPath, [...host, ...pass], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const ready = await new Promise((resolve) => {
    if (child.stdout === null) return resolve(null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"event":"ready"')) resolve(JSON.parse(line))
      else say(line)
    })
    void ended.then(() => resolve(null))
  })
  return { child, ended, ready }
}

await runScript(async () => {
  const letGo = passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const options = readStartOptions(process.argv.slice(2), process.env)
  if (options.help) {
    say(help)
    return 0
  }
  const { child, ended, ready } = await startHost(
    options.pass.filter((option) => option !== '--no-open'),
  )
  if (ready === null) return await ended
  const { createServer } = await import('vite')
  const host = new URL(ready.url)
  // The host checks Host and Origin as strictly as in the product, so Vite forwards the page's
  // WebSocket with the host's own address in both headers.
  const vite = await createServer({
    configFile: inRoot('build', 'vite', 'vite.renderer.config.ts'),
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      proxy: {
        '/bridge': { target: host.origin, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      },
    },
  })
  await vite.listen()
  letGo()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal))
  const page = new URL(vite.resolvedUrls?.local[0] ?? host.origin)
  page.hash = host.hash
  console.log(JSON.stringify({ ...ready, url: page.href }))
  say('The page reloads by itself; after a change under electron/ or shared/ start again.')
  const code = await ended
  await vite.close()
  return code
})

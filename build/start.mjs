import { chooseHost } from './lib/choose-host.mjs'
import { runHost } from './lib/child-host.mjs'
import { isBuilt } from './lib/fresh.mjs'
import { whenParentIsGone } from './lib/parent.mjs'
import { inRoot, pinnedNode } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { ensureSetUp } from './lib/setup.mjs'
import { help, readStartOptions } from './lib/start-options.mjs'

/** @param {string} node */
async function ensureBuilt(node) {
  if (await isBuilt()) return
  say('Building Glidepath…')
  const { code } = await run(node, [inRoot('build', 'build.mjs')])
  if (code === 130 || code === 143) throw new Stop('', code)
  if (code !== 0) throw new Stop('Glidepath could not be built; the reason is above.')
}

await runScript(async () => {
  const options = readStartOptions(process.argv.slice(2), process.env)
  if (options.help) {
    say(help)
    return 0
  }
  const letGo = passSignalsOn()
  // Watches for the end of npm only if npm started this script, because a script started without
  // npm may have to outlive its shell.
  if (process.env['npm_lifecycle_event'] !== undefined)
    whenParentIsGone(() => process.emit('SIGTERM', 'SIGTERM'))
  await ensureSetUp()
  const node = pinnedNode()
  if (node === null)
    throw new Stop('Glidepath has no Node to run on; delete node_modules and start again.')
  await ensureBuilt(node)
  const host = await chooseHost(options.host)
  letGo()
  if (host.kind === 'desktop') return await runHost(host.program, [inRoot(), ...options.pass])
  return await runHost(node, [inRoot('dist', 'electron', 'browser-host.js'), ...options.pass])
})

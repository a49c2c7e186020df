import { copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { TestElectron } from '../../../build/lib/electron/test-electron.mjs'
import type { Stage } from '#test/support/desktop/stage/stage.ts'
import { makeSmallStage } from './programs.ts'
import { watchPage } from './usable-script.ts'

/** The smallest first screen: a heading, ten buttons and a dialog, drawn by Vue. */
const page = `import { createApp, h, ref } from './vue.js'
const examples = Array.from({ length: 8 }, (_, index) => h('li', h('button', 'Example ' + index)))
createApp({
  setup() {
    const open = ref(false)
    return () => h('main', [
      h('h1', 'Open a participant'),
      h('button', 'Open participant XML'),
      h('ul', examples),
      h('button', { onClick: () => { open.value = true } }, 'Keyboard shortcuts'),
      open.value ? h('div', { role: 'dialog' }, 'Keyboard shortcuts') : null,
    ])
  },
}).mount('body')
`

/**
 * Main only shows that page as the real program does: in a sandbox, over a custom scheme, with a
 * policy that allows only the page's own scripts. It has a database, but no core, no keychain, no
 * folder lock, and no messages between page and main.
 */
const main = `const { app, BrowserWindow, protocol, session } = require('electron')
const { readFile } = require('node:fs/promises')
const path = require('node:path')
const folder = process.argv.find((word) => word.startsWith('--data-dir='))
app.setPath('userData', folder.slice('--data-dir='.length))
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.enableSandbox()
const policy = "default-src 'none'; script-src 'self'"
app.whenReady().then(() => {
  const own = session.fromPartition('floor', { cache: false })
  own.protocol.handle('app', async (request) => {
    const name = new URL(request.url).pathname
    const headers = { 'content-security-policy': policy, 'content-type': name === '/' ? 'text/html' : 'text/javascript' }
    const body = name === '/' ? '<!doctype html><body><script type="module" src="page.js"></script>' : await readFile(path.join(__dirname, path.basename(name)))
    return new Response(body, { headers })
  })
  const window = new BrowserWindow({ width: 1280, height: 840, show: false, webPreferences: { session: own, spellcheck: false } })
  window.once('ready-to-show', () => window.show())
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())))
  window.webContents.once('dom-ready', async () => {
    const { pressedAt, answeredAt } = await window.webContents.mainFrame.executeJavaScript(${JSON.stringify(watchPage)})
    const usableAt = Math.max(pressedAt, await shown)
    process.stdout.write(JSON.stringify({ usableAt, answeredAt: Math.max(usableAt, answeredAt) }) + '\\n')
  })
  window.loadURL('app://floor/')
})
app.on('window-all-closed', () => app.quit())
`

/**
 * The smallest program with the real program's structure: a sandboxed window, a page over a custom
 * scheme with a policy, and ten buttons drawn by Vue. The real program cannot start faster.
 */
export const makeFloorStage = (electron: TestElectron): Stage =>
  makeSmallStage(electron, 'floor', main, (appDir) => {
    writeFileSync(path.join(appDir, 'page.js'), page)
    const vue = path.dirname(createRequire(import.meta.url).resolve('vue/package.json'))
    copyFileSync(
      path.join(vue, 'dist', 'vue.runtime.esm-browser.prod.js'),
      path.join(appDir, 'vue.js'),
    )
  })

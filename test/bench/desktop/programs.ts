import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { TestElectron } from '../../../build/lib/electron/test-electron.mjs'
import { addNode20Shim, makeStage, type Stage } from '#test/support/desktop/stage/stage.ts'
import { watchPage } from './usable-script.ts'

/** A line that the program prints, with times in epoch milliseconds. */
export const usableSchema = z.strictObject({ usableAt: z.number(), answeredAt: z.number() })

/**
 * Makes both comparison programs open a database while the page loads. On the stand-in, this is the
 * tests' SQLite in WebAssembly, which costs about 140 ms and 5 MB; the pinned Electron has its own
 * SQLite.
 */
const databaseAtStart = (file: string): string => `
app.whenReady().then(async () => {
  const { DatabaseSync } = await import(${JSON.stringify(file)})
  const database = new DatabaseSync(folder.slice('--data-dir='.length) + '/floor.db')
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS results (id TEXT) STRICT')
  database.prepare('SELECT id FROM results').all()
})
`

/** The module that a program in \`appDir\` must import as \`node:sqlite\`. */
const sqliteFor = (electron: TestElectron, appDir: string): string => {
  if (electron.kind === 'pinned') return 'node:sqlite'
  const shim = path.join(appDir, 'shim')
  mkdirSync(shim)
  writeFileSync(path.join(shim, 'package.json'), JSON.stringify({ type: 'module' }))
  addNode20Shim(shim)
  return './shim/test-node-20-sqlite.js'
}

/**
 * An Electron with one empty window and a database, the minimum cost of any such program. Like the
 * program, it keeps Chromium's files in the data folder.
 */
const bareMain = `const { app, BrowserWindow } = require('electron')
const folder = process.argv.find((word) => word.startsWith('--data-dir='))
app.setPath('userData', folder.slice('--data-dir='.length))
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 840, show: false })
  window.once('ready-to-show', () => {
    const usableAt = Date.now()
    window.show()
    process.stdout.write(JSON.stringify({ usableAt, answeredAt: usableAt }) + '\\n')
  })
  window.loadURL('data:text/html,')
})
app.on('window-all-closed', () => app.quit())
`

/**
 * A one-file program: `main` is the source of Electron's entry module; `more` writes other files to
 * the same folder.
 */
export const makeSmallStage = (
  electron: TestElectron,
  name: string,
  main: string,
  more: (appDir: string) => void = () => undefined,
): Stage =>
  makeStage(electron, (appDir) => {
    mkdirSync(appDir, { recursive: true })
    const manifest = { name, version: '0.0.0', main: 'main.js' }
    writeFileSync(path.join(appDir, 'package.json'), JSON.stringify(manifest))
    writeFileSync(path.join(appDir, 'main.js'), main + databaseAtStart(sqliteFor(electron, appDir)))
    more(appDir)
  })

export const makeBareStage = (electron: TestElectron): Stage =>
  makeSmallStage(electron, 'bare', bareMain)

/**
 * An observer that loads before the program's own entry. It counts a screen as usable only once the
 * window is visible.
 */
const watcher = `import { app } from 'electron'
app.once('browser-window-created', (_event, window) => {
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())))
  window.webContents.once('dom-ready', async () => {
    const { pressedAt, answeredAt } = await window.webContents.mainFrame.executeJavaScript(${JSON.stringify(watchPage)})
    const usableAt = Math.max(pressedAt, await shown)
    process.stdout.write(JSON.stringify({ usableAt, answeredAt: Math.max(usableAt, answeredAt) }) + '\\n')
  })
})
`

const manifestSchema = z.looseObject({ main: z.string() })

/** The program as the tests prepare it, with an observer that reports when the first screen is usable. */
export const makeWatchedStage = (electron: TestElectron): Stage => {
  const stage = makeStage(electron)
  const file = path.join(stage.appDir, 'package.json')
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const folder = path.dirname(manifest.main)
  writeFileSync(path.join(stage.appDir, folder, 'bench-watcher.js'), watcher)
  writeFileSync(
    path.join(stage.appDir, folder, 'bench-entry.js'),
    `import './bench-watcher.js'\nimport './${path.basename(manifest.main)}'\n`,
  )
  writeFileSync(file, JSON.stringify({ ...manifest, main: `${folder}/bench-entry.js` }))
  return stage
}

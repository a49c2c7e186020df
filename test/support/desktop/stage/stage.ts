import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestElectron } from '../../../../build/lib/electron/test-electron.mjs'
import { testElectronCache } from '../../../../build/lib/electron/test-electron.mjs'
import { clearLeftStages } from './left-stages.ts'
import { becomePerson } from '../person.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The built program in the layout that Electron runs: the runtime, with the program in `resources/app`. */
export interface Stage {
  readonly folder: string
  readonly electron: TestElectron
  /** Starts the program as the test user; its output also goes to log files. */
  readonly command: string
  /**
   * The same program under another name. Electron treats any program not called `electron` as
   * packaged.
   */
  readonly packagedCommand: string
  /** Path of Electron's own binary, to run as an ordinary user. */
  readonly program: string
  readonly appDir: string
}

/**
 * Copies a folder tree, using hard links within one file system. Symbolic links would not do,
 * because Electron looks for `resources` beside its real file.
 */
export const linkTree = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else {
      try {
        linkSync(source, target)
      } catch {
        cpSync(source, target)
      }
    }
  }
}

/**
 * The part of `node:sqlite` that the program uses, made with SQLite in WebAssembly. This SQLite has
 * no shared memory, so WAL needs exclusive mode and a single connection; a read-only connection
 * gets a copy of the file. Its lock is a folder, which a kill leaves behind; the program relies on
 * the folder lock instead. On a full disk, it reports only that writing failed.
 */
const node20Sqlite = `import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { Database } = require('node-sqlite3-wasm')
const fs = require('node:fs')
const { writeSync } = fs
let isFull = false
fs.writeSync = (file, bytes, ...where) => {
  try {
    const written = writeSync(file, bytes, ...where)
    isFull ||= written < bytes.length
    return written
  } catch (cause) {
    isFull ||= cause.code === 'ENOSPC'
    throw cause
  }
}
const codes = [[/malformed/, 11], [/not a database/, 26], [/disk I.O/, 10]]
const trying = (work) => {
  isFull = false
  try {
    return work()
  } catch (cause) {
    const errcode = isFull ? 13 : codes.find(([words]) => words.test(cause.message))?.[1] ?? 1
    throw Object.assign(new Error(cause.message), { code: 'ERR_SQLITE_ERROR', errcode })
  }
}
export const backup = async () => {
  throw new Error('This SQLite makes no backups.')
}
const stamp = (file) => (existsSync(file) ? statSync(file, { bigint: true }).mtimeNs : 0n)
/** A second connection reads a copy, made while nobody wrote. */
const copied = (path) => {
  const files = [path, path + '-wal']
  const copy = mkdtempSync(tmpdir() + '/read-') + '/copy.db'
  for (let tries = 0; tries < 100; tries += 1) {
    const before = files.map(stamp).join()
    for (const file of files) if (existsSync(file)) copyFileSync(file, copy + file.slice(path.length))
    if (files.map(stamp).join() === before) return copy
  }
  throw new Error('the database was never quiet')
}
export class DatabaseSync {
  #db
  #copy = null
  constructor(given, { readOnly = false } = {}) {
    if (readOnly) this.#copy = copied(given)
    const path = this.#copy ?? given
    if (path !== ':memory:') rmSync(path + '.lock', { recursive: true, force: true })
    this.#db = trying(() => new Database(path))
    this.exec('PRAGMA locking_mode = EXCLUSIVE')
  }
  get isOpen() { return this.#db.isOpen }
  get isTransaction() { return this.#db.inTransaction }
  exec(sql) { trying(() => this.#db.exec(sql)) }
  prepare(sql) {
    return {
      run: (...values) => trying(() => this.#db.run(sql, values)),
      all: (...values) => trying(() => this.#db.all(sql, values)),
      get: (...values) => trying(() => this.#db.get(sql, values)) ?? undefined,
    }
  }
  close() {
    trying(() => this.#db.close())
    if (this.#copy) rmSync(this.#copy.slice(0, -'/copy.db'.length), { recursive: true, force: true })
  }
}
`

/**
 * Adds what the stand-in's Node 20 lacks and the program's Node 24 has; loaded before the program.
 * Exports cannot be added to a builtin module, so in the copy, imports of `node:tls` and
 * `node:sqlite` are redirected to modules that have them.
 */
const node20Shim = {
  'test-node-20-shim.js': `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
require('node:zlib').createZstdDecompress ??= () => { throw new Error('The stand-in Electron knows no zstd.') }
require('node:worker_threads').markAsUncloneable ??= () => undefined
const { X509Certificate } = require('node:crypto')
if (!('validToDate' in X509Certificate.prototype))
  Object.defineProperty(X509Certificate.prototype, 'validToDate', { get() { return new Date(this.validTo) } })
`,
  'test-node-20-tls.js': `import { rootCertificates } from 'node:tls'
export * from 'node:tls'
export const getCACertificates = (type) => (type === 'system' ? [] : [...rootCertificates])
`,
  'test-node-20-sqlite.js': node20Sqlite,
  'test-entry.js': `import './test-node-20-shim.js'\nimport './main.js'\n`,
}

/** @returns Electron's start file, relative to the program's folder */
export const addNode20Shim = (electronDir: string): string => {
  for (const name of readdirSync(electronDir)) {
    if (!name.endsWith('.js')) continue
    const file = path.join(electronDir, name)
    const source = readFileSync(file, 'utf8')
    const led = source.replaceAll(/from "node:(tls|sqlite)"/g, 'from "./test-node-20-$1.js"')
    if (led !== source) writeFileSync(file, led)
  }
  for (const [name, source] of Object.entries(node20Shim))
    writeFileSync(path.join(electronDir, name), source)
  const sqlite = path.join('node_modules', 'node-sqlite3-wasm')
  cpSync(path.join(root, sqlite), path.join(electronDir, sqlite), { recursive: true })
  return 'dist/electron/test-entry.js'
}

const layOutProgram = (appDir: string, electron: TestElectron): void => {
  mkdirSync(appDir, { recursive: true })
  for (const part of ['electron', 'renderer']) {
    cpSync(path.join(root, 'dist', part), path.join(appDir, 'dist', part), { recursive: true })
  }
  const keytar = path.join(root, 'node_modules', 'keytar')
  if (existsSync(keytar))
    cpSync(keytar, path.join(appDir, 'node_modules', 'keytar'), {
      recursive: true,
      dereference: true,
    })
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null)
    throw new Error('package.json holds no object')
  const entry =
    electron.kind === 'stand-in'
      ? { main: addNode20Shim(path.join(appDir, 'dist', 'electron')) }
      : {}
  writeFileSync(path.join(appDir, 'package.json'), JSON.stringify({ ...manifest, ...entry }))
}

/**
 * `exec` keeps the process id, so that the starter can end the program by that id. Playwright reads
 * standard output and error itself, so the tests read the log files. Playwright removes
 * NODE_OPTIONS, so the options are passed under another name.
 */
export const starter = (program: string): string => `#!/bin/bash
[ -z "$GLIDEPATH_TEST_NODE_OPTIONS" ] || export NODE_OPTIONS="$GLIDEPATH_TEST_NODE_OPTIONS"
[ -n "$GLIDEPATH_TEST_LOG" ] || exec ${[...becomePerson, program].map((word) => `'${word}'`).join(' ')} "$@"
exec ${[...becomePerson, program].map((word) => `'${word}'`).join(' ')} "$@" \\
  > >(exec tee -a "$GLIDEPATH_TEST_LOG.out") 2> >(exec tee -a "$GLIDEPATH_TEST_LOG.err" >&2)
`

/**
 * Gives Chromium's sandbox the owner and mode that an installer would set. Only root can set them,
 * and only a program run by another user needs them.
 */
export const giveSandbox = (folder: string): void => {
  if (process.getuid?.() !== 0) return
  const helper = path.join(folder, 'chrome-sandbox')
  const bytes = readFileSync(helper)
  // The file may be a link to a file in another stage, which must stay unchanged.
  rmSync(helper)
  writeFileSync(helper, bytes)
  chmodSync(helper, 0o4755)
}

/**
 * Creates a stage on the cache's file system: Electron with the build in `dist`, or with the files
 * that `layOut` writes into the given folder. {@link removeStage} removes it. Linux only.
 */
export const makeStage = (electron: TestElectron, layOut = layOutProgram): Stage => {
  const cache = testElectronCache()
  mkdirSync(cache, { recursive: true })
  clearLeftStages(cache)
  const folder = mkdtempSync(path.join(cache, `stage-${process.pid}-`))
  chmodSync(folder, 0o755)
  linkTree(path.dirname(electron.program), folder)
  giveSandbox(folder)
  const appDir = path.join(folder, 'resources', 'app')
  layOut(appDir, electron)
  const program = path.join(folder, path.basename(electron.program))
  const packaged = path.join(folder, 'glidepath')
  linkSync(program, packaged)
  const command = path.join(folder, 'start-as-person.sh')
  const packagedCommand = path.join(folder, 'start-packaged-as-person.sh')
  writeFileSync(command, starter(program), { mode: 0o755 })
  writeFileSync(packagedCommand, starter(packaged), { mode: 0o755 })
  return { folder, electron, command, packagedCommand, program, appDir }
}

export const removeStage = (stage: Pick<Stage, 'folder'>): void =>
  rmSync(stage.folder, { recursive: true, force: true })

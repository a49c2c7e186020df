import { spawn } from 'node:child_process'
import { findBrowser, hasDisplay, type Machine } from './find-browser.ts'
import { createWindowFolder, type WindowFolder } from './window-folder.ts'

export type Opened =
  | { readonly kind: 'window'; readonly closed: Promise<void>; readonly close: () => void }
  | { readonly kind: 'defaultBrowser' }
  | { readonly kind: 'none'; readonly reason: string }

/**
 * These switches show only the program's page: no first-run screens, and no network traffic by the
 * browser itself.
 */
const quietFlags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** As root, Chromium does not start with its sandbox. */
const appWindowArguments = ({ address, folder }: WindowFolder, isRoot: boolean) => [
  `--app=${address}`,
  `--user-data-dir=${folder}`,
  '--window-size=1280,840',
  ...quietFlags,
  ...(isRoot ? ['--no-sandbox'] : []),
]

const isSnap = (browser: string) => browser.startsWith('/snap/')

/**
 * The browser profile is new. It is removed when the window closes, or at a later start, so no
 * participant data stays in the browser's files.
 */
const openAppWindow = (browser: string, url: string, entered: Promise<void>): Opened => {
  const own = createWindowFolder(url, { inHome: isSnap(browser) })
  const isRoot = process.getuid?.() === 0
  const child = spawn(browser, appWindowArguments(own, isRoot), {
    stdio: 'ignore',
    // Ctrl+C or a closed terminal reaches the whole process group, but the window must stay until a submission is
    // answered.
    detached: process.platform !== 'win32',
  })
  const closed = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  process.once('exit', () => {
    child.kill()
    own.forget()
  })
  void entered.then(own.usedUp)
  void closed.then(own.forget)
  return { kind: 'window', closed, close: () => child.kill() }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** The default browser on Linux is often a snap, which can only read files in the home folder. */
const openDefaultBrowser = (
  url: string,
  platform: NodeJS.Platform,
  entered: Promise<void>,
): Promise<Opened> =>
  new Promise((resolve) => {
    const own = createWindowFolder(url, { inHome: platform === 'linux' })
    const [command, ...rest] = openers[platform] ?? ['xdg-open']
    const child = spawn(command, [...rest, own.address], { stdio: 'ignore', detached: true })
    process.once('exit', own.forget)
    void entered.then(own.forget)
    child.once('error', () => {
      own.forget()
      resolve({ kind: 'none', reason: 'no browser was found' })
    })
    child.once('spawn', () => {
      child.unref()
      resolve({ kind: 'defaultBrowser' })
    })
  })

/**
 * Shows `url` in an app window of an installed Chromium, Chrome or Edge, otherwise in the default
 * browser. Without a display, it shows nothing. The address appears on no command line. Resolve
 * `entered` once the page has used the address.
 */
export const openBrowser = async (
  url: string,
  machine: Machine,
  entered: Promise<void>,
): Promise<Opened> => {
  if (!hasDisplay(machine)) return { kind: 'none', reason: 'there is no display' }
  const browser = findBrowser(machine)
  return browser === null
    ? openDefaultBrowser(url, machine.platform, entered)
    : openAppWindow(browser, url, entered)
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser, hasDisplay } from './find-browser.ts'
import type { Machine } from './find-browser.ts'

/** A window that was opened, or why there is none. */
export type Opened =
  | { readonly kind: 'window'; readonly closed: Promise<void>; readonly close: () => void }
  | { readonly kind: 'defaultBrowser' }
  | { readonly kind: 'none'; readonly reason: string }

/** Nothing but our page, no first-run screens, no talk with the network of the browser's own. */
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

/** Arguments of an app window. As root, Chromium does not start with its sandbox. */
export const appWindowArguments = (url: string, profile: string, isRoot: boolean): readonly string[] => [
  `--app=${url}`,
  `--user-data-dir=${profile}`,
  '--window-size=1280,840',
  ...quietFlags,
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** The profile is new and is deleted with the window: nothing of a participant stays in a browser's files. */
const openAppWindow = (browser: string, url: string): Opened => {
  const profile = mkdtempSync(path.join(tmpdir(), 'glidepath-window-'))
  const isRoot = process.getuid?.() === 0
  const child = spawn(browser, [...appWindowArguments(url, profile, isRoot)], { stdio: 'ignore' })
  const forget = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  const closed = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  process.once('exit', forget)
  void closed.then(forget)
  return { kind: 'window', closed, close: () => child.kill() }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

const openDefaultBrowser = (url: string, platform: NodeJS.Platform): Promise<Opened> =>
  new Promise((resolve) => {
    const [command, ...rest] = openers[platform] ?? ['xdg-open']
    const child = spawn(command, [...rest, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve({ kind: 'none', reason: 'no browser was found' }))
    child.once('spawn', () => {
      child.unref()
      resolve({ kind: 'defaultBrowser' })
    })
  })

/**
 * Shows `url`: in an app window of an installed Chromium, Chrome or Edge, else in the default browser; where there is
 * no display, nowhere.
 */
export const openBrowser = async (url: string, machine: Machine): Promise<Opened> => {
  if (!hasDisplay(machine)) return { kind: 'none', reason: 'there is no display' }
  const browser = findBrowser(machine)
  return browser === null ? openDefaultBrowser(url, machine.platform) : openAppWindow(browser, url)
}

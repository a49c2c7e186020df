import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The process that made a folder is in its name, so that another one knows whether it is still in use. */
const prefix = 'glidepath-window-'
const namePattern = /^glidepath-window-(\d+)-\w{6}$/
/** Milliseconds after which a folder that nobody uses is taken for left over. */
const leftOverAfter = 24 * 60 * 60 * 1000

/** A folder for one window that only this account can look into. */
export interface WindowFolder {
  readonly folder: string
  /** `file:` address of a page that leads on to the program's, until `usedUp`. */
  readonly address: string
  /** Takes the page away: its one-time address has been used. */
  readonly usedUp: () => void
  /** Takes everything away. */
  readonly forget: () => void
}

/** The address stands in here because everybody on the machine can read a command line. */
const pageTo = (url: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Glidepath</title>
<script>location.replace(${JSON.stringify(url)})</script>
<noscript><a href="${url}">Open Glidepath</a></noscript>
`

/**
 * A new folder with a page that leads to `url`. It lies in the temporary folder, or with `inHome` in the home folder,
 * by a name without a dot: browsers in a sandbox of their own (snap) see nothing else of the disk.
 */
export const createWindowFolder = (
  url: string,
  { inHome }: { readonly inHome: boolean },
): WindowFolder => {
  const make = (parent: string): string =>
    mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  const makeAtHome = (): string => {
    try {
      return make(homedir())
    } catch {
      // A home folder that is not there or not to be written to.
      return make(tmpdir())
    }
  }
  const folder = inHome ? makeAtHome() : make(tmpdir())
  const page = path.join(folder, 'open.html')
  writeFileSync(page, pageTo(new URL(url).href), { mode: 0o600, flag: 'wx' })
  return {
    folder,
    address: pathToFileURL(page).href,
    usedUp: () => rmSync(page, { force: true }),
    forget: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

const isLeftOver = async (file: string, name: string, now: number): Promise<boolean> => {
  const processId = Number(namePattern.exec(name)?.[1] ?? '0')
  if (processId === 0 || isRunning(processId)) return false
  const about = await lstat(file)
  const isOurs = process.getuid === undefined || about.uid === process.getuid()
  return about.isDirectory() && isOurs && now - about.mtimeMs > leftOverAfter
}

/**
 * Removes from `parents` the windows' folders that programs which were killed have left: a profile holds what the
 * browser kept of the page. Only folders of this account, more than a day old, whose program is gone. Never rejects.
 */
export const sweepWindowFolders = async (
  now = Date.now(),
  parents: readonly string[] = [tmpdir(), homedir()],
): Promise<void> => {
  for (const parent of parents) {
    for (const name of await readdir(parent).catch(() => [])) {
      const file = path.join(parent, name)
      const goes = await isLeftOver(file, name, now).catch(() => false)
      if (goes) await rm(file, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

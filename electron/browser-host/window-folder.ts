import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The folder's name contains the id of its process, which shows whether the folder is still in use.
 */
const prefix = 'glidepath-window-'
const namePattern = /^glidepath-window-(\d+)-\w{6}$/
/** An unused folder counts as left over after this many milliseconds. */
const leftOverAfter = 24 * 60 * 60 * 1000

/**
 * The address is in this page and not on the command line, which every user of the machine can
 * read.
 */
const pageTo = (url: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Glidepath</title>
<script>location.replace(${JSON.stringify(url)})</script>
<noscript><a href="${url}">Open Glidepath</a></noscript>
`

/**
 * Creates a folder with a page that leads to `url`. The folder is in the temporary folder or, with
 * `inHome`, in the home folder under a name without a leading dot: a sandboxed browser (snap)
 * cannot see the rest of the disk.
 */
export const createWindowFolder = (url: string, { inHome }: { readonly inHome: boolean }) => {
  const make = (parent: string) => mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  const makeAtHome = () => {
    try {
      return make(homedir())
    } catch {
      // The home folder is missing or read-only.
      return make(tmpdir())
    }
  }
  const folder = inHome ? makeAtHome() : make(tmpdir())
  const page = path.join(folder, 'open.html')
  writeFileSync(page, pageTo(new URL(url).href), { mode: 0o600, flag: 'wx' })
  return {
    folder,
    /**
     * The address of the folder's page, which redirects to the program until `usedUp` is called.
     */
    address: pathToFileURL(page).href,
    usedUp: () => rmSync(page, { force: true }),
    forget: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

export type WindowFolder = ReturnType<typeof createWindowFolder>

const isRunning = (processId: number) => {
  try {
    process.kill(processId, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

const isLeftOver = async (file: string, name: string, now: number) => {
  const processId = Number(namePattern.exec(name)?.[1] ?? '0')
  if (processId === 0 || isRunning(processId)) return false
  const about = await lstat(file)
  const isOurs = process.getuid === undefined || about.uid === process.getuid()
  return about.isDirectory() && isOurs && now - about.mtimeMs > leftOverAfter
}

/**
 * Removes window folders that killed programs left in `parents`, because a browser profile holds traces of the page.
 * Removes only folders of this account, more than a day old, whose program has ended. Never rejects.
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

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The process that made it is in the name, so that another one knows whether it is still in use. */
const prefix = 'glidepath-window-'

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
export const createWindowFolder = (url: string, { inHome }: { readonly inHome: boolean }): WindowFolder => {
  const make = (parent: string): string => mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
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

import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whom the desktop runs as. Chromium has no sandbox for root, so tests that run as root start it as `nobody`. */
export interface Person {
  readonly uid: number
  readonly gid: number
}

const nobody: Person = { uid: 65_534, gid: 65_534 }

/** `null` where the tests run as an ordinary user, who then is the person. */
export const person: Person | null = process.getuid?.() === 0 ? nobody : null

/** Options of `spawn` that start a process as the person. */
export const asPerson = person ?? {}

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A folder of the person's own, gone when the test process ends. */
export const personalFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `glidepath-${name}-`))
  if (person !== null) chownSync(folder, person.uid, person.gid)
  made.push(folder)
  return folder
}

/** Words to put before a command so that it runs as the person and keeps its process id. */
export const becomePerson: readonly string[] =
  person === null
    ? []
    : ['setpriv', `--reuid=${person.uid}`, `--regid=${person.gid}`, '--clear-groups', '--']

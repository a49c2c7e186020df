import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The user who runs the desktop program in tests. Chromium has no sandbox for root, so tests run by root start the
 * program as `nobody`.
 */
export interface Person {
  readonly uid: number
  readonly gid: number
}

const nobody: Person = { uid: 65_534, gid: 65_534 }

/** `null` if an ordinary user runs the tests; the program then runs as the same user. */
export const person: Person | null = process.getuid?.() === 0 ? nobody : null

/** Options for `spawn` that start a process as the test user. */
export const asPerson = person ?? {}

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A folder that the test user owns, removed when the test process ends. */
export const personalFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `glidepath-${name}-`))
  if (person !== null) chownSync(folder, person.uid, person.gid)
  made.push(folder)
  return folder
}

/** Words to put before a command, so that it runs as the test user and keeps its process id. */
export const becomePerson: readonly string[] =
  person === null
    ? []
    : ['setpriv', `--reuid=${person.uid}`, `--regid=${person.gid}`, '--clear-groups', '--']

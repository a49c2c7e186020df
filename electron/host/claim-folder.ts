import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '#shared/result.ts'
import { takeFolder } from './folder-lock.ts'

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

const isFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT'

/** What the system's code means for a person. */
const reasonOf = (code: string): string => {
  if (isFull(code)) return 'the disk is full'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read or write there'
  if (code === 'EROFS') return 'its disk can only be read'
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file is in its place'
  return `the system says ${code}`
}

/** The failure for a person, naming the folder; whatever does not come from the system is a bug and thrown on. */
const unusable = (dataDir: string, cause: unknown): Result<never> => {
  const code = codeOf(cause)
  if (code === '') throw cause
  return fail({
    code: 'input.invalid',
    field: 'data-dir',
    message: `The data folder ${dataDir} cannot be used: ${reasonOf(code)}.`,
    advice: `${isFull(code) ? 'Free some space' : 'Put that right'} and start again, or choose another folder with --data-dir.`,
  })
}

/**
 * Makes the data folder where there is none and sees that it can be written to; fails with a sentence that says why not.
 * A full disk is no reason: saved results can still be read, and every write says so by itself.
 */
export const makeFolder = (dataDir: string): Result<void> => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    return unusable(dataDir, cause)
  }
  try {
    rmdirSync(mkdtempSync(path.join(dataDir, 'try-')))
  } catch (cause) {
    if (!isFull(codeOf(cause))) return unusable(dataDir, cause)
  }
  return ok(undefined)
}

/** Makes the data folder and takes it for this program until it ends ({@link takeFolder}); fails with a sentence why not. */
export const claimFolder = async (dataDir: string): Promise<Result<void>> => {
  const made = makeFolder(dataDir)
  if (!made.ok) return made
  try {
    if (await takeFolder(dataDir)) return ok(undefined)
  } catch (cause) {
    return unusable(dataDir, cause)
  }
  return fail({
    code: 'input.invalid',
    field: 'data-dir',
    message: `Glidepath is already running with the data folder ${dataDir}.`,
    advice:
      'Go on there, in its window or its browser page, or choose another folder with --data-dir.',
  })
}

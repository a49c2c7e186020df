import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '#shared/result.ts'
import { takeFolder } from './folder-lock.ts'

const codeOf = (cause: unknown) =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

const isFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT'

const reasonOf = (code: string) => {
  if (isFull(code)) return 'the disk is full'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read or write there'
  if (code === 'EROFS') return 'its disk can only be read'
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file is in its place'
  return `the system says ${code}`
}

/**
 * Turns a failure into a sentence with the folder's name. Rethrows an error that the operating
 * system did not cause, because that is a bug.
 */
const unusable = (dataDir: string, cause: unknown) => {
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
 * Creates the data folder if needed, and checks that it is writable; fails with a sentence. A full
 * disk is not a failure here, because saved records are still readable and every write reports the
 * full disk.
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

/**
 * Creates the data folder and locks it until the program ends ({@link takeFolder}); fails with a
 * sentence.
 */
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

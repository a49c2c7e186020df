import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Absolute paths of the files in `folder`, including subfolders unless `shallow`. Files that
 * disappear during the search are left out.
 */
const filesIn = (folder: string, shallow: boolean): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const whole = path.join(folder, entry.name)
      if (entry.isDirectory()) return shallow ? [] : filesIn(whole, false)
      return entry.isFile() ? [whole] : []
    })
  } catch {
    return []
  }
}

const holds = (file: string, content: string): boolean => {
  try {
    return readFileSync(file).includes(content)
  } catch {
    return false
  }
}

const isOwnSince = (file: string, uid: number, since: number): boolean => {
  try {
    const status = statSync(file)
    return status.uid === uid && status.mtimeMs >= since
  } catch {
    return false
  }
}

/** Files in and below `folders` that contain `content`, including hidden files. */
export const filesHolding = (content: string, folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => filesIn(folder, false)).filter((file) => holds(file, content))

/**
 * Files directly in `folder` that belong to user `uid`, were written after `since` (epoch milliseconds) and contain
 * `content`.
 */
export const filesWrittenSince = (
  since: number,
  uid: number,
  content: string,
  folder: string,
): readonly string[] =>
  filesIn(folder, true).filter((file) => isOwnSince(file, uid, since) && holds(file, content))

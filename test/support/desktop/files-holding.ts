import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Absolute paths of the files in `folder`, at any depth unless `shallow`. Files that vanish meanwhile are left out. */
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

/** Files below `folders` that contain `content`, including hidden files. */
export const filesHolding = (content: string, folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => filesIn(folder, false)).filter((file) => holds(file, content))

/**
 * Files of the user `uid` directly in `folder`, written since `since` (milliseconds since 1970), that contain
 * `content`.
 */
export const filesWrittenSince = (
  since: number,
  uid: number,
  content: string,
  folder: string,
): readonly string[] =>
  filesIn(folder, true).filter((file) => isOwnSince(file, uid, since) && holds(file, content))

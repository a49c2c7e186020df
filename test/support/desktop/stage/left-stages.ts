import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isRunning } from '../../../../build/lib/lock.mjs'

/**
 * Milliseconds. A folder newer than this may belong to another container's run on the same cache.
 */
const surelyOverMs = 3_600_000
const dayMs = 24 * 3_600_000

/**
 * The age in milliseconds at which a folder with this name counts as left over; null for a folder
 * that must stay.
 */
const leftFrom = (name: string): number | null => {
  const owner = /^stage-(\d+)-/.exec(name)?.[1]
  if (owner !== undefined) return isRunning(Number(owner)) ? null : surelyOverMs
  return /^(?:(?:stage|package)-\w{6}|test-electron-[\d.]+\.\w{6})$/.test(name) ? dayMs : null
}

/**
 * Removes what killed runs left in the cache: stages whose owner is gone, and incomplete Electron
 * downloads.
 */
export const clearLeftStages = (cache: string, now = Date.now()): void => {
  for (const name of readdirSync(cache)) {
    const from = leftFrom(name)
    const folder = path.join(cache, name)
    // Another run may be removing folders at the same time.
    const found = from === null ? undefined : statSync(folder, { throwIfNoEntry: false })
    if (from !== null && found && now - found.mtimeMs > from)
      rmSync(folder, { recursive: true, force: true })
  }
}

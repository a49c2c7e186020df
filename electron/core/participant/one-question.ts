import type { PickFile } from '../platform/ports.ts'

/**
 * Runs `pick` with one dialog at a time; a request during an open dialog returns nothing. The dialog stays open when
 * the program locks, and a passer-by could use it, so a choice made then is ignored.
 */
export const oneQuestion = (pick: PickFile, isLocked: () => boolean): PickFile => {
  let asking = false
  return async () => {
    if (asking) return null
    asking = true
    try {
      const path = await pick()
      return isLocked() ? null : path
    } finally {
      asking = false
    }
  }
}

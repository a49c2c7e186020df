import type { PickFile } from '../platform/ports.ts'

/**
 * `pick` with one dialog at a time: another request returns nothing. The dialog stays open when the program locks,
 * within reach of a passer-by, so a choice made then is ignored.
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

import type { PickFile } from '../platform/ports.ts'

/**
 * Opens one dialog at a time: a call while a dialog is open returns nothing. A dialog stays open
 * when the program locks, where a passer-by could use it, so a choice made while locked is ignored.
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

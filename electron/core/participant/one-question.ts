import type { PickFile } from './load-file.ts'

/**
 * `pick` with one dialog at a time: while one is open, a further question chooses nothing. The dialog stays open over a
 * locked program, in reach of whoever passes by, so what is chosen there is no choice either.
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

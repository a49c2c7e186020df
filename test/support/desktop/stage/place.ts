import type { Stage } from './stage.ts'

/** What each launch of the desktop program needs: the staged program (`Stage`) and an X display. */
export interface DesktopPlace {
  readonly stage: Stage
  readonly display: string
}

let place: DesktopPlace | null = null

/**
 * Sets the stage and display that this process uses. In the desktop tests, a set-up file calls this
 * function.
 */
export const setDesktopPlace = (given: DesktopPlace): void => {
  place = given
}

export const desktopPlace = (): DesktopPlace => {
  if (place === null) throw new Error('no one has said where the desktop program lies')
  return place
}

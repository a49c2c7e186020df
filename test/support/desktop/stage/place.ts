import type { Stage } from './stage.ts'

/** What every start of the desktop program needs: the program beside Electron, and a display. */
export interface DesktopPlace {
  readonly stage: Stage
  readonly display: string
}

let place: DesktopPlace | null = null

/** Sets where this process starts the program. For the desktop tests, a set-up file calls it. */
export const setDesktopPlace = (given: DesktopPlace): void => {
  place = given
}

export const desktopPlace = (): DesktopPlace => {
  if (place === null) throw new Error('no one has said where the desktop program lies')
  return place
}

import { powerMonitor } from 'electron'
import type { CoreDoor } from '../core/door.ts'

/** Locks together with the computer, and before it sleeps. Call once the application is ready. */
export const lockWithComputer = (core: Pick<CoreDoor, 'lock'>): void => {
  powerMonitor.on('lock-screen', core.lock)
  powerMonitor.on('suspend', core.lock)
}

import { powerMonitor } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/door.ts'

/**
 * Follows the computer: locks with it and before it sleeps, and begins no further row of a list when it is about to sleep
 * or the user's session to end, so that few requests are cut off on their way. Call once the application is ready.
 */
export const followComputer = (core: Pick<CoreDoor, 'lock' | 'beginNoMore'>, window: BrowserWindow): void => {
  const rest = (): void => core.beginNoMore('computer')
  powerMonitor.on('lock-screen', core.lock)
  powerMonitor.on('suspend', core.lock)
  powerMonitor.on('suspend', rest)
  // Linux and macOS; Windows tells its windows.
  powerMonitor.on('shutdown', rest)
  window.on('query-session-end', rest)
}

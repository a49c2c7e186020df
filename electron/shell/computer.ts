import { powerMonitor, type BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/ipc/door.ts'
import type { Quit } from './quit.ts'

/** What Electron hands to listeners of `shutdown`; its types do not say so. */
interface ShutdownEvent {
  readonly preventDefault: () => void
}

/**
 * Follows the computer: locks with it and before it sleeps, and begins no further row of a list when it is about to sleep
 * or the user's session to end, so that few requests are cut off on their way. On Linux, where nobody can answer a question
 * once the computer goes down, the program ends by itself. Call once the application is ready.
 */
export const followComputer = (
  core: Pick<CoreDoor, 'lock' | 'beginNoMore'>,
  window: BrowserWindow,
  quit: Quit,
  platform: NodeJS.Platform = process.platform,
): void => {
  const rest = (): void => core.beginNoMore('computer')
  powerMonitor.on('lock-screen', core.lock)
  powerMonitor.on('suspend', core.lock)
  powerMonitor.on('suspend', rest)
  // Linux and macOS; Windows tells its windows.
  powerMonitor.on('shutdown', (event?: ShutdownEvent) => {
    rest()
    if (platform !== 'linux') return
    // Electron then holds the shutdown up until the program has ended.
    event?.preventDefault()
    quit.goDown()
  })
  window.on('query-session-end', rest)
}

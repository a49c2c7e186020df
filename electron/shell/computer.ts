import { powerMonitor, type BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Quit } from './quit.ts'

/** The event that Electron passes to listeners of `shutdown`; its types lack it. */
interface ShutdownEvent {
  readonly preventDefault: () => void
}

/**
 * Follows the computer: locks together with it and before it sleeps, and starts no further row of a list before sleep
 * or the end of the user's session, so that few requests are cut off. On Linux, where nobody can answer a question
 * during a shutdown, the program ends by itself. Call it once the application is ready.
 */
export const followComputer = (
  core: Pick<CoreDoor, 'lock' | 'beginNoMore'>,
  window: BrowserWindow,
  quit: Quit,
  platform: NodeJS.Platform = process.platform,
): void => {
  const rest = () => core.beginNoMore('computer')
  powerMonitor.on('lock-screen', core.lock)
  powerMonitor.on('suspend', core.lock)
  powerMonitor.on('suspend', rest)
  // This covers Linux and macOS; Windows tells its windows.
  powerMonitor.on('shutdown', (event?: ShutdownEvent) => {
    rest()
    if (platform !== 'linux') return
    // This makes Electron delay the shutdown until the program has ended.
    event?.preventDefault()
    quit.goDown()
  })
  window.on('query-session-end', rest)
}

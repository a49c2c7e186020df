import { powerMonitor, type BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Quit } from './quit.ts'

/** The event that Electron passes to listeners of `shutdown`; its types lack it. */
interface ShutdownEvent {
  readonly preventDefault: () => void
}

/**
 * Locks the program when the computer locks or goes to sleep. Before the computer sleeps or the
 * user's session ends, it starts no further row of a list, so that few requests are cut off. On
 * Linux, where nobody can answer a question during a shutdown, it ends the program. Call this once
 * the application is ready.
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
  // Linux and macOS emit this event. On Windows, the window receives its own event instead.
  powerMonitor.on('shutdown', (event?: ShutdownEvent) => {
    rest()
    if (platform !== 'linux') return
    // Delays the shutdown until the program has ended.
    event?.preventDefault()
    quit.goDown()
  })
  window.on('query-session-end', rest)
}

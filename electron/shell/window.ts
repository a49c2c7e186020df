import { BrowserWindow, screen, type Session, type WebPreferences } from 'electron'
import type { Logger, SettingsFile } from '../core/platform/ports.ts'
import { watchPage } from './page-watch.ts'
import { groundNow } from './theme.ts'
import { readWindowSize, rememberWindowSize, smallestWindow } from './window-size.ts'

/**
 * Preferences of the page: sandboxed, in an isolated world, without Node, and with nothing stored
 * on disk.
 */
export const webPreferences = (session: Session, preload: string): WebPreferences => ({
  session,
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  devTools: false,
})

interface WindowParts {
  /** Only in memory: its name has no `persist:` prefix. */
  readonly session: Session
  readonly preload: string
  /**
   * The icon for the title bar and window list on Linux; on other systems the executable contains
   * it.
   */
  readonly icon: string
  readonly settings: SettingsFile
  readonly logger: Logger
  readonly development: boolean
}

/** Opens the program's window; it becomes visible once the page has something to show. */
export const openWindow = ({
  session,
  preload,
  icon,
  settings,
  logger,
  development,
}: WindowParts): BrowserWindow => {
  const size = readWindowSize(settings, screen.getPrimaryDisplay().workAreaSize)
  const window = new BrowserWindow({
    width: size.width,
    height: size.height,
    minWidth: Math.min(smallestWindow.width, size.width),
    minHeight: Math.min(smallestWindow.height, size.height),
    title: 'Glidepath',
    ...(process.platform === 'linux' ? { icon } : {}),
    show: false,
    backgroundColor: groundNow(),
    webPreferences: { ...webPreferences(session, preload), devTools: development },
  })
  window.once('ready-to-show', () => {
    if (size.maximized) window.maximize()
    window.show()
  })
  // A participant's name must never appear in a window list or task bar.
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('close', () => {
    const { width, height } = window.getNormalBounds()
    try {
      rememberWindowSize(settings, { width, height, maximized: window.isMaximized() })
    } catch (cause) {
      // Catches failures, so that the other listeners still run when the window closes.
      logger.error('the size of the window could not be kept', cause)
    }
  })
  watchPage(window, logger)
  return window
}

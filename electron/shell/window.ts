import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Session, WebPreferences } from 'electron'
import type { Logger, SettingsFile } from '../core/ports.ts'
import { appUrl } from './origin.ts'
import { readWindowSize, rememberWindowSize, smallestWindow } from './window-size.ts'

/** Colour behind the page until it paints, as in `renderer/styles`: no white flash in a dark room. */
const background = { light: '#ffffff', dark: '#0f172a' }

/** A page that dies more often than this within a minute stays down, so that a broken page does not flicker on. */
const reloadsAMinute = 3

/** How a page of ours runs: in the sandbox, in a world of its own, without Node, remembering nothing on disk. */
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

/** Brings a page back whose process died; what was sent goes on in main meanwhile. */
const revive = (window: BrowserWindow, logger: Logger): void => {
  let deaths: readonly number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = Date.now()
    deaths = [...deaths.filter((time) => now - time < 60_000), now]
    logger.error(`the page's process ended: ${reason}`)
    if (deaths.length <= reloadsAMinute) window.webContents.reload()
  })
}

export interface WindowParts {
  /** In memory only: its name has no `persist:` prefix. */
  readonly session: Session
  readonly preload: string
  readonly settings: SettingsFile
  readonly logger: Logger
  readonly development: boolean
}

/** Opens the program's window; it shows itself once the page has something to show. */
export const openWindow = ({ session, preload, settings, logger, development }: WindowParts): BrowserWindow => {
  const size = readWindowSize(settings, screen.getPrimaryDisplay().workAreaSize)
  const window = new BrowserWindow({
    width: size.width,
    height: size.height,
    minWidth: Math.min(smallestWindow.width, size.width),
    minHeight: Math.min(smallestWindow.height, size.height),
    title: 'Glidepath',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: { ...webPreferences(session, preload), devTools: development },
  })
  window.once('ready-to-show', () => {
    if (size.maximized) window.maximize()
    window.show()
  })
  // A participant's name must never be in a window list or a task bar.
  window.on('page-title-updated', (event) => event.preventDefault())
  let closing = false
  window.on('close', () => {
    closing = true
    const { width, height } = window.getNormalBounds()
    try {
      rememberWindowSize(settings, { width, height, maximized: window.isMaximized() })
    } catch (cause) {
      // What else is asked before a window closes must still be asked.
      logger.error('the size of the window could not be kept', cause)
    }
  })
  revive(window, logger)
  window.loadURL(appUrl).catch((cause: unknown) => {
    // Told to end while the page loads, it comes here too.
    if (!closing) logger.error('the page could not be loaded', cause)
  })
  return window
}

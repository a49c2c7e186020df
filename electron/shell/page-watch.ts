import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { Logger } from '../core/platform/ports.ts'
import { endPage } from './end-page.ts'
import { appUrl, isAppUrl } from './origin.ts'

/** A page that dies more often than this within a minute is reloaded only at the user's request. */
const reloadsAMinute = 3
/** Delay before asking again when the window gets the focus, milliseconds: a closing window is gone by then. */
const comeback = 1_000
/** Error code of a load that was replaced by another load, which is not a failure. */
const aborted = -3

const failing: MessageBoxOptions = {
  type: 'error',
  message: 'Glidepath’s window keeps failing',
  detail:
    'What was sent is kept, and what is being sent goes on. What was typed and not sent is gone.',
  buttons: ['Try again', 'Quit'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

const notLoaded: MessageBoxOptions = {
  ...failing,
  message: 'Glidepath’s window could not be loaded',
  detail: 'What was sent is kept. If trying again does not help, install Glidepath again.',
}

const silent: MessageBoxOptions = {
  ...failing,
  type: 'warning',
  message: 'Glidepath’s window does not answer',
  detail:
    'It may only be busy. If it is started again, what was typed and not sent is lost. What was sent is kept, and what ' +
    'is being sent goes on.',
  buttons: ['Wait', 'Start the window again'],
}

/**
 * Loads and watches the page of `window`. A page whose process died is reloaded; if it keeps dying,
 * fails to load or does not respond, the user is told and decides. It asks one question at a time.
 * Sending continues in main.
 */
export const watchPage = (window: BrowserWindow, logger: Logger): void => {
  const { webContents } = window
  let deaths: readonly number[] = []
  let question: AbortController | null = null
  /** The question to ask about a window that has stayed empty. */
  let empty: MessageBoxOptions | null = null

  /** Resolves to the pressed button; null if the answer is outdated or another question is open. */
  const ask = async (options: MessageBoxOptions) => {
    if (question !== null || window.isDestroyed()) return null
    const mine = new AbortController()
    question = mine
    // The question appears above the window, which is still hidden if the page never painted.
    window.show()
    const { response } = await dialog.showMessageBox(window, { ...options, signal: mine.signal })
    if (question === mine) question = null
    return mine.signal.aborted || window.isDestroyed() ? null : response
  }
  const takeBack = () => {
    question?.abort()
    question = null
  }

  const load = (): void => {
    deaths = []
    empty = null
    // `did-fail-load` reports the failure.
    window.loadURL(appUrl).catch(() => undefined)
  }
  const tryAgainOrQuit = async (options: MessageBoxOptions) => {
    empty = options
    const pressed = await ask(options)
    if (pressed === 0) load()
    if (pressed === 1) app.quit()
  }
  const told = (work: Promise<void>): void =>
    void work.catch((cause: unknown) =>
      logger.error('what happened to the page could not be told', cause),
    )

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    takeBack()
    const now = Date.now()
    deaths = [...deaths.filter((time) => now - time < 60_000), now]
    logger.error(`the page's process ended: ${reason}`)
    if (deaths.length <= reloadsAMinute) webContents.reload()
    else told(tryAgainOrQuit(failing))
  })
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === aborted) return
    logger.error(`the page could not be loaded: ${description} (${code})`)
    told(tryAgainOrQuit(notLoaded))
  })
  webContents.on('did-navigate', (_event, url, status) => {
    // Electron does not check navigation to `about:blank` beforehand.
    if (!isAppUrl(url)) return load()
    // The page's own scheme answers with an error status if a file of the program is missing.
    if (status < 400) return
    logger.error(`the page could not be loaded: status ${status}`)
    told(tryAgainOrQuit(notLoaded))
  })
  webContents.on('unresponsive', () => {
    logger.warn('the page does not answer')
    const pid = webContents.getOSProcessId()
    told(
      ask(silent).then((pressed) => {
        if (pressed !== 1) return
        deaths = []
        endPage(webContents, pid)
      }),
    )
  })
  webContents.on('responsive', takeBack)
  // A user who chose Quit but then stayed returns to an empty window.
  window.on('focus', () => {
    setTimeout(() => {
      if (empty !== null && !window.isDestroyed() && window.isFocused()) told(tryAgainOrQuit(empty))
    }, comeback).unref()
  })
  window.once('closed', takeBack)
  load()
}

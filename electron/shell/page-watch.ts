import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { Logger } from '../core/ports.ts'
import { endPage } from './end-page.ts'
import { appUrl, isAppUrl } from './origin.ts'

/** A page that dies more often than this within a minute is brought back only when the person asks for it. */
const reloadsAMinute = 3
/** So long after the window is in front again its person is asked again, milliseconds: one that closes is gone by then. */
const comeback = 1_000
/** A load that was given up for another is no failure. */
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
  type: 'warning',
  message: 'Glidepath’s window does not answer',
  detail:
    'It may only be busy. If it is started again, what was typed and not sent is lost. What was sent is kept, and what ' +
    'is being sent goes on.',
  buttons: ['Wait', 'Start the window again'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

/**
 * Looks after the page of `window` and loads it: a page whose process died comes back, and where it keeps dying, cannot be
 * loaded or does not answer, the person is told and decides. One question at a time; what is sent goes on in main meanwhile.
 */
export const watchPage = (window: BrowserWindow, logger: Logger): void => {
  const { webContents } = window
  let deaths: readonly number[] = []
  let question: AbortController | null = null
  /** What is to be said of a window that stays empty. */
  let empty: MessageBoxOptions | null = null

  /** The button pressed; null when the answer is of no use any more, or another question is open. */
  const ask = async (options: MessageBoxOptions): Promise<number | null> => {
    if (question !== null || window.isDestroyed()) return null
    const mine = new AbortController()
    question = mine
    // A page that never painted has not shown its window, and the question belongs to it.
    window.show()
    const { response } = await dialog.showMessageBox(window, { ...options, signal: mine.signal })
    if (question === mine) question = null
    return mine.signal.aborted || window.isDestroyed() ? null : response
  }
  const takeBack = (): void => {
    question?.abort()
    question = null
  }

  const load = (): void => {
    deaths = []
    empty = null
    // What goes wrong is told by `did-fail-load`.
    window.loadURL(appUrl).catch(() => undefined)
  }
  const tryAgainOrQuit = async (options: MessageBoxOptions): Promise<void> => {
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
    // `about:blank` is the one address about which Electron asks nobody beforehand.
    if (!isAppUrl(url)) return load()
    // The page's own scheme answers with a status where one of the program's files is missing.
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
  // Who was asked, pressed Quit and then stayed comes back to an empty window.
  window.on('focus', () => {
    setTimeout(() => {
      if (empty !== null && !window.isDestroyed() && window.isFocused()) told(tryAgainOrQuit(empty))
    }, comeback).unref()
  })
  window.once('closed', takeBack)
  load()
}

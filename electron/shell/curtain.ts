import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebContentsView, type BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Logger } from '../core/platform/ports.ts'
import { endPage } from './end-page.ts'
import { groundNow } from './theme.ts'

/** How long a page may take to respond, and then to draw the lock screen; milliseconds. */
const patience = 1_000
/**
 * How long a covered page may stay blocked before it is ended, in milliseconds, because an open
 * print dialog could still print the page.
 */
const lastMoment = 10_000

/**
 * Covers a page that cannot hide its content itself. A system dialog, such as the print dialog,
 * blocks the page; if the program locks during that time, main covers the page with a curtain until
 * the page responds again. A page that stays blocked is ended and reloaded as the lock screen.
 * Typed text is lost, but a passer-by cannot print anything.
 */
export const hangCurtain = (
  window: BrowserWindow,
  events: CoreDoor['events'],
  logger: Logger,
): void => {
  let drawn = false

  /**
   * Covers the page until it responds or is ended. `moves` resolves when the page responds; `pid`
   * is the blocked process.
   */
  const draw = async (moves: Promise<boolean>, pid: number) => {
    // The curtain loads an empty page, because a view without one is never painted above a page
    // (electron/electron#43293).
    const curtain = new WebContentsView({
      webPreferences: { session: window.webContents.session, sandbox: true, javascript: false },
    })
    const { webContents: ground } = curtain
    const fit = () => curtain.setBounds({ ...window.getContentBounds(), x: 0, y: 0 })
    try {
      await ground.loadURL('about:blank')
      if (window.isDestroyed()) return
      curtain.setBackgroundColor(groundNow())
      fit()
      window.contentView.addChildView(curtain)
      window.on('resize', fit)
      if (!(await Promise.race([moves, wait(lastMoment, false)])) && !window.isDestroyed()) {
        const back = once(window.webContents, 'did-finish-load')
        if (endPage(window.webContents, pid)) {
          logger.warn('the page stood still while the program was locked, and was ended')
          // A page that keeps crashing comes back only when the user asks for it.
          await Promise.race([back, wait(lastMoment)])
        }
      }
      await wait(patience)
    } finally {
      if (!window.isDestroyed()) {
        window.off('resize', fit)
        window.contentView.removeChildView(curtain)
      }
      if (!ground.isDestroyed()) ground.close()
    }
  }

  const cover = async () => {
    if (window.isDestroyed()) return
    const pid = window.webContents.getOSProcessId()
    // Any result counts, because only a responsive page returns one.
    const moves = window.webContents.executeJavaScript('true').then(
      () => true,
      () => true,
    )
    if (await Promise.race([moves, wait(patience, false)])) return
    if (drawn || window.isDestroyed()) return
    drawn = true
    try {
      await draw(moves, pid)
    } finally {
      drawn = false
    }
  }
  events.on((event) => {
    if (event === 'lock.changed')
      cover().catch((cause: unknown) => logger.error('the page could not be covered', cause))
  })
}

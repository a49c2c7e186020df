import { setTimeout as wait } from 'node:timers/promises'
import { WebContentsView, type BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/ipc/door.ts'
import type { Logger } from '../core/ports.ts'
import { endPage } from './end-page.ts'
import { groundNow } from './theme.ts'

/** Milliseconds a page has to show that it lives, and then to draw the screen of the lock. */
const patience = 1_000
/** Milliseconds after which a covered page that still stands is ended: a print dialog that is open could still print it. */
const lastMoment = 10_000

/**
 * Hides what a page shows that cannot hide it itself. A dialog of the system that a page waits for, as the one for
 * printing, holds the page up; when the program locks meanwhile, main draws a curtain over the page until it moves again. A
 * page that stands longer is ended and comes back as the screen of the lock: what was typed in it is lost, and whoever
 * passes by can print nothing.
 */
export const hangCurtain = (
  window: BrowserWindow,
  events: CoreDoor['events'],
  logger: Logger,
): void => {
  let drawn = false

  /** A curtain over the page until it moves or is ended; `moves` tells that it does, `pid` is the process that stands. */
  const draw = async (moves: Promise<boolean>, pid: number): Promise<void> => {
    // An empty page: a view without one is never painted above a page (electron/electron#43293).
    const curtain = new WebContentsView({
      webPreferences: { session: window.webContents.session, sandbox: true, javascript: false },
    })
    const { webContents: ground } = curtain
    const fit = (): void => curtain.setBounds({ ...window.getContentBounds(), x: 0, y: 0 })
    try {
      await ground.loadURL('about:blank')
      if (window.isDestroyed()) return
      curtain.setBackgroundColor(groundNow())
      fit()
      window.contentView.addChildView(curtain)
      window.on('resize', fit)
      if (!(await Promise.race([moves, wait(lastMoment, false)])) && !window.isDestroyed()) {
        const back = new Promise<void>((resolve) =>
          window.webContents.once('did-finish-load', () => resolve()),
        )
        if (endPage(window.webContents, pid)) {
          logger.warn('the page stood still while the program was locked, and was ended')
          // One that keeps dying comes back only when its person asks for it.
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

  const cover = async (): Promise<void> => {
    if (window.isDestroyed()) return
    const pid = window.webContents.getOSProcessId()
    // Any answer will do: it only comes from a page that moves.
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

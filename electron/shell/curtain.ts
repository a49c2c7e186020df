import { setTimeout as wait } from 'node:timers/promises'
import { WebContentsView } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CoreDoor } from '../core/door.ts'
import type { Logger } from '../core/ports.ts'
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
export const hangCurtain = (window: BrowserWindow, events: CoreDoor['events'], logger: Logger): void => {
  let drawn = false

  const cover = async (): Promise<void> => {
    // Any answer will do: it only comes from a page that moves.
    const moves = window.webContents.executeJavaScript('true').then(
      () => true,
      () => true,
    )
    if (await Promise.race([moves, wait(patience, false)])) return
    if (drawn || window.isDestroyed()) return
    drawn = true
    // An empty page: a view without one is never painted above a page (electron/electron#43293).
    const curtain = new WebContentsView({ webPreferences: { session: window.webContents.session, sandbox: true, javascript: false } })
    await curtain.webContents.loadURL('about:blank')
    const fit = (): void => curtain.setBounds({ ...window.getContentBounds(), x: 0, y: 0 })
    curtain.setBackgroundColor(groundNow())
    fit()
    window.contentView.addChildView(curtain)
    window.on('resize', fit)
    if (!(await Promise.race([moves, wait(lastMoment, false)])) && !window.isDestroyed()) {
      logger.warn('the page stood still while the program was locked, and was ended')
      const back = new Promise<void>((resolve) => window.webContents.once('did-finish-load', () => resolve()))
      process.kill(window.webContents.getOSProcessId(), 'SIGKILL')
      await back
    }
    await wait(patience)
    drawn = false
    if (window.isDestroyed()) return
    window.off('resize', fit)
    window.contentView.removeChildView(curtain)
    curtain.webContents.close()
  }
  events.on((event) => {
    if (event === 'lock.changed') cover().catch((cause: unknown) => logger.error('the page could not be covered', cause))
  })
}

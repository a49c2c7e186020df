import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Logger } from '../core/platform/ports.ts'
import { closeWithin, waitUntilIdle } from '../host/closing.ts'

interface QuitParts {
  readonly core: CoreDoor
  readonly window: BrowserWindow
  readonly logger: Logger
}

/**
 * A page that has been asked to close counts as hanging after this many milliseconds without a
 * response.
 */
const patience = 5_000
/**
 * How long the program may still wait during a shutdown, in milliseconds: the time that systemd
 * allows (InhibitDelayMaxSec), minus the time for closing.
 */
const lastChance = 2_500

/** Asks the user only while something is being sent. Resolves to true if the program may end. */
const mayEnd = async ({ core, window }: QuitParts) => {
  const sentence = core.busy()
  if (sentence === null) return true
  const options: MessageBoxOptions = {
    type: 'warning',
    message: sentence,
    detail:
      'Wait for the answer, and Glidepath quits by itself. If you quit now, the submission is kept as in doubt: ' +
      'it may or may not have gone through.',
    buttons: ['Wait for the answer', 'Quit now', 'Do not quit'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  }
  const { response } = window.isDestroyed()
    ? await dialog.showMessageBox(options)
    : await dialog.showMessageBox(window, options)
  if (response === 2) return false
  if (response === 0) await waitUntilIdle(core)
  return true
}

/** Asks whether typed text may be lost; Enter and Escape cancel. Resolves to true if it may. */
const mayLoseTyped = async (window: BrowserWindow) => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Something typed has not been sent or kept',
    detail: 'Go back to send or save it. If you close Glidepath now, it is lost.',
    buttons: ['Go back', 'Discard and close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}

/**
 * Closes the window. A page that would lose typed text keeps the window open (`beforeunload`), and
 * the user decides. The question does not block main, so the window stays until the answer. A page
 * that hangs or has crashed does not keep the window open. Resolves to true once the window has
 * closed, and to false if it stays open.
 */
const pageLetsGo = (window: BrowserWindow): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (window.isDestroyed()) {
      resolve(true)
      return
    }
    const hangs = setTimeout(() => window.destroy(), patience)
    const gone = () => {
      clearTimeout(hangs)
      resolve(true)
    }
    const ask = async () => {
      clearTimeout(hangs)
      const discard = await mayLoseTyped(window)
      if (window.isDestroyed()) return
      if (discard) {
        window.destroy()
        return
      }
      window.off('closed', gone)
      resolve(false)
    }
    window.once('closed', gone)
    window.webContents.once('will-prevent-unload', () => void ask().catch(reject))
    window.close()
  })

/**
 * Waits for a submission as long as possible; if no answer arrives, the submission stays in doubt.
 */
const endUnasked = async ({ core, window }: QuitParts) => {
  await waitUntilIdle(core, { signal: AbortSignal.timeout(lastChance) }).catch(() => undefined)
  if (!window.isDestroyed()) window.destroy()
  await closeWithin(core)
}

/**
 * The program ends only after the core has closed. During a submission, or with typed text, it ends
 * only if the user agrees. Closing the only window quits. Each question is asked once. The question
 * about sending comes first, because the user may still cancel while waiting for the answer; a list
 * then stays paused.
 */
export const guardQuit = (parts: QuitParts) => {
  let state: 'open' | 'asking' | 'leaving' | 'down' | 'closed' = 'open'
  const isDown = () => state === 'down' || state === 'closed'
  const close = () => {
    state = 'closed'
    app.quit()
  }
  const end = async () => {
    const may = await mayEnd(parts)
    if (isDown()) return
    state = may ? 'leaving' : 'open'
    if (!may) return
    const gone = await pageLetsGo(parts.window)
    if (isDown()) return
    if (!gone) {
      state = 'open'
      return
    }
    await closeWithin(parts.core)
    if (!isDown()) close()
  }
  const failed = (cause: unknown) => {
    parts.logger.error('the program could not end in order', cause)
    app.exit(1)
  }
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state !== 'open') return
    state = 'asking'
    end().catch(failed)
  })
  parts.window.on('close', (event) => {
    if (state !== 'open' && state !== 'asking') return
    event.preventDefault()
    app.quit()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('quit', () => {
    // By now everything is on disk. Node would wait for the native call, which lasts until somebody
    // answers the password prompt, and then abort. Only a signal can end a process during a native
    // call.
    if (parts.core.keychainWaits()) process.kill(process.pid, 'SIGKILL')
  })
  return {
    /** Whether the program is ending for good. */
    hasBegun: () => state === 'leaving' || isDown(),
    /**
     * Call this when the computer shuts down and nobody can be asked. It finishes what it can in
     * the remaining time, then ends the program.
     */
    goDown: () => {
      if (isDown()) return
      state = 'down'
      endUnasked(parts).then(close, failed)
    },
  }
}
export type Quit = ReturnType<typeof guardQuit>

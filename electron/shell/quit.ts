import { app, dialog } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { CoreDoor } from '../core/door.ts'
import type { Logger } from '../core/ports.ts'
import { closeWithin, waitUntilIdle } from '../core/closing.ts'

export interface QuitParts {
  readonly core: CoreDoor
  readonly window: () => BrowserWindow | null
  readonly logger: Logger
}

/** Asks only while something is being sent. Resolves true when the program may end. */
const mayEnd = async ({ core, window }: QuitParts): Promise<boolean> => {
  const sentence = core.busy()
  if (sentence === null) return true
  const parent = window()
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
  const { response } =
    parent === null || parent.isDestroyed()
      ? await dialog.showMessageBox(options)
      : await dialog.showMessageBox(parent, options)
  if (response === 2) return false
  if (response === 0) await waitUntilIdle(core)
  return true
}

/**
 * Lets the program end only after the core has closed, and not while a submission is on its way unless the person
 * says so. Closing the window is quitting: there is only one.
 */
export const guardQuit = (parts: QuitParts): void => {
  let state: 'open' | 'asking' | 'closed' = 'open'
  const end = async (): Promise<void> => {
    if (!(await mayEnd(parts))) {
      state = 'open'
      return
    }
    await closeWithin(parts.core)
    state = 'closed'
    app.quit()
  }
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'asking') return
    state = 'asking'
    end().catch((cause: unknown) => {
      parts.logger.error('the program could not end in order', cause)
      app.exit(1)
    })
  })
  parts.window()?.on('close', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    app.quit()
  })
  app.on('window-all-closed', () => app.quit())
}

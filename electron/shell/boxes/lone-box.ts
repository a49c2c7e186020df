import { app, dialog, type Event, type MessageBoxOptions } from 'electron'

/** Short enough that a press seems to work at once, in milliseconds. */
const wakeMs = 100

/**
 * Shows a message box while the program has no window. Resolves to the pressed button, or to null
 * once the program is told to end. Main keeps running, so Ctrl+C works. On Linux, Electron settles
 * the box's promise outside Node's event loop, and its continuations wait for the loop's next turn.
 * Without a window nothing wakes the loop, so a press could take half a minute to work
 * (electron/electron#51049).
 */
export const showLoneBox = async (options: MessageBoxOptions): Promise<number | null> => {
  const told = Promise.withResolvers<null>()
  const onQuit = (event: Event) => {
    event.preventDefault()
    told.resolve(null)
  }
  app.on('before-quit', onQuit)
  const awake = setInterval(() => undefined, wakeMs)
  try {
    await app.whenReady()
    const pressed = dialog.showMessageBox(options).then(({ response }) => response)
    return await Promise.race([pressed, told.promise])
  } finally {
    clearInterval(awake)
    app.off('before-quit', onQuit)
  }
}

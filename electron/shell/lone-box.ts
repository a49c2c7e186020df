import { dialog, type MessageBoxOptions } from 'electron'

/** Often enough for a press to seem to work at once, milliseconds. */
const wakeMs = 100

/**
 * A message box of a program that has no window; the button pressed. On Linux Electron settles the box's promise outside
 * Node's loop and runs what waits for it when the loop turns next. Without a window nothing turns it, and a press would be
 * heard up to half a minute later (electron/electron#51049).
 */
export const showLoneBox = async (options: MessageBoxOptions): Promise<number> => {
  const awake = setInterval(() => undefined, wakeMs)
  try {
    return (await dialog.showMessageBox(options)).response
  } finally {
    clearInterval(awake)
  }
}

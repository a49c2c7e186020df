import { dialog } from 'electron'
import type { MessageBoxOptions } from 'electron'

/** Often enough for a press to seem to work at once, milliseconds. */
const wakeMs = 100

/**
 * A message box of a program that has no window; the button pressed. Without a window nothing wakes Node's loop, and on
 * Linux a press would be heard up to half a minute later.
 */
export const showLoneBox = async (options: MessageBoxOptions): Promise<number> => {
  const awake = setInterval(() => undefined, wakeMs)
  try {
    return (await dialog.showMessageBox(options)).response
  } finally {
    clearInterval(awake)
  }
}

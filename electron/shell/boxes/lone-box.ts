import { dialog, type MessageBoxOptions } from 'electron'

/** Frequent enough for a press to seem to work at once, milliseconds. */
const wakeMs = 100

/**
 * A message box of a program without windows; resolves to the pressed button. On Linux Electron settles the box's
 * promise outside Node's loop, and its continuations run at the loop's next turn. Without a window nothing turns the
 * loop, so a press could take half a minute (electron/electron#51049).
 */
export const showLoneBox = async (options: MessageBoxOptions): Promise<number> => {
  const awake = setInterval(() => undefined, wakeMs)
  try {
    return (await dialog.showMessageBox(options)).response
  } finally {
    clearInterval(awake)
  }
}

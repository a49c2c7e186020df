import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'

/** Tells over the window, once it is there, what was given to the program and could not be used. */
export const showNotices = (window: BrowserWindow, notices: readonly string[]): void => {
  if (notices.length === 0) return
  const tell = (): void => {
    // macOS shows no title, so the message has to make sense alone.
    const message = 'Glidepath has started, but not everything could be used'
    void dialog.showMessageBox(window, { type: 'warning', title: message, message, detail: notices.join('\n\n'), buttons: ['OK'], noLink: true })
  }
  if (window.isVisible()) tell()
  else window.once('ready-to-show', tell)
}

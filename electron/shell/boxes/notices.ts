import { dialog, type BrowserWindow } from 'electron'
import { inABox } from './in-a-box.ts'

/** Tells the user, above the window, which input the program could not use. */
export const showNotices = (window: BrowserWindow, notices: readonly string[]): void => {
  if (notices.length === 0) return
  const tell = () => {
    // macOS shows no title, so the message must make sense alone.
    const message = 'Glidepath has started, but not everything could be used'
    const detail = notices.map(inABox).join('\n\n')
    void dialog.showMessageBox(window, {
      type: 'warning',
      title: message,
      message,
      detail,
      buttons: ['OK'],
      noLink: true,
    })
  }
  if (window.isVisible()) tell()
  else window.once('ready-to-show', tell)
}

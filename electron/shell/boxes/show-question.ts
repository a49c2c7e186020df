import { dialog, type BrowserWindow } from 'electron'
import type { Question } from '../../core/platform/ports.ts'

/**
 * A press within this many milliseconds answers nothing, because it was meant for what was on screen before. The page
 * decides when a question comes, so it could let it come under a finger.
 */
const firstMs = 1_000

/**
 * Asks above `window`, in a box of the system that no page can draw, read or press. No is the default, and Escape means No.
 * A box that is answered too early is shown again. Resolves to true only for the other button.
 */
export const showQuestion = async (
  window: BrowserWindow,
  { message, meaning, facts, yes }: Question,
  signal: AbortSignal,
): Promise<boolean> => {
  while (!signal.aborted && !window.isDestroyed()) {
    const shownAt = performance.now()
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: 'Glidepath asks you',
      message,
      detail: [meaning, '', ...facts].join('\n'),
      buttons: ['No', yes],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    })
    if (performance.now() - shownAt >= firstMs) return response === 1
  }
  return false
}

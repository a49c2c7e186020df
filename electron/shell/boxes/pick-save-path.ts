import path from 'node:path'
import { app, dialog, type BrowserWindow, type SaveDialogOptions } from 'electron'
import type { SaveQuestion } from '../../core/platform/ports.ts'

/** The user's documents folder, or the home folder if the system knows none. */
const documents = (): string => {
  try {
    return app.getPath('documents')
  } catch {
    return app.getPath('home')
  }
}

/** The path that the user chose, or `null`. Writes nothing. */
export const pickSavePath = async (
  window: BrowserWindow | null,
  { title, fileName, kind, folder }: SaveQuestion,
): Promise<string | null> => {
  const options: SaveDialogOptions = {
    title,
    defaultPath: path.join(folder ?? documents(), fileName),
    filters: [{ name: kind.name, extensions: [kind.extension] }],
    // Windows and macOS always ask before they replace a file; Linux asks only with this property.
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  }
  const { canceled, filePath } = await (window === null || window.isDestroyed()
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

import path from 'node:path'
import { app, dialog, type BrowserWindow, type SaveDialogOptions } from 'electron'
import type { SaveQuestion } from '../core/ports.ts'

/** The person's documents, or where they are at home when the system knows of none. */
const documents = (): string => {
  try {
    return app.getPath('documents')
  } catch {
    return app.getPath('home')
  }
}

/** The path a person gave a file, or `null`. Nothing is written here. */
export const pickSavePath = async (
  window: BrowserWindow | null,
  { title, fileName, kind, folder }: SaveQuestion,
): Promise<string | null> => {
  const options: SaveDialogOptions = {
    title,
    defaultPath: path.join(folder ?? documents(), fileName),
    filters: [{ name: kind.name, extensions: [kind.extension] }],
    // The dialogs of Windows and macOS always ask before a file is replaced; that of Linux only when told to.
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
  const { canceled, filePath } = await (window === null || window.isDestroyed()
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

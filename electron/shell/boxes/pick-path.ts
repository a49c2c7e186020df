import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

/**
 * The path that the user chose, or `null`. Main shows the dialog, so that the page never names a file. Writes nothing.
 */
const pickPath = async (window: BrowserWindow | null, options: OpenDialogOptions) => {
  const { canceled, filePaths } = await (window === null || window.isDestroyed()
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}

export const pickParticipantFile = (window: BrowserWindow | null) =>
  pickPath(window, {
    title: 'Open participant XML',
    properties: ['openFile', 'dontAddToRecent'],
    filters: [
      { name: 'Participant XML', extensions: ['xml'] },
      { name: 'All files', extensions: ['*'] },
    ],
  })

export const pickFolder = (window: BrowserWindow | null, title: string) =>
  pickPath(window, {
    title,
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  })

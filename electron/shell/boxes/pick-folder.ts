import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

/** The folder that the user chose, or `null`. This writes nothing. */
export const pickFolder = async (
  window: BrowserWindow | null,
  title: string,
): Promise<string | null> => {
  const options: OpenDialogOptions = {
    title,
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory'],
  }
  const { canceled, filePaths } = await (window === null || window.isDestroyed()
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}

import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron'

const options: OpenDialogOptions = {
  title: 'Open participant XML',
  properties: ['openFile'],
  filters: [
    { name: 'Participant XML', extensions: ['xml'] },
    { name: 'All files', extensions: ['*'] },
  ],
}

/** The path that the user chose, or `null`. Main asks, so that the page never names a file. */
export const pickParticipantFile = async (window: BrowserWindow | null): Promise<string | null> => {
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}

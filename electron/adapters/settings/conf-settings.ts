import Conf from 'conf'
import { openSettings, settingsName } from './settings-file.ts'

/** The same file as electron-store's, through the library below it, for hosts without Electron's runtime. */
export const openConfSettings = (dataDir: string, now = Date.now()) =>
  openSettings(
    dataDir,
    now,
    (options) => new Conf<Record<string, unknown>>({ ...options, configName: settingsName }),
  )

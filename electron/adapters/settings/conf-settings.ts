import Conf from 'conf'
import { openSettings, settingsName } from './settings-file.ts'

/**
 * Opens the same file as electron-store, with the library that electron-store uses, for hosts without Electron's
 * runtime.
 */
export const openConfSettings = (dataDir: string, now = Date.now()) =>
  openSettings(
    dataDir,
    now,
    (options) => new Conf<Record<string, unknown>>({ ...options, configName: settingsName }),
  )

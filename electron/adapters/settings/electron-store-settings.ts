import ElectronStore from 'electron-store'
import { openSettings, settingsName } from './settings-file.ts'

/** The desktop program's settings in `settings.json` of the data folder. Needs Electron's runtime. */
export const openElectronStoreSettings = (dataDir: string) =>
  openSettings(
    dataDir,
    Date.now(),
    (options) => new ElectronStore<Record<string, unknown>>({ ...options, name: settingsName }),
  )

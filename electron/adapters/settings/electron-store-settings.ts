import ElectronStore from 'electron-store'
import {
  overStore,
  setDamagedAside,
  settingsName,
  storeOptions,
  type OpenedSettings,
} from './settings-file.ts'

/** The desktop program's settings in `settings.json` of the data folder. Needs Electron's runtime. */
export const openElectronStoreSettings = (dataDir: string, now = Date.now()): OpenedSettings => {
  const warning = setDamagedAside(dataDir, now)
  const store = new ElectronStore<Record<string, unknown>>({
    ...storeOptions,
    cwd: dataDir,
    name: settingsName,
  })
  return { file: overStore(store), warnings: warning === null ? [] : [warning] }
}

import Conf from 'conf'
import {
  overStore,
  setDamagedAside,
  settingsName,
  storeOptions,
  type OpenedSettings,
} from './settings-file.ts'

/** The same file as electron-store's, through the library below it, for hosts without Electron's runtime. */
export const openConfSettings = (dataDir: string, now = Date.now()): OpenedSettings => {
  const warning = setDamagedAside(dataDir, now)
  const store = new Conf<Record<string, unknown>>({
    ...storeOptions,
    cwd: dataDir,
    configName: settingsName,
  })
  return { file: overStore(store), warnings: warning === null ? [] : [warning] }
}

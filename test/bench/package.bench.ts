import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../../build/lib/paths.mjs'
import type { Row } from './parts/row.ts'

export const name = 'package'

/** The browser host is not packaged, nor are source maps. */
const isPackaged = (file: string): boolean =>
  !file.endsWith('.map') && path.basename(file) !== 'browser-host.js'

/** Total megabytes of the packaged files in one folder of `dist`. */
const megabytes = (folder: string): number =>
  readdirSync(inRoot('dist', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isPackaged(entry.name))
    .reduce(
      (sum, { parentPath, name: file }) => sum + statSync(path.join(parentPath, file)).size,
      0,
    ) / 1e6

/** Measures what the package adds to Electron, without the keychain's binary. */
export const run = (): Promise<Row[]> => {
  const [main, page] = [megabytes('electron'), megabytes('renderer')]
  return Promise.resolve([
    { name: 'main, preload and workers', value: main, unit: 'MB', met: true },
    { name: 'page with fonts', value: page, unit: 'MB', met: true },
    { name: 'added to Electron', value: main + page, unit: 'MB', met: true },
  ])
}

import { accessSync, constants } from 'node:fs'
import path from 'node:path'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<NodeJS.ProcessEnv>
}

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsPrograms = [
  String.raw`Google\Chrome\Application\chrome.exe`,
  String.raw`Chromium\Application\chrome.exe`,
  String.raw`Microsoft\Edge\Application\msedge.exe`,
]

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const candidates = ({ platform, env }: Machine): readonly string[] => {
  if (platform === 'darwin') {
    return macApplications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return roots.flatMap((root) =>
      root ? windowsPrograms.map((name) => path.win32.join(root, name)) : [],
    )
  }
  const folders = (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
  return onPath.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/**
 * Finds a Chromium, Chrome or Edge that can show an app window; `GLIDEPATH_BROWSER` overrides the
 * search.
 */
export const findBrowser = (machine: Machine): string | null => {
  const wished = machine.env['GLIDEPATH_BROWSER']
  return (wished ? [wished] : candidates(machine)).find(isExecutable) ?? null
}

export const hasDisplay = ({ platform, env }: Machine): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

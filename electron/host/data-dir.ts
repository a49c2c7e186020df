import path from 'node:path'

interface UserPaths {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly home: string
}

/**
 * The browser host's data folder: `Glidepath` in `$XDG_DATA_HOME` (ignored unless absolute, by the XDG base directory
 * specification), `~/Library/Application Support` or `%APPDATA%`.
 */
export const defaultDataDir = ({ platform, env, home }: UserPaths): string => {
  if (platform === 'win32') {
    return path.win32.join(
      env['APPDATA'] || path.win32.join(home, 'AppData', 'Roaming'),
      'Glidepath',
    )
  }
  if (platform === 'darwin')
    return path.posix.join(home, 'Library', 'Application Support', 'Glidepath')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  return path.posix.join(
    path.posix.isAbsolute(xdg) ? xdg : path.posix.join(home, '.local', 'share'),
    'Glidepath',
  )
}

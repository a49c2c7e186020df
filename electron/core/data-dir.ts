import path from 'node:path'

export interface UserPaths {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * Where the browser host keeps the user's data: `$XDG_DATA_HOME` (ignored unless absolute, as the XDG base directory
 * specification asks), `~/Library/Application Support` or `%APPDATA%`, and below it the folder `Glidepath`.
 */
export const defaultDataDir = ({ platform, env, home }: UserPaths): string => {
  const join = platform === 'win32' ? path.win32.join : path.posix.join
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Glidepath')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Glidepath')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  return join(path.posix.isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'Glidepath')
}

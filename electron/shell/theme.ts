import { nativeTheme, type BrowserWindow } from 'electron'
import type { Settings } from '#shared/environments/settings.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import type { SettingsFile } from '../core/platform/ports.ts'

/**
 * The page's background (`--gp-page` in `renderer/styles/palette.css`), so that no other color
 * flashes before the page paints.
 */
export const ground = { light: '#f6f8fa', dark: '#0b1220' } as const

/** The color behind the page, according to the computer's and the program's settings. */
export const groundNow = (): string =>
  nativeTheme.shouldUseDarkColors ? ground.dark : ground.light

/** Checks without a schema, because the window opens before the schemas are loaded. */
const isTheme = (value: unknown): value is Settings['theme'] =>
  value === 'light' || value === 'dark' || value === 'system'

/** Gives the page's theme to everything that the system draws, such as title bars, menus and dialogs. */
export const takeTheme = (settings: Pick<SettingsFile, 'get'>): void => {
  const theme = settings.get('theme')
  nativeTheme.themeSource = isTheme(theme) ? theme : 'system'
}

/** Updates `window` when the setting or the computer's theme changes. */
export const followTheme = (
  window: BrowserWindow,
  settings: Pick<SettingsFile, 'get'>,
  events: CoreDoor['events'],
): void => {
  const paint = () => window.setBackgroundColor(groundNow())
  nativeTheme.on('updated', paint)
  window.once('closed', () => nativeTheme.off('updated', paint))
  events.on((event) => {
    if (event === 'settings.changed') takeTheme(settings)
  })
}

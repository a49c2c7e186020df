import { nativeTheme, type BrowserWindow } from 'electron'
import type { Settings } from '#shared/settings/settings.ts'
import type { CoreDoor } from '../core/ipc/door.ts'
import type { SettingsFile } from '../core/ports.ts'

/** The page's own ground (`--gp-page` in `renderer/styles/palette.css`): no flash of another colour before it paints. */
export const ground = { light: '#f6f8fa', dark: '#0b1220' } as const

/** The colour behind the page, as the computer and the program's setting have it now. */
export const groundNow = (): string =>
  nativeTheme.shouldUseDarkColors ? ground.dark : ground.light

/** Checked by hand: the window opens before the schemas are loaded. */
const isTheme = (value: unknown): value is Settings['theme'] =>
  value === 'light' || value === 'dark' || value === 'system'

/** What the system draws for the program (title bars, menus, dialogs, where it can) has the colours the page has. */
export const takeTheme = (settings: Pick<SettingsFile, 'get'>): void => {
  const theme = settings.get('theme')
  nativeTheme.themeSource = isTheme(theme) ? theme : 'system'
}

/** Keeps `window` in step with the setting and with the computer, both of which may change while the program runs. */
export const followTheme = (
  window: BrowserWindow,
  settings: Pick<SettingsFile, 'get'>,
  events: CoreDoor['events'],
): void => {
  const paint = (): void => window.setBackgroundColor(groundNow())
  nativeTheme.on('updated', paint)
  window.once('closed', () => nativeTheme.off('updated', paint))
  events.on((event) => {
    if (event === 'settings.changed') takeTheme(settings)
  })
}

import type { Desktop } from './launch.ts'

export interface Entry {
  /** `File > Print…` */
  readonly path: string
  /** The shortcut in Electron's notation; empty if the entry has none. */
  readonly keys: string
}

/**
 * The menu's entries, without separators and without the DevTools entry of an unpackaged program.
 */
export const entriesOf = ({ app }: Desktop): Promise<readonly Entry[]> =>
  app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap((top) =>
      (top.submenu?.items ?? [])
        .filter(
          ({ type, visible, role }) =>
            type !== 'separator' && visible && !/^(?:reload|toggledevtools)$/i.test(role ?? ''),
        )
        .map((item) => {
          const ofRole: unknown = Reflect.get(item, 'getDefaultRoleAccelerator')
          const keys: unknown =
            item.accelerator ??
            (typeof ofRole === 'function' ? Reflect.apply(ofRole, item, []) : '')
          return {
            path: `${top.label.replace('&', '')} > ${item.label}`,
            keys: typeof keys === 'string' ? keys : '',
          }
        }),
    ),
  )

/**
 * Chooses an entry as a mouse click does: Electron itself runs the entry's role or click handler.
 */
export const chooseIn = ({ app }: Desktop, path: string): Promise<void> =>
  app.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const [window] = BrowserWindow.getAllWindows()
    const found = (Menu.getApplicationMenu()?.items ?? []).flatMap((top) =>
      (top.submenu?.items ?? []).filter(
        ({ label, visible }) => visible && `${top.label.replace('&', '')} > ${label}` === wanted,
      ),
    )
    for (const item of found)
      Reflect.apply(item.click, item, [undefined, window, window?.webContents])
  }, path)

const keyNames: Readonly<Record<string, string>> = {
  Plus: 'plus',
  '-': 'minus',
  ',': 'comma',
  Enter: 'Return',
}
/** The `xdotool` names of the keys in an accelerator. */
export const asPressed = (accelerator: string): string =>
  accelerator
    .split('+')
    .map((key) =>
      /^(?:CmdOrCtrl|CommandOrControl|Control)$/.test(key)
        ? 'ctrl'
        : key === 'Shift'
          ? 'shift'
          : (keyNames[key] ?? (key.length === 1 ? key.toLowerCase() : key)),
    )
    .join('+')

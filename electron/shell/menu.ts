import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { EventPayload } from '#shared/ipc/contract.ts'

type MenuCommand = EventPayload<'menu.command'>['command']

interface MenuParts {
  readonly platform: NodeJS.Platform
  readonly development: boolean
  readonly command: (command: MenuCommand) => void
}

type Items = MenuItemConstructorOptions[]

/**
 * A menu role has only one shortcut. These items add one without Shift and one on the number pad.
 */
const moreZoomKeys: Items = [
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
  { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false },
  { role: 'resetZoom', accelerator: 'CmdOrCtrl+num0', visible: false },
]

/** The application menu as data; the program's own entries only send a command to the page. */
export const menuTemplate = ({ platform, development, command }: MenuParts): Items => {
  const mac = platform === 'darwin'
  const entry = (
    label: string,
    name: MenuCommand,
    accelerator?: string,
  ): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => command(name),
  })
  const inspector: Items = development
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  return [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        entry('Open participant XML…', 'openParticipant', 'CmdOrCtrl+O'),
        { type: 'separator' },
        entry('Run forecast', 'runForecast', 'CmdOrCtrl+Enter'),
        entry('Print…', 'print', 'CmdOrCtrl+P'),
        { type: 'separator' },
        entry('Lock now', 'lock', 'CmdOrCtrl+L'),
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        entry('Present', 'present', 'F5'),
        entry('Switch between light and dark', 'toggleTheme'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        ...moreZoomKeys,
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...inspector,
      ],
    },
    {
      label: '&Go',
      submenu: [
        entry('Advise', 'goAdvise', 'CmdOrCtrl+1'),
        entry('Opt-out desk', 'goOptOut', 'CmdOrCtrl+2'),
        entry('Saved results', 'goSavedResults', 'CmdOrCtrl+3'),
        entry('Activity', 'goActivity', 'CmdOrCtrl+5'),
        { type: 'separator' },
        entry('Settings…', 'goSettings', 'CmdOrCtrl+,'),
      ],
    },
    ...(mac ? [{ role: 'windowMenu' as const }] : []),
    {
      role: 'help',
      label: '&Help',
      submenu: [
        entry('Keyboard shortcuts', 'showShortcuts'),
        ...(mac ? [] : [{ role: 'about' as const, label: 'About Glidepath' }]),
      ],
    },
  ]
}

export const installMenu = (parts: MenuParts): void => {
  app.setAboutPanelOptions({ applicationName: 'Glidepath', applicationVersion: app.getVersion() })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)))
}

import { EventEmitter } from 'node:events'
import { WebContentsDouble } from './electron-contents-double.ts'
import { SessionDouble } from './electron-session-double.ts'

export { SessionDouble, WebContentsDouble }

/**
 * A double of the `electron` module for tests of the shell and the preload script. It records calls
 * and lets a test act as Chromium. Use it with `vi.mock('electron', () =>
 * import('#test/support/doubles/electron-double.ts'))`. A test with this double proves what the
 * program calls, but not what Electron does.
 */

/** An event from Electron; `prevented` is true if a listener prevented it. */
export class EventDouble {
  prevented = false
  preventDefault(): void {
    this.prevented = true
  }
}

/** Emits `name` with a preventable event as first argument, as Electron does. */
export const emitEvent = (
  target: EventEmitter,
  name: string,
  ...rest: readonly unknown[]
): EventDouble => {
  const event = new EventDouble()
  target.emit(name, event, ...rest)
  return event
}

/** The recorded calls that must come before the application is ready, in order. */
export const journal: string[] = []

class AppDouble extends EventEmitter {
  isPackaged = true
  lockGranted = true
  exitCode: number | null = null
  quits = 0
  about: unknown = null
  readonly paths = new Map<string, string>([['userData', '/data/Glidepath']])
  /** Switches on the command line, without dashes. */
  readonly switches = new Set<string>()
  readonly commandLine = {
    appendSwitch: (name: string): void => void journal.push(`switch ${name}`),
    hasSwitch: (name: string): boolean => this.switches.has(name),
  }
  enableSandbox(): void {
    journal.push('enableSandbox')
  }
  async whenReady(): Promise<void> {
    journal.push('ready')
  }
  requestSingleInstanceLock(): boolean {
    journal.push('lock')
    return this.lockGranted
  }
  setPath(name: string, value: string): void {
    journal.push(`path ${name}`)
    this.paths.set(name, value)
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? ''
  }
  setAboutPanelOptions(options: unknown): void {
    this.about = options
  }
  getVersion(): string {
    return '1.2.3'
  }
  /**
   * As in Electron: emits `before-quit`, then ends unless a listener prevents that or a window
   * stays open.
   */
  quit(): void {
    this.quits += 1
    if (!emitEvent(this, 'before-quit').prevented && windows.every(({ destroyed }) => destroyed))
      this.exitCode ??= 0
  }
  exit(code: number): void {
    this.exitCode ??= code
  }
}
export const app = new AppDouble()

export const sessions: SessionDouble[] = []
export const session = {
  fromPartition: (partition: string, options: unknown): SessionDouble => {
    const made = new SessionDouble(partition, options)
    sessions.push(made)
    app.emit('session-created', made)
    return made
  },
}

export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly show: boolean
  readonly backgroundColor: string
  readonly webPreferences: Readonly<Record<string, unknown>>
}

/** A view with its own page, which can cover a window's page. */
export class WebContentsView {
  readonly webContents = new WebContentsDouble()
  setBounds(): void {}
  setBackgroundColor(): void {}
}

export const windows: BrowserWindow[] = []
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContentsDouble()
  readonly options: WindowOptions
  readonly urls: string[] = []
  destroyed = false
  shown = false
  focused = false
  maximized = false
  minimized = false
  protected = false
  /** Views above the page. */
  readonly views = new Set<WebContentsView>()
  readonly contentView = {
    addChildView: (view: WebContentsView): void => void this.views.add(view),
    removeChildView: (view: WebContentsView): void => void this.views.delete(view),
  }
  /** The last color set. */
  background: string | null = null
  constructor(options: WindowOptions) {
    super()
    this.options = options
    windows.push(this)
    emitEvent(app, 'web-contents-created', this.webContents)
  }
  /** The page requests its script at once, like the program's page. */
  async loadURL(url: string): Promise<void> {
    this.urls.push(url)
    for (const { schemes } of sessions)
      await schemes.get('app')?.(new Request(new URL('/assets/page.js', url)))
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  /** As in Electron: emits `close`, then asks the page, then closes the window. */
  close(): void {
    if (emitEvent(this, 'close').prevented) return
    setImmediate(() => {
      const { page } = this.webContents
      if (this.destroyed || page === 'hangs') return
      if (page === 'lets go' || emitEvent(this.webContents, 'will-prevent-unload').prevented)
        this.destroy()
    })
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
    app.emit('window-all-closed')
  }
  isVisible(): boolean {
    return this.shown
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  maximize(): void {
    this.maximized = true
  }
  restore(): void {
    this.minimized = false
  }
  show(): void {
    this.shown = true
  }
  focus(): void {
    this.focused = true
  }
  setBackgroundColor(colour: string): void {
    this.background = colour
  }
  setContentProtection(enabled: boolean): void {
    this.protected = enabled
  }
  getContentBounds(): { width: number; height: number } {
    return this.getNormalBounds()
  }
  getNormalBounds(): { width: number; height: number } {
    return { width: this.options.width, height: this.options.height }
  }
}

export const schemes: unknown[] = []
export const protocol = {
  registerSchemesAsPrivileged: (list: readonly unknown[]): void => {
    journal.push('registerSchemesAsPrivileged')
    schemes.push(...list)
  },
}

export const messageHandlers = new Map<
  string,
  (event: unknown, payload: unknown) => Promise<unknown>
>()
export const ipcMain = {
  removed: new Array<string>(),
  removeAllListeners: (channel: string): void => void ipcMain.removed.push(channel),
  handle: (
    channel: string,
    handler: (event: unknown, payload: unknown) => Promise<unknown>,
  ): void => {
    if (messageHandlers.has(channel)) throw new Error(`second handler for ${channel}`)
    messageHandlers.set(channel, handler)
  },
}

export interface MenuItemDouble {
  readonly label?: string
  readonly role?: string
  readonly accelerator?: string
  readonly click?: () => void
  readonly submenu?: readonly MenuItemDouble[]
}
export const menus: (readonly MenuItemDouble[])[] = []
export const Menu = {
  buildFromTemplate: (template: readonly MenuItemDouble[]) => template,
  setApplicationMenu: (menu: readonly MenuItemDouble[]): void => void menus.push(menu),
}

export const dialogs: unknown[] = []
export const dialog = {
  /** The default answer, as the index of a button. */
  answer: 0,
  /** Answers to the next dialogs, one each. */
  answers: new Array<number>(),
  showMessageBox: async (...values: readonly unknown[]): Promise<{ response: number }> => {
    dialogs.push(values.at(-1))
    return { response: dialog.answers.shift() ?? dialog.answer }
  },
  /** The file chosen in the open dialog; empty for none. */
  chosen: '',
  showOpenDialog: async (
    ...values: readonly unknown[]
  ): Promise<{ canceled: boolean; filePaths: string[] }> => {
    dialogs.push(values.at(-1))
    return dialog.chosen === ''
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [dialog.chosen] }
  },
  /** The path chosen in the save dialog; empty for none. */
  savedTo: '',
  showSaveDialog: async (
    ...values: readonly unknown[]
  ): Promise<{ canceled: boolean; filePath: string }> => {
    dialogs.push(values.at(-1))
    return { canceled: dialog.savedTo === '', filePath: dialog.savedTo }
  },
  showErrorBox: (title: string): void => void dialogs.push(title),
}

export const screen = { getPrimaryDisplay: () => ({ workAreaSize: { width: 1920, height: 1080 } }) }
/** Tests emit power and lock events here. */
export const powerMonitor = new EventEmitter()
/** Light by default. */
class NativeThemeDouble extends EventEmitter {
  themeSource: 'system' | 'light' | 'dark' = 'system'
  systemDark = false
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.systemDark : this.themeSource === 'dark'
  }
}
export const nativeTheme = new NativeThemeDouble()

export const exposed = new Map<string, unknown>()
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown): void => void exposed.set(name, value),
}

class IpcRendererDouble extends EventEmitter {
  readonly invoked: { readonly channel: string; readonly values: readonly unknown[] }[] = []
  async invoke(channel: string, ...values: readonly unknown[]): Promise<unknown> {
    this.invoked.push({ channel, values })
    return { ok: true, value: channel }
  }
}
export const ipcRenderer = new IpcRendererDouble()
export const webUtils = {
  getPathForFile: (file: { readonly name: string }): string => `/picked/${file.name}`,
}

/** Resets everything between two tests. */
export const resetElectron = (): void => {
  journal.length = 0
  for (const list of [sessions, windows, schemes, menus, dialogs]) list.length = 0
  messageHandlers.clear()
  app.removeAllListeners()
  powerMonitor.removeAllListeners()
  nativeTheme.removeAllListeners()
  nativeTheme.themeSource = 'system'
  nativeTheme.systemDark = false
  app.isPackaged = true
  app.lockGranted = true
  app.exitCode = null
  app.quits = 0
  app.switches.clear()
  app.paths.clear()
  app.paths.set('userData', '/data/Glidepath')
  dialog.answer = 0
  dialog.answers.length = 0
  dialog.chosen = ''
  dialog.savedTo = ''
}

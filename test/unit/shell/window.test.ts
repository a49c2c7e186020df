import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { takeFolder } from '#electron/host/folder-lock.ts'
import { runDesktop } from '#electron/shell/run-desktop.ts'
import {
  app,
  dialog,
  dialogs,
  emitEvent,
  menus,
  resetElectron,
  windows,
} from '#test/support/doubles/electron-double.ts'
import type { MenuItemDouble } from '#test/support/doubles/electron-double.ts'
import { menuTemplate } from '#electron/shell/menu.ts'
import { readWindowSize } from '#electron/shell/window-size.ts'
import { startDesktop } from './desktop-harness.ts'
import type { Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
})
afterEach(() => desktop.end())

describe('the window', () => {
  test('appears only when the page is ready, and has a background until then', () => {
    expect(desktop.window.options).toMatchObject({ show: false, backgroundColor: '#f6f8fa' })
    expect(desktop.window.shown).toBe(false)
    desktop.window.emit('ready-to-show')
    expect(desktop.window.shown).toBe(true)
  })

  test('keeps its title, whatever the page’s title', () => {
    expect(emitEvent(desktop.window, 'page-title-updated', 'Ada Lovelace').prevented).toBe(true)
  })

  test('remembers its size', () => {
    desktop.window.emit('close', { preventDefault: () => undefined })
    expect(desktop.settings.get('window')).toEqual({ width: 1280, height: 840, maximized: false })
  })

  const die = (): boolean =>
    desktop.window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  const failing = { message: 'Glidepath’s window keeps failing', buttons: ['Try again', 'Quit'] }

  test("reloads when its page's process dies, and reports the fourth death within a minute instead of staying empty", async () => {
    for (let death = 1; death <= 3; death += 1) die()
    expect(desktop.window.webContents.reloads).toBe(3)
    expect(dialogs).toEqual([])
    die()
    expect(desktop.window.webContents.reloads).toBe(3)
    expect(dialogs).toMatchObject([failing])
    await vi.waitFor(() => expect(desktop.window.urls).toHaveLength(2))
    die()
    expect(desktop.window.webContents.reloads).toBe(4)
    expect(app.quits).toBe(0)
  })

  test('can be quit if its page keeps failing', async () => {
    dialog.answer = 1
    for (let death = 1; death <= 4; death += 1) die()
    await vi.waitFor(() => expect(app.exitCode).toBe(0))
    expect(desktop.core.closed).toBe(1)
  })

  test('asks again when it is brought to the front, if the user chose Quit and then stayed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    desktop.core.sending = 'An enrollment is being sent.'
    dialog.answers.push(1, 2)
    for (let death = 1; death <= 4; death += 1) die()
    await new Promise((resolve) => setImmediate(resolve))
    expect(dialogs).toMatchObject([failing, { message: 'An enrollment is being sent.' }])
    desktop.window.focused = true
    desktop.window.emit('focus')
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(dialogs).toHaveLength(3))
    expect(dialogs[2]).toMatchObject(failing)
  })

  test.each([
    ['did-fail-load', [{}, -6, 'ERR_FILE_NOT_FOUND', 'app://glidepath/', true]],
    ['did-navigate', [{}, 'app://glidepath/', 404]],
  ])('reports that its page cannot be loaded (%s)', (event, values) => {
    desktop.window.webContents.emit(event, ...values)
    expect(dialogs).toMatchObject([{ message: 'Glidepath’s window could not be loaded' }])
    expect(desktop.window.shown).toBe(true)
  })

  test.each([
    ['did-fail-load', [{}, -3, 'ERR_ABORTED', 'app://glidepath/', true]],
    ['did-fail-load', [{}, -6, 'ERR_FAILED', 'app://glidepath/', false]],
    ['did-navigate', [{}, 'app://glidepath/', 200]],
    ['render-process-gone', [{}, { reason: 'clean-exit' }]],
  ])('is not reported as failing after the event %s with %j', (event, values) => {
    desktop.window.webContents.emit(event, ...values)
    expect(dialogs).toEqual([])
    expect(desktop.window.webContents.reloads).toBe(0)
  })

  test('tells the core when it closes, so that the core drops the window’s data', () => {
    expect(desktop.core.pagesGone).toBe(0)
    desktop.window.emit('closed')
    expect(desktop.core.pagesGone).toBe(1)
  })

  test('is shown when the program is started a second time', () => {
    desktop.window.minimized = true
    emitEvent(app, 'second-instance')
    expect(desktop.window).toMatchObject({ minimized: false, shown: true, focused: true })
  })

  test.each([
    [undefined, 1280, 840],
    ['wide', 1280, 840],
    [{ width: -5, height: 'x' }, 1280, 840],
    [{ width: 1500, height: 900 }, 1500, 900],
    [{ width: 9000, height: 9000 }, 1920, 1080],
    [{ width: 10, height: 10 }, 1280, 840],
  ])(
    'opens with the stored size %j, or the default if that is invalid',
    (stored, width, height) => {
      const settings = { get: () => stored, set: () => undefined }
      expect(readWindowSize(settings, { width: 1920, height: 1080 })).toEqual({
        width,
        height,
        maximized: false,
      })
    },
  )
})

test('one line on standard output says that the program is ready', () => {
  expect(desktop.printed).toHaveLength(1)
  expect(JSON.parse(desktop.printed[0] ?? '')).toEqual({
    event: 'ready',
    host: 'desktop',
    url: 'app://glidepath/',
    training: '',
    dataDir: app.getPath('userData'),
  })
})

test('a second instance opens nothing and ends', async () => {
  resetElectron()
  app.lockGranted = false
  const openCore = vi.fn()
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await runDesktop({
    argv: [],
    distDir: '/nowhere',
    logger,
    openCore,
    peekSetting: () => undefined,
    loadCore: async () => undefined,
  })
  expect(app.exitCode).toBe(0)
  expect(openCore).not.toHaveBeenCalled()
  expect(windows).toEqual([])
})

test('a program does not disturb another host that uses the same data folder', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'glidepath-taken-'))
  expect(await takeFolder(dataDir)).toBe(true)
  resetElectron()
  app.paths.set('userData', dataDir)
  const openCore = vi.fn()
  const error = vi.fn()
  await runDesktop({
    argv: [],
    distDir: '/nowhere',
    logger: { info: () => undefined, warn: () => undefined, error },
    openCore,
    peekSetting: () => undefined,
    loadCore: async () => undefined,
  })
  expect(app.exitCode).toBe(2)
  expect(openCore).not.toHaveBeenCalled()
  expect(windows).toEqual([])
  expect(dialogs).toMatchObject([{ message: 'Glidepath cannot start' }])
  expect(JSON.stringify(dialogs)).toContain(`already running with the data folder ${dataDir}`)
  rmSync(dataDir, { recursive: true })
})

describe('the menu', () => {
  const flat = (items: readonly MenuItemDouble[]): readonly MenuItemDouble[] =>
    items.flatMap((item) => [item, ...flat(item.submenu ?? [])])

  test.each([
    ['Open participant XML…', 'openParticipant', 'CmdOrCtrl+O'],
    ['Run forecast', 'runForecast', 'CmdOrCtrl+Enter'],
    ['Print…', 'print', 'CmdOrCtrl+P'],
    ['Lock now', 'lock', 'CmdOrCtrl+L'],
    ['Advise', 'goAdvise', 'CmdOrCtrl+1'],
    ['Opt-out desk', 'goOptOut', 'CmdOrCtrl+2'],
    ['Saved results', 'goSavedResults', 'CmdOrCtrl+3'],
    ['Activity', 'goActivity', 'CmdOrCtrl+5'],
    ['Settings…', 'goSettings', 'CmdOrCtrl+,'],
    ['Keyboard shortcuts', 'showShortcuts', undefined],
    ['Switch between light and dark', 'toggleTheme', undefined],
    ['Present', 'present', 'F5'],
  ])('has the item %s, which sends %s to the page', (label, command, accelerator) => {
    const item = flat(menus[0] ?? []).find((each) => each.label === label)
    expect(item?.accelerator).toBe(accelerator)
    item?.click?.()
    expect(desktop.window.webContents.sent).toEqual([
      { channel: 'event:menu.command', values: [{ command }] },
    ])
  })

  test.each(['darwin', 'linux', 'win32'] as const)(
    'on %s has editing commands, and the inspector only during development',
    (platform) => {
      const roles = (development: boolean): readonly string[] =>
        JSON.stringify(menuTemplate({ platform, development, command: () => undefined })).match(
          /"role":"(\w+)"/g,
        ) ?? []
      expect(roles(false)).toContain('"role":"editMenu"')
      expect(roles(false)).not.toContain('"role":"toggleDevTools"')
      expect(roles(true)).toContain('"role":"toggleDevTools"')
      expect(roles(false).includes('"role":"appMenu"')).toBe(platform === 'darwin')
    },
  )
})

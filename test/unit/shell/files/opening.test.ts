import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runDesktop, type DesktopParts } from '#electron/shell/run-desktop.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import {
  app,
  BrowserWindow,
  messageHandlers,
  resetElectron,
  windows,
} from '#test/support/doubles/electron-double.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

/** Tests that window and core load at the same time, and which of them may wait for the other. */

type Opened = Awaited<ReturnType<DesktopParts['openCore']>>

let dist: string
beforeEach(async () => {
  resetElectron()
  dist = await mkdtemp(path.join(tmpdir(), 'glidepath-opening-'))
  await mkdir(path.join(dist, 'renderer'))
  await writeFile(path.join(dist, 'renderer', 'index.html'), '')
  app.paths.set('userData', path.join(dist, 'data'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('DISPLAY', ':0')
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(dist, { recursive: true })
})

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

test("the page loads while the core opens, and the core then answers the page's requests", async () => {
  const core = createCoreDouble()
  const { promise, resolve } = Promise.withResolvers<Opened>()
  let windowsAtOpening = -1
  const running = runDesktop({
    argv: [],
    distDir: dist,
    logger,
    peekSetting: () => undefined,
    loadCore: async () => undefined,
    openCore: () => {
      windowsAtOpening = windows.length
      return promise
    },
  })
  await vi.waitFor(() => expect(windowsAtOpening).toBe(1))
  const [window] = windows
  const handler = messageHandlers.get('lock.state')
  if (window === undefined || handler === undefined) throw new Error('the page cannot ask')
  const event = { sender: window.webContents, senderFrame: window.webContents.mainFrame }
  const asked = Promise.resolve(handler(event, {}))
  expect(await Promise.race([asked, new Promise((done) => setTimeout(done, 50, 'waits'))])).toBe(
    'waits',
  )
  expect(core.calls).toEqual([])
  resolve({ core, settings: { get: () => undefined, set: () => undefined }, notices: [] })
  expect(await asked).toEqual({
    ok: true,
    value: { channel: 'lock.state', payload: {} },
  })
  await running
})

test('the window has its last size, although the settings are opened later', async () => {
  const settings = new Map<string, unknown>()
  await runDesktop({
    argv: [],
    distDir: dist,
    logger,
    peekSetting: (dataDir, key) =>
      dataDir === path.join(dist, 'data') && key === 'window'
        ? { width: 1100, height: 720 }
        : undefined,
    loadCore: async () => undefined,
    openCore: async () => ({
      core: createCoreDouble(),
      settings: {
        get: (key) => settings.get(key),
        set: (key, value) => void settings.set(key, value),
      },
      notices: [],
    }),
  })
  expect(windows[0]?.options).toMatchObject({ width: 1100, height: 720 })
})

test('the core’s modules are loaded once the window opens its page; the core then opens, even if the page requests nothing', async () => {
  vi.spyOn(BrowserWindow.prototype, 'loadURL').mockResolvedValue()
  const order: string[] = []
  await runDesktop({
    argv: [],
    distDir: dist,
    logger,
    peekSetting: () => undefined,
    loadCore: async () => {
      order.push(`modules beside ${windows.length} window`)
      await Promise.resolve()
      order.push('loaded')
    },
    openCore: async () => {
      order.push('core')
      return {
        core: createCoreDouble(),
        settings: { get: () => undefined, set: () => undefined },
        notices: [],
      }
    },
  })
  expect(order).toEqual(['modules beside 1 window', 'loaded', 'core'])
})

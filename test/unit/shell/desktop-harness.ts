import { rmSync } from 'node:fs'
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { runDesktop } from '#electron/shell/run-desktop.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import type { CoreDouble } from '#test/support/doubles/core-double.ts'
import { app, resetElectron, sessions, windows } from '#test/support/doubles/electron-double.ts'
import type { BrowserWindow, SessionDouble } from '#test/support/doubles/electron-double.ts'

export interface Desktop {
  readonly core: CoreDouble
  readonly window: BrowserWindow
  readonly session: SessionDouble
  readonly settings: Map<string, unknown>
  /** The text on standard output. */
  readonly printed: readonly string[]
  readonly log: readonly string[]
  readonly end: () => Promise<void>
}

/** Restores the test runner's own listeners, so that it still sees errors in tests. */
const keepLastResorts = (): (() => void) => {
  const exceptions = new Set(process.listeners('uncaughtException'))
  const rejections = new Set(process.listeners('unhandledRejection'))
  return () => {
    for (const each of process.listeners('uncaughtException')) {
      if (!exceptions.has(each)) process.off('uncaughtException', each)
    }
    for (const each of process.listeners('unhandledRejection')) {
      if (!rejections.has(each)) process.off('unhandledRejection', each)
    }
  }
}

/** Runs the whole desktop shell on the double of Electron. The caller must have mocked `electron`. */
export const startDesktop = async (
  argv: readonly string[] = [],
  notices: readonly string[] = [],
): Promise<Desktop> => {
  resetElectron()
  // No window is shown, so no display is needed.
  vi.stubEnv('DISPLAY', ':0')
  const dist = await mkdtemp(path.join(tmpdir(), 'glidepath-shell-'))
  // The list of recent files goes with it.
  vi.stubEnv('XDG_RUNTIME_DIR', dist)
  await mkdir(path.join(dist, 'renderer'))
  await writeFile(path.join(dist, 'renderer', 'index.html'), '<meta nonce="__CSP_NONCE__">')
  app.paths.set('userData', path.join(dist, 'data'))
  const core = createCoreDouble()
  const settings = new Map<string, unknown>()
  const log: string[] = []
  const printed: string[] = []
  const restore = keepLastResorts()
  const output = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0)
  try {
    await runDesktop({
      argv,
      distDir: dist,
      logger: {
        info: (text) => void log.push(text),
        warn: (text) => void log.push(text),
        error: (text) => void log.push(text),
      },
      peekSetting: (_dataDir, key) => settings.get(key),
      loadCore: async () => undefined,
      openCore: async () => ({
        core,
        settings: {
          get: (key) => settings.get(key),
          set: (key, value) => void settings.set(key, value),
        },
        notices,
      }),
    })
  } finally {
    output.mockRestore()
    restore()
  }
  const [window, session] = [windows[0], sessions[0]]
  if (window === undefined || session === undefined) throw new Error('no window was opened')
  const end = async () => {
    // A program whose window was closed is still ending.
    await delay(20)
    // Synchronous, because the program would write its lock files again in the meantime.
    rmSync(dist, { recursive: true })
  }
  return { core, window, session, settings, printed, log, end }
}

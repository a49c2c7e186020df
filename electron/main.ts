import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { peekSetting } from './adapters/settings/settings-file.ts'
import { createStderrLogger } from './adapters/stderr-logger.ts'
import { endWithStarter } from './host/starter.ts'
import { runDesktop } from './shell/run-desktop.ts'

/**
 * The desktop's entry, built to `dist/electron/main.js`. It connects adapters, core and window. It
 * must not await at its top level: Electron becomes ready only after its entry module has been
 * evaluated, so waiting for `ready` there would never end (electron/electron#41369). It statically
 * imports only what opens the window; the core loads together with the page.
 */

const logger = createStderrLogger()

endWithStarter(() => app.quit())

/**
 * The core's modules, loaded in parts so that each blocks main for only a few hundredths of a
 * second.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('#shared/ipc/contract.ts'),
  () => import('./training/index.ts'),
  () => import('./core/app.ts'),
]

void runDesktop({
  peekSetting,
  loadCore: async () => {
    for (const load of parts) {
      await load()
      // Between two parts the page can request its files.
      await nextTurn()
    }
  },
  openCore: async (context) => {
    const { openCore } = await import('./open-core.ts')
    return openCore(context, logger, async (dataDir) => {
      const { openElectronStoreSettings } =
        await import('./adapters/settings/electron-store-settings.ts')
      return openElectronStoreSettings(dataDir)
    })
  },
  logger,
  argv: process.argv.slice(1),
  distDir: fileURLToPath(new URL('..', import.meta.url)),
})

import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { peekSetting } from './adapters/settings-file.ts'
import { createStderrLogger } from './adapters/stderr-logger.ts'
import { endWithStarter } from './host/starter.ts'
import { runDesktop } from './shell/run-desktop.ts'

/**
 * Desktop entry, built to `dist/electron/main.js`: adapters → core → window. Never awaits at its top level: Electron is
 * not ready before its entry module has been evaluated, so waiting for `ready` there would wait forever
 * (electron/electron#41369). Imports only what opens the window; the core loads while the page does.
 */

const logger = createStderrLogger()

endWithStarter(() => app.quit())

void runDesktop({
  peekSetting,
  openCore: async (context) => {
    const { openCore } = await import('./open-core.ts')
    return openCore(context, logger, async (dataDir) => {
      const { openElectronStoreSettings } = await import('./adapters/electron-store-settings.ts')
      return openElectronStoreSettings(dataDir)
    })
  },
  logger,
  argv: process.argv.slice(1),
  distDir: fileURLToPath(new URL('..', import.meta.url)),
})

import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { openElectronStoreSettings } from './adapters/electron-store-settings.ts'
import { createStderrLogger } from './adapters/stderr-logger.ts'
import { endWithStarter } from './core/starter.ts'
import { openCore } from './open-core.ts'
import { runDesktop } from './shell/run-desktop.ts'

/**
 * Desktop entry, built to `dist/electron/main.js`: adapters → core → window. Never awaits at its top level: Electron is
 * not ready before its entry module has been evaluated, so waiting for `ready` there would wait forever
 * (electron/electron#41369).
 */

const logger = createStderrLogger()

endWithStarter(() => app.quit())

void runDesktop({
  openCore: (context) => openCore(context, logger, openElectronStoreSettings),
  logger,
  argv: process.argv.slice(1),
  distDir: fileURLToPath(new URL('..', import.meta.url)),
})

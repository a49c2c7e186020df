import { fileURLToPath } from 'node:url'
import { openElectronStoreSettings } from './adapters/electron-store-settings.ts'
import { createStderrLogger } from './adapters/stderr-logger.ts'
import { openCore } from './open-core.ts'
import { runDesktop } from './shell/run-desktop.ts'

/** Desktop entry, built to `dist/electron/main.js`: adapters → core → window. */

const logger = createStderrLogger()

await runDesktop({
  openCore: (context) => openCore(context, logger, openElectronStoreSettings),
  logger,
  argv: process.argv.slice(1),
  distDir: fileURLToPath(new URL('..', import.meta.url)),
})

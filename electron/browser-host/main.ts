import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { openConfSettings } from '../adapters/settings/conf-settings.ts'
import { createStderrLogger } from '../adapters/stderr-logger.ts'
import { openCore } from '../open-core.ts'
import { runBrowserHost } from './run-browser-host.ts'

/** The browser host's entry. It connects adapters, core and local server. */

const logger = createStderrLogger()
const distDir = new URL('..', import.meta.url)
const manifest = await readFile(new URL('../package.json', distDir), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))

await runBrowserHost({
  openCore: (context) => openCore(context, logger, openConfSettings),
  logger,
  distDir: fileURLToPath(distDir),
  version,
})

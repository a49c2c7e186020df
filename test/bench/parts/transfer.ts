import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { z } from 'zod'

/** What the page of the bench gives back: milliseconds until usable, and the longest that its event loop was held up. */
export const measuredSchema = z.strictObject({ ms: z.number(), blockedMs: z.number() })

/** The page of the bench, built as the program's own is. */
export const buildTransferPage = async (outDir: string): Promise<void> => {
  const entry = fileURLToPath(new URL('../page/transfer-page.ts', import.meta.url))
  const output = { entryFileNames: 'transfer.js', format: 'es' as const }
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output },
    },
  })
  writeFileSync(
    path.join(outDir, 'index.html'),
    '<!doctype html><script type="module" src="./transfer.js"></script>',
  )
}

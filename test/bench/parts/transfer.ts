import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { buildBenchPage } from './bench-page.ts'

/** The page's report: milliseconds until the value was usable, and the longest block of its event loop. */
export const measuredSchema = z.strictObject({ ms: z.number(), blockedMs: z.number() })

/** Builds the bench's page like the program's own. */
export const buildTransferPage = async (outDir: string): Promise<void> => {
  await buildBenchPage('transfer', outDir, 'es')
  writeFileSync(
    path.join(outDir, 'index.html'),
    '<!doctype html><script type="module" src="./transfer.js"></script>',
  )
}

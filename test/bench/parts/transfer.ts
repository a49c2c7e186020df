import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { buildBenchPage } from './bench-page.ts'

/** What the page of the bench gives back: milliseconds until usable, and the longest that its event loop was held up. */
export const measuredSchema = z.strictObject({ ms: z.number(), blockedMs: z.number() })

/** The page of the bench, built as the program's own is. */
export const buildTransferPage = async (outDir: string): Promise<void> => {
  await buildBenchPage('transfer', outDir, 'es')
  writeFileSync(
    path.join(outDir, 'index.html'),
    '<!doctype html><script type="module" src="./transfer.js"></script>',
  )
}

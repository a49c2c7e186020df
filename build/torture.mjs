import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/** Submissions through faults and kills, the full form; takes the better part of an hour. */
await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const { code } = await run(process.execPath, [inRoot('test', 'torture', 'main.ts'), ...process.argv.slice(2)])
  return code
})

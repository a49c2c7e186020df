import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/** Lists mutations that the fast tests miss; see test/mutation/main.ts. */
await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  return (
    await run(process.execPath, [inRoot('test', 'mutation', 'main.ts'), ...process.argv.slice(2)], {
      stdout: 'stdout',
    })
  ).code
})

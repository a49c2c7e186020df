import { fileURLToPath } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/** Shows what the fast tests would not notice if it were otherwise; test/mutation/main.ts says how. */
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

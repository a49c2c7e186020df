import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { runScript, say } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

await runScript(async () => {
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  /** @type {{ openApiText: () => string }} */
  const { openApiText } = await import(
    pathToFileURL(inRoot('shared', 'express', 'openapi.ts')).href
  )
  await writeFile(inRoot('docs', 'express.openapi.json'), openApiText())
  say('Wrote docs/express.openapi.json.')
  return 0
})

import { fileURLToPath } from 'node:url'
import { runChecks } from './lib/checks.mjs'
import { passSignalsOn } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

await runScript(async () => {
  passSignalsOn()
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const outcomes = await runChecks()
  const failed = outcomes.filter((outcome) => outcome.failed > 0)
  console.log(`${outcomes.length - failed.length} checks passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
})

import { fileURLToPath } from 'node:url'
import { ask } from '#electron/core/ipc/route.ts'
import { runDesktop } from '#electron/shell/run-desktop.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { ok } from '#shared/result.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import { forecastText, savedForecast } from '../parts/saved-forecast.ts'

/** Entry of the program that hands a large forecast to the bench's page: the desktop shell around a core with one forecast. */

const logger = { info: () => undefined, warn: console.error, error: console.error }
const reading = readForecast(forecastText())
if (!reading.ok) throw new Error(reading.error.message)
const ready = savedForecast(reading.value)
const core = createCoreDouble()
core.answer = (channel, payload) =>
  channel === 'records.open'
    ? ask('records.open', () => ok(ready), payload)
    : Promise.resolve(ok({}))

runDesktop({
  openCore: async () => ({
    core,
    settings: { get: () => undefined, set: () => undefined },
    notices: [],
  }),
  peekSetting: () => undefined,
  loadCore: async () => undefined,
  logger,
  argv: process.argv.slice(1),
  distDir: fileURLToPath(new URL('..', import.meta.url)),
}).catch((cause: unknown) => {
  logger.error('the program of the bench could not start', cause)
  process.exit(1)
})

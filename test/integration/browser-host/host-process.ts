import { createStderrLogger } from '#electron/adapters/stderr-logger.ts'
import { runBrowserHost } from '#electron/browser-host/run-browser-host.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'

/**
 * Runs the browser host as a separate process, with a core that echoes each request. `HOST_FAULT`
 * makes it fail, and `HOST_BUSY_MS` makes it busy.
 */

const busyMs = Number(process.env['HOST_BUSY_MS'] ?? '0')
const core = createCoreDouble()
if (busyMs > 0) {
  core.sending = 'An enrollment is being sent.'
  process.once('SIGINT', () => setTimeout(() => (core.sending = null), busyMs))
}
if (process.env['HOST_FAULT'] === 'closing') core.close = () => new Promise(() => undefined)

await runBrowserHost({
  openCore: async (host) => {
    process.stderr.write(`host ${JSON.stringify(host)}\n`)
    return { core }
  },
  logger: createStderrLogger(),
  distDir: process.env['HOST_DIST'] ?? '',
  version: '1.2.3',
})

if (process.env['HOST_FAULT'] === 'rejection')
  void Promise.reject(new TypeError('Ada Lovelace 123-45-6789'))
if (process.env['HOST_FAULT'] === 'exception') {
  setTimeout(() => {
    throw new RangeError('Ada Lovelace 123-45-6789')
  })
}

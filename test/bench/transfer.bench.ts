import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBrowserServer } from '#electron/browser-host/server.ts'
import { createAnswerReader } from '#electron/core/express/read/answer-reader.ts'
import { ask } from '#electron/core/ipc/route.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { ok } from '#shared/result.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'
import { launchBrowser } from '#test/support/worlds/program.ts'
import { watchLoop } from './parts/loop-probe.ts'
import { median } from './parts/measure.ts'
import { savedForecast } from './parts/saved-forecast.ts'
import { buildTransferPage, measuredSchema } from './parts/transfer.ts'
import type { Row } from './parts/row.ts'

export const name = 'transfer'

/** The smallest median of several rounds counts: other load on the machine only adds time. */
const rounds = 6
const runs = 9
const warmUp = 8
const arrivalLimit = 25
const blockLimit = 16

/** Milliseconds until the value was usable, and the longest block of each event loop. */
interface Taken {
  readonly arrived: number
  readonly page: number
  readonly main: number
}

const logger = { info: () => undefined, warn: console.error, error: console.error }

/**
 * A large result from main to the page over the real WebSocket bridge, validated at both ends: once from memory, once read
 * from the service's text. The time is from the page's request to the typed value in the page. The longest block of each event
 * loop is measured too: the page unpacks in one turn and validates in the next (renderer/ipc/client.ts), and main packs in its
 * own.
 */
export const run = async (): Promise<Row[]> => {
  const text = largeForecastText()
  const reader = createAnswerReader({ logger })
  const read = async (): Promise<SavedForecast> => {
    const reading = await reader.forecast(text)
    if (!reading.ok) throw new Error(reading.error.message)
    return savedForecast(reading.value)
  }
  const ready = await read()
  const core = createCoreDouble()
  core.answer = (_channel, payload) =>
    ask('records.open', async ({ id }) => ok(id === 'ready' ? ready : await read()), payload)

  const pageDir = mkdtempSync(path.join(tmpdir(), 'glidepath-transfer-'))
  await buildTransferPage(pageDir)
  const server = await startBrowserServer({ core, logger, pageDir, port: 0 })
  if (!server.ok) throw new Error(server.error.message)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(server.value.newUrl())
    await page.waitForFunction(() => 'measureTransfer' in window)
    const once = async (id: string): Promise<Taken> => {
      const probe = watchLoop()
      const measured: unknown = await page.evaluate((wanted) => window.measureTransfer(wanted), id)
      const { ms, blockedMs } = measuredSchema.parse(measured)
      return { arrived: ms, page: blockedMs, main: probe.end() }
    }
    const measure = async (id: string): Promise<Taken> => {
      for (let index = 0; index < warmUp; index += 1) await once(id)
      const medians: Taken[] = []
      for (let round = 0; round < rounds; round += 1) {
        const all: Taken[] = []
        for (let index = 0; index < runs; index += 1) all.push(await once(id))
        medians.push({
          arrived: median(all.map((one) => one.arrived)),
          page: median(all.map((one) => one.page)),
          main: median(all.map((one) => one.main)),
        })
      }
      const quietest = (pick: (one: Taken) => number): number => Math.min(...medians.map(pick))
      return {
        arrived: quietest((one) => one.arrived),
        page: quietest((one) => one.page),
        main: quietest((one) => one.main),
      }
    }
    const fromMemory = await measure('ready')
    const fromText = await measure('read')
    const row = (what: string, value: number, limit?: number): Row => ({
      name: what,
      value,
      unit: 'ms',
      ...(limit === undefined ? {} : { limit }),
      met: limit === undefined || value <= limit,
    })
    return [
      row('main to page, usable', fromMemory.arrived, arrivalLimit),
      row('main held up by handing it on', fromMemory.main, blockLimit),
      row('page held up by taking it', fromMemory.page, blockLimit),
      row(`${(text.length / 1e6).toFixed(1)} MB of text to page, usable`, fromText.arrived),
      row('main held up by reading and handing it on', fromText.main, blockLimit),
      row('page held up meanwhile', fromText.page, blockLimit),
    ]
  } finally {
    await browser.close()
    await Promise.all([server.value.close(), reader.close()])
    rmSync(pageDir, { recursive: true, force: true })
  }
}

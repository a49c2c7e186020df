import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { TestElectron } from '../../../build/lib/electron/test-electron.mjs'
import { startBrowserServer } from '#electron/browser-host/server.ts'
import { ask } from '#electron/core/ipc/route.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { ok } from '#shared/result.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import { launchDesktop } from '#test/support/desktop/launch.ts'
import { personalFolder } from '#test/support/desktop/person.ts'
import { setDesktopPlace } from '#test/support/desktop/stage/place.ts'
import { makeStage, removeStage } from '#test/support/desktop/stage/stage.ts'
import { launchBrowser } from '#test/support/worlds/program.ts'
import { median } from '../parts/measure.ts'
import { forecastText, savedForecast } from '../parts/saved-forecast.ts'
import { buildTransferPage, measuredSchema } from '../parts/transfer.ts'
import type { Row } from '../parts/row.ts'

/** The smallest median of several rounds counts: other load on the machine only adds time. */
const rounds = 6
const runs = 9
const warmUp = 8
const limit = 1.3

const root = fileURLToPath(new URL('../../..', import.meta.url))
const logger = { info: () => undefined, warn: console.error, error: console.error }

/** Builds the bench's program and page like the product, into `dist/electron` and `dist/renderer` below `appDir`. */
const layOutTransfer = async (appDir: string): Promise<void> => {
  const outDir = path.join(appDir, 'dist', 'electron')
  const external = ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)]
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'node', noExternal: true, external },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: { main: 'test/bench/desktop/transfer-program.ts' },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
  cpSync(path.join(root, 'dist', 'electron', 'preload.cjs'), path.join(outDir, 'preload.cjs'))
  const pageDir = path.join(appDir, 'dist', 'renderer')
  mkdirSync(pageDir, { recursive: true })
  await buildTransferPage(pageDir)
  const manifest = {
    name: 'transfer',
    version: '0.0.0',
    type: 'module',
    main: 'dist/electron/main.js',
  }
  writeFileSync(path.join(appDir, 'package.json'), JSON.stringify(manifest))
}

/** The browser host with the same forecast, in its own page. */
const openInBrowser = async (): Promise<{
  readonly page: Page
  readonly close: () => Promise<void>
}> => {
  const reading = readForecast(forecastText())
  if (!reading.ok) throw new Error(reading.error.message)
  const ready = savedForecast(reading.value)
  const core = createCoreDouble()
  core.answer = (_channel, payload) => ask('records.open', () => ok(ready), payload)
  const pageDir = mkdtempSync(path.join(tmpdir(), 'glidepath-transfer-'))
  await buildTransferPage(pageDir)
  const server = await startBrowserServer({ core, logger, pageDir, port: 0 })
  if (!server.ok) throw new Error(server.error.message)
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(server.value.newUrl())
  const close = async (): Promise<void> => {
    await browser.close()
    await server.value.close()
    rmSync(pageDir, { recursive: true, force: true })
  }
  return { page, close }
}

/** Milliseconds from the page's request to the typed value in the page. */
const arrival = async (page: Page): Promise<number> => {
  const measured: unknown = await page.evaluate(() => window.measureTransfer('ready'))
  return measuredSchema.parse(measured).ms
}

/** A forecast of 5 MB from main to the page, in turns through Electron's messages and through the browser host's socket. */
export const transferRows = async (electron: TestElectron, display: string): Promise<Row[]> => {
  const stage = makeStage(electron, (appDir) => mkdirSync(appDir, { recursive: true }))
  await layOutTransfer(stage.appDir)
  setDesktopPlace({ stage, display })
  const browser = await openInBrowser()
  try {
    const desktop = await launchDesktop({ args: ['--data-dir', personalFolder('bench')] })
    try {
      const pages = { browser: browser.page, desktop: desktop.page }
      const medians = { browser: [] as number[], desktop: [] as number[] }
      for (const host of ['browser', 'desktop'] as const) {
        await pages[host].waitForFunction(() => 'measureTransfer' in window)
        for (let index = 0; index < warmUp; index += 1) await arrival(pages[host])
      }
      for (let round = 0; round < rounds; round += 1) {
        for (const host of ['browser', 'desktop'] as const) {
          const all: number[] = []
          for (let index = 0; index < runs; index += 1) all.push(await arrival(pages[host]))
          medians[host].push(median(all))
        }
      }
      const [base, own] = [Math.min(...medians.browser), Math.min(...medians.desktop)]
      return [
        { name: 'large forecast to page, browser host', value: base, unit: 'ms', met: true },
        { name: 'large forecast to page, desktop', value: own, unit: 'ms', met: true },
        {
          name: 'large forecast to page',
          value: own / base,
          unit: '×',
          ratioTo: 'browser host',
          limit,
          met: own / base <= limit,
        },
      ]
    } finally {
      await desktop.close()
    }
  } finally {
    await browser.close()
    removeStage(stage)
  }
}

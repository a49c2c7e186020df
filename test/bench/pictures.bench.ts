import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
} from '#test/support/worlds/program.ts'
import { quantile } from './parts/median.ts'
import { frames } from './page/frames.ts'
import type { Row } from './parts/row.ts'

export const name = 'pictures'

const frameMs = 16
const times = 60
const renderer = fileURLToPath(new URL('../../dist/renderer', import.meta.url))

/**
 * Page script: the milliseconds that the page works from a change until the changed chart is
 * painted. This includes handling the event, the updates that follow, and the frame, but not
 * waiting for the frame.
 */
const inPage = `(() => {
  ${frames}
  const cost = async (change) => {
    await frame()
    await painted()
    const began = performance.now()
    change()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    const changed = performance.now() - began
    await frame()
    const framed = performance.now()
    await painted()
    return changed + performance.now() - framed
  }
  window.costs = async (times, change) => {
    const costs = []
    for (let index = 0; index < times; index += 1) costs.push(await cost(() => change(index)))
    return costs
  }
  window.moveCursor = (index) => {
    const target = document.querySelector('canvas')
    const { left, top, width } = target.getBoundingClientRect()
    target.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: left + 70 + ((index * 37) % (width - 90)), clientY: top + 80 }))
  }
  window.nextMarket = (index) => {
    const markets = document.querySelectorAll('[role=radiogroup][aria-label="Markets"] input')
    markets[index % markets.length].click()
  }
})()`
const costsSchema = z.array(z.number())

/** Compressed kilobytes that are loaded before the first screen is shown. */
const firstScript = (): number => {
  const page = readFileSync(path.join(renderer, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file]) => file ?? '')
  const bytes = files.map(
    (file) => gzipSync(readFileSync(path.join(renderer, file.replace(/^\.?\//, '')))).length,
  )
  if (bytes.length === 0 || readdirSync(renderer).length === 0) throw new Error('nothing is built')
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

/**
 * Measures charts in a real browser: the time to the next frame after the cursor moves or the
 * market changes, and the load of the first screen.
 */
export const run = async (): Promise<Row[]> => {
  const keyring = await startKeyringSession()
  const program = await startProgram(['--data-dir', temporaryFolder('pictures')])
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser, {
      colorScheme: 'light',
      viewport: { width: 1920, height: 1080 },
    })
    await page.goto(program.ready.url)
    await page.getByRole('button', { name: /Daniel Okafor/ }).click()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByRole('group', { name: 'Income by source' }).waitFor()
    await page.evaluate(inPage)
    const rows: Row[] = []
    for (const [what, change] of [
      ['the cursor moves', 'moveCursor'],
      ['the market is switched', 'nextMarket'],
    ] as const) {
      const costs = costsSchema.parse(await page.evaluate(`costs(${times}, ${change})`))
      const value = quantile(costs, 0.95)
      rows.push({
        name: `${what}: 95 of 100 frames within`,
        value,
        unit: 'ms',
        limit: frameMs,
        met: value <= frameMs,
      })
    }
    const script = firstScript()
    return [
      ...rows,
      {
        name: 'script of the first screen, compressed',
        value: script,
        unit: 'KB',
        limit: 250,
        met: script <= 250,
      },
    ]
  } finally {
    await browser.close()
    await program.stop()
    await keyring.stop()
  }
}

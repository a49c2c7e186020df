import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { launchBrowser } from '#test/support/worlds/program.ts'
import { median, quantile } from './parts/median.ts'
import { buildBenchPage } from './parts/bench-page.ts'
import type { Row } from './parts/row.ts'

export const name = 'painter'

const times = z.strictObject({
  ours: z.array(z.number()),
  chartJs: z.array(z.number()),
})
const lineTimes = times.extend({ uPlot: z.array(z.number()) })
/** uPlot is the fastest library for lines that we know of. */
const uPlotLimit = 1.3

/**
 * Our own painter against chart.js and uPlot, in turns in one page: three new lines of 55,000 points, and the next frame after
 * one of ten accounts is hidden, where chart.js updates an existing chart.
 */
export const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-painter-'))
  const browser = await launchBrowser()
  try {
    const script = await buildBenchPage('painter', folder)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const file = path.join(folder, 'index.html')
    writeFileSync(file, '<!doctype html><meta charset="utf-8"><body></body>')
    await page.goto(`file://${file}`)
    await page.addScriptTag({ path: script })
    await page.evaluate('measureLines(55_000, 3)')
    await page.evaluate('measureStack(10, 20)')
    const lines = lineTimes.parse(await page.evaluate('measureLines(55_000, 15)'))
    const stack = times.parse(await page.evaluate('measureStack(10, 120)'))
    const ratio = (one: readonly number[], other: readonly number[]): number =>
      median(one) / median(other)
    const toUPlot = ratio(lines.ours, lines.uPlot)
    const hidden = quantile(stack.ours, 0.95)
    return [
      ...(
        [
          ['three lines of 55,000 points, our painter', ratio(lines.ours, lines.chartJs)],
          ['an account hidden among ten, our painter', ratio(stack.ours, stack.chartJs)],
        ] as const
      ).map(([what, value]) => ({
        name: what,
        ratioTo: 'chart.js',
        unit: '×',
        value,
        // Beyond this, our own painter is not worth its code.
        limit: 0.5,
        met: value <= 0.5,
      })),
      {
        name: 'three lines of 55,000 points, our painter',
        ratioTo: 'uPlot',
        unit: '×',
        value: toUPlot,
        limit: uPlotLimit,
        met: toUPlot <= uPlotLimit,
      },
      {
        name: 'an account hidden among ten, painted by us: 95 of 100 within',
        unit: 'ms',
        value: hidden,
        limit: 16,
        met: hidden <= 16,
      },
      {
        name: 'the same painted by chart.js: 95 of 100 within',
        unit: 'ms',
        value: quantile(stack.chartJs, 0.95),
        met: true,
      },
    ]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

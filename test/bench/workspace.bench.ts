import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'
import { largeForecastText, type ForecastSize } from '#test/support/samples/large-forecast.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
} from '#test/support/worlds/program.ts'
import {
  chooseEnvironment,
  enterCredentials,
  openExample,
} from '#test/support/screens/screen-steps.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { workspaceProbe } from './page/workspace-probe.ts'
import { heapOf } from './parts/heap.ts'
import { median } from './parts/median.ts'
import type { Row } from './parts/row.ts'

export const name = 'workspace'

const runs = 9
const typical: ForecastSize = { strategies: 2, percentiles: 3, ages: 80, accounts: 10 }
const large: ForecastSize = { strategies: 2, percentiles: 9, ages: 80, accounts: 40 }
const scenarios = 5
const comparisons = 50
const milliseconds = z.number()

const atMost = (name: string, value: number, unit: string, limit: number): Row => ({
  name,
  value,
  unit,
  limit,
  met: value <= limit,
})

const forecastDaniel = async (page: Page): Promise<void> => {
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByRole('group', { name: 'Income by source' }).waitFor()
}

/**
 * Median milliseconds on Training from a key that moves the lever to the new figures, including the
 * program's own delay. The lever never returns to today's age, because that answer is cached.
 */
const leverRow = async (page: Page): Promise<Row> => {
  const slider = page.getByRole('slider', { name: 'Retirement age, slider' })
  const took: number[] = []
  for (let run = -2; run < runs; run += 1) {
    const measured = page.evaluate('leverToFigures()')
    await slider.press(run >= 0 && run % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
    const one = milliseconds.parse(await measured)
    if (run >= 0) took.push(one)
    await page.locator('main [aria-busy=false]').first().waitFor()
  }
  return atMost('lever released to new figures, on Training', median(took), 'ms', 400)
}

const compareRows = async (page: Page): Promise<Row[]> => {
  const tray = page.getByRole('region', { name: 'Scenarios' })
  const kept = tray.getByRole('checkbox', { name: /^Compare / })
  const slider = page.getByRole('slider', { name: 'Retirement age, slider' })
  while ((await kept.count()) < scenarios) {
    const before = await kept.count()
    const measured = page.evaluate('leverToFigures()')
    await slider.press('ArrowRight')
    await measured
    await page.getByRole('button', { name: 'Keep as scenario' }).click()
    await kept.nth(before).waitFor()
  }
  for (const box of await kept.all()) await box.check()
  const heap = await heapOf(page)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  const openAndClose = async (): Promise<void> => {
    await tray.getByRole('button', { name: /^Compare/ }).click()
    await comparison.getByRole('row').first().waitFor()
    await comparison.getByRole('button', { name: 'Close the comparison' }).click()
    await comparison.waitFor({ state: 'detached' })
  }
  for (let run = 0; run < 5; run += 1) await openAndClose()
  const before = await heap()
  for (let run = 0; run < comparisons; run += 1) await openAndClose()
  const leak = (await heap()) - before
  await tray.getByRole('button', { name: /^Compare/ }).click()
  await comparison.getByRole('row').first().waitFor()
  return [
    atMost(`${scenarios} scenarios compared, heap of the page`, await heap(), 'MB', 150),
    atMost(`${comparisons} comparisons opened and closed, growth`, leak, 'MB', 5),
  ]
}

/**
 * Measures the forecast screen in a real browser: the time from the answer to the painted chart,
 * the time from a lever's move to new figures, and the memory of five compared scenarios.
 */
export const run = async (): Promise<Row[]> => {
  const keyring = await startKeyringSession()
  const uat = await startUatServer()
  const folder = temporaryFolder('workspace')
  const provision = path.join(folder, 'environments.json')
  const environment = { kind: 'uat', clientId: 'BENCH', credentialStyle: 'form' }
  writeFileSync(provision, JSON.stringify([{ name: 'Bench', baseUrl: uat.url, ...environment }]))
  const program = await startProgram([
    ...['--data-dir', path.join(folder, 'data')],
    ...['--provision', provision],
  ])
  const browser = await launchBrowser()
  try {
    const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
    const { page } = await openPage(browser, look)
    await page.addInitScript(workspaceProbe)
    await page.goto(program.ready.url)
    await forecastDaniel(page)
    const rows = [await leverRow(page)]
    await enterCredentials(page, 'Bench', 'bench-secret')
    await chooseEnvironment(page, 'Bench')
    for (const [size, limit] of [
      [typical, 120],
      [large, 200],
    ] as const) {
      const [one, other] = [1, 7].map((seed) => largeForecastText(size, seed))
      const answerWith = (text: string | undefined): void =>
        uat.meet('forecast', {
          kind: 'text',
          status: 200,
          type: 'application/json',
          text: text ?? '',
        })
      answerWith(one)
      await forecastDaniel(page)
      const took: number[] = []
      for (let run = -2; run < runs; run += 1) {
        answerWith(run % 2 === 0 ? other : one)
        const ms = milliseconds.parse(await page.evaluate('answerToChart()'))
        if (run >= 0) took.push(ms)
        await page.locator('main [aria-busy=false]').first().waitFor()
      }
      const { percentiles, accounts } = size
      rows.push(
        atMost(
          `answer to painted picture, ${percentiles} percentiles, ${accounts} accounts`,
          median(took),
          'ms',
          limit,
        ),
      )
      if (size === typical) rows.push(...(await compareRows(page)))
    }
    return rows
  } finally {
    await browser.close()
    await program.stop()
    await uat.stop()
    await keyring.stop()
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { maxCalls } from '#electron/core/http/traffic/traffic.ts'
import type { TestElectron } from '../../../build/lib/electron/test-electron.mjs'
import { launchDesktop } from '#test/support/desktop/launch.ts'
import { personalFolder } from '#test/support/desktop/person.ts'
import { setDesktopPlace } from '#test/support/desktop/stage/place.ts'
import { makeStage, removeStage } from '#test/support/desktop/stage/stage.ts'
import { heapOf } from '../parts/heap.ts'
import { median } from '../parts/median.ts'
import type { Row } from '../parts/row.ts'
import { anonymousMegabytes } from './timed-start.ts'

/**
 * Main keeps its last `maxCalls` service calls, and V8 compiles more and more of the page's functions, so both grow at
 * first. From the 225th to the 525th forecast the page grew by 5 %, all of it machine code; from
 * the 525th to the 825th, by 0.7 %.
 */
const warmUp = maxCalls + 325
const forecasts = 300
/** Percent. */
const limit = 5

/**
 * Number of readings. The bench uses their median, because memory use varies as memory is freed and
 * allocated.
 */
const looks = 5

/** Milliseconds to wait for pending work to finish. */
const settleMs = 1_500

/** Page script: presses Run forecast `count` times, each time after the previous result has arrived. */
const runForecasts = (count: number): string => `(async () => {
  const frame = () => new Promise((resolve) => setTimeout(resolve, 5))
  const busy = () => document.querySelector('main [aria-busy]')?.getAttribute('aria-busy')
  for (let run = 0; run < ${count}; run += 1) {
    while (busy() !== 'false') await frame()
    const button = [...document.querySelectorAll('button:enabled')].find((one) => one.textContent.includes('Run forecast'))
    button.click()
    while (busy() !== 'true') await frame()
  }
  while (busy() !== 'false') await frame()
  if (document.querySelector('main [role=alert]') !== null) throw new Error('a forecast failed')
})()`

/**
 * Memory growth of main and of the page over many saved forecasts on Training; garbage is collected
 * before each reading.
 */
export const growthRows = async (electron: TestElectron, display: string): Promise<Row[]> => {
  const stage = makeStage(electron)
  setDesktopPlace({ stage, display })
  try {
    const args = ['--data-dir', personalFolder('bench'), '--js-flags=--expose-gc']
    const desktop = await launchDesktop({ args })
    const { app, page, pid } = desktop
    try {
      const look = async (): Promise<number> => {
        const cleared = await app.evaluate(() => {
          if (!('gc' in globalThis)) return false
          globalThis.gc?.()
          return true
        })
        if (!cleared) throw new Error('main cannot be told to clear up')
        await wait(settleMs)
        return anonymousMegabytes(pid)
      }
      const settled = async (): Promise<number> => {
        const all: number[] = []
        while (all.length < looks) all.push(await look())
        return median(all)
      }
      await page.locator('main li button').first().click()
      await page.getByRole('button', { name: 'Run forecast' }).first().click()
      await page.getByRole('heading', { name: 'Income by source' }).waitFor()
      await page.evaluate(runForecasts(warmUp))
      const heap = await heapOf(page)
      const before = { main: await settled(), page: await heap() }
      await page.evaluate(runForecasts(forecasts))
      const after = { main: await settled(), page: await heap() }
      return (['main', 'page'] as const).flatMap((part) => {
        const growth = (after[part] / before[part] - 1) * 100
        return [
          { name: `${part} after ${warmUp} forecasts`, value: before[part], unit: 'MB', met: true },
          { name: `${part} after ${forecasts} more`, value: after[part], unit: 'MB', met: true },
          { name: `growth of ${part}`, value: growth, unit: '%', limit, met: growth <= limit },
        ]
      })
    } finally {
      await desktop.close()
    }
  } finally {
    removeStage(stage)
  }
}

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
} from '#test/support/worlds/program.ts'
import {
  closeDialog,
  dialogs,
  fillProgram,
  lock,
  screens,
  type Filled,
  type Scene,
} from '#test/support/screens/scenes.ts'
import { showChart } from '#test/support/screens/screen-steps.ts'
import { expectStill, scrollersOf } from '#test/support/screens/scrolling.ts'

/**
 * Tests that only a screen scrolls, never the document. Visually hidden texts once stretched the
 * document to 2,400 pixels. With the scroll bars of Windows and Linux, a second bar then appeared
 * and moved the whole program out of its window.
 */

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
  { width: 1920, height: 1080 },
]

/** Elements that may scroll besides the screen itself. */
const inner: Readonly<Record<string, readonly RegExp[]>> = {
  forecast: [/^What if$/, /^Fund changes/, /^Communication XML$/],
  'saved-forecast': [/^Fund changes/, /^Communication XML$/],
  receipt: [/^Decoded transaction$/],
  list: [/^Rows/],
  overview: [/^Requests and calls$/],
  'saved-results': [/^Clients$/, /^Saved for this client$/],
  'receipt-fields': [/^Fields$/],
  'receipt-answer': [/^Service’s answer$/],
  traffic: [/^Calls to the service$/],
  activity: [/^Records of the activity log$/],
}
/** Screens as high as the window, in which only the list scrolls. */
const filling = new Set([
  'saved-results',
  'receipt-fields',
  'receipt-answer',
  'traffic',
  'activity',
])

let browser: Browser
let program: Program
let page: Page
let filled: Filled

beforeAll(async () => {
  program = await startProgram(['--data-dir', temporaryFolder('scroll-bar')])
  browser = await launchBrowser()
  page = (await openPage(browser, { colorScheme: 'light', viewport: { width: 1280, height: 800 } }))
    .page
  await page.goto(program.ready.url)
  filled = await fillProgram(page)
})
afterAll(async () => {
  await browser.close()
  await program.stop()
})

const expectOneBar = async ({ name }: Scene, size: string): Promise<void> => {
  const allowed = [...(inner[name] ?? []), ...(filling.has(name) ? [] : [/^main$/])]
  const strange = async (): Promise<string[]> =>
    (await scrollersOf(page)).filter(
      (scroller) => !allowed.some((pattern) => pattern.test(scroller)),
    )
  // Wait for the screen's layout before measuring it.
  await expect
    .poll(strange, { message: `what scrolls on ${name} at ${size}`, timeout: 5_000 })
    .toEqual([])
}

const show = (name: string) =>
  screens(filled)
    .find((scene) => scene.name === name)
    ?.show(page)

test('the scroll bars of this browser take up space, as on Windows and Linux', async () => {
  const width = await page.evaluate(() => {
    const box = Object.assign(document.createElement('div'), { className: 'overflow-y-scroll' })
    box.style.cssText = 'overflow-y: scroll; width: 100px; height: 100px'
    document.body.append(box)
    const bar = box.offsetWidth - box.clientWidth
    box.remove()
    return bar
  })
  expect(width).toBeGreaterThan(0)
})

describe.each(sizes)('at $width × $height,', ({ width, height }) => {
  const size = `${width} × ${height}`
  beforeAll(() => page.setViewportSize({ width, height }))

  test('no screen makes the document longer than the window', async () => {
    for (const scene of screens(filled)) {
      await scene.show(page)
      await expectStill(page, `${scene.name} at ${size}`)
      await expectOneBar(scene, size)
    }
  })

  test('no dialog makes the document longer than the window', async () => {
    for (const scene of dialogs) {
      await scene.show(page)
      const longer = await page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      )
      expect(longer, `${scene.name} at ${size}`).toBe(0)
      await closeDialog(page)
    }
  })
})

test('a new screen that gets the focus has no focus ring, but a focused button has one', async () => {
  const outline = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null) return 'nothing has the focus'
      return `${focused.tagName} ${focused.matches(':focus-visible')} ${getComputedStyle(focused).outlineStyle}`
    })
  await show('forecast')
  await page.getByLabel('Retirement age', { exact: true }).focus()
  await page.keyboard.press('Control+3')
  await page.getByRole('region', { name: 'Clients' }).waitFor()
  await expect.poll(outline).toBe('MAIN true none')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(outline).toMatch(/^(?:A|BUTTON) true solid$/)
})

/** The text of each page that the screen prints. */
const printed = async (): Promise<readonly string[]> => {
  const file = path.join(temporaryFolder('print'), 'screen.pdf')
  await page.pdf({ path: file, preferCSSPageSize: true })
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return text.split('\f').slice(0, -1)
}

test('a printed forecast takes as many pages as it needs', async () => {
  await show('forecast')
  await showChart(page, 'All')
  const sheets = await printed()
  expect(sheets.length).toBeGreaterThan(2)
  expect(sheets.at(0)).toMatch(/Recommended adds/)
  expect(sheets.slice(1).join('\n')).toMatch(/IMPORTANT|hypothetical/i)
})

test('a printed receipt fills whole pages without the window’s frame, each marked as simulated', async () => {
  await show('receipt')
  const sheets = await printed()
  expect(sheets.length).toBeGreaterThan(1)
  const text = sheets.join('')
  expect(text).toMatch(/<\/Transaction>/)
  expect(text).not.toMatch(/Opt-out desk|Save PDF|Mask identifiers/)
  for (const sheet of sheets) expect(sheet).toContain('Training – simulated')
})

test('the lock screen does not scroll', async () => {
  await lock(page)
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(
      await page.evaluate(
        () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
      ),
    ).toBe(0)
    expect(await scrollersOf(page)).toEqual([])
  }
})

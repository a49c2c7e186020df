import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
  type WatchedPage,
} from '#test/support/worlds/program.ts'
import { eventually, expectCalm, pickFile } from '#test/support/screens/screen-steps.ts'
import { readBack } from '#test/unit/report/made-report.ts'

/**
 * Tests a file with several participants: all are forecast, the largest shortfall comes first, and
 * each has a report.
 */

let program: Program
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  program = await startProgram(['--data-dir', temporaryFolder('call-first')])
  browser = await launchBrowser()
  watched = await openPage(browser, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  })
  await watched.page.goto(program.ready.url)
}, 120_000)
afterAll(async () => {
  await browser.close()
  expect(await program.stop()).toBe(0)
})

/** A cell's gap in dollars, negative if short; NaN if the cell has no gap. */
const dollarsIn = (text: string): number => {
  const [, amount = '', kind] = /^\$([\d,]+) (short|over)$/.exec(text.trim()) ?? []
  const dollars = amount === '' ? Number.NaN : Number(amount.replaceAll(',', ''))
  return kind === 'short' ? -dollars : dollars
}

test('every participant in a file is forecast and ordered by gap, and can be opened and reported on', async () => {
  const { page } = watched
  const people = personSpecs.slice(0, 5)
  await pickFile(page, { name: 'team.xml', bytes: Buffer.from(writePeopleXml(people)) })
  await page.getByRole('button', { name: 'Whom to call first' }).first().click()
  const grid = page.getByRole('grid', { name: 'Participants' })
  await grid.waitFor()
  expect(await grid.getAttribute('aria-rowcount')).toBe(String(people.length + 1))
  await page.getByRole('button', { name: `Forecast all ${people.length}` }).click()
  await page.getByRole('button', { name: 'Forecast all again' }).waitFor({ timeout: 60_000 })

  const gaps = async (): Promise<readonly number[]> =>
    (await grid.locator('tbody [role="row"] [role="gridcell"]:nth-child(5)').allInnerTexts()).map(
      dollarsIn,
    )
  await eventually(async () => (await gaps()).filter(Number.isFinite).length).toBe(people.length)
  const shown = await gaps()
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown[0]).toBeLessThan(0)

  // Open the first participant's report by keyboard, and go back.
  const first = (await grid.getByRole('row').nth(1).getByRole('button').nth(1).innerText()).trim()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('p')
  await page.getByText(/^\d+ pages, as they will be printed$/).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const { text } = readBack(readFileSync(await (await download).path()))
  expect(text).toContain(`Prepared for ${first}`)
  // Printing the screen on the other paper size gives only the report's pages, without the window
  // and without an empty page.
  await page.getByRole('radio', { name: 'A4' }).click()
  await page.locator('svg[viewBox="0 0 595 842"]').first().waitFor()
  const printed = readBack(await page.pdf({ preferCSSPageSize: true }))
  expect(printed.info).toMatch(/Page size:\s+59\d\.?\d* x 84\d/)
  expect(printed.sheets.map((sheet) => sheet.match(/Page \d+ of \d+/g))).toEqual(
    printed.sheets.map((_, index) => [`Page ${index + 1} of ${printed.sheets.length}`]),
  )
  expect(printed.text).not.toContain('Nothing reaches a real account')

  await page.getByRole('link', { name: 'Whom to call first' }).first().click()

  await grid.waitFor()
  await grid.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Outcome' }).waitFor()
  await page.getByText(`for ${first}`).waitFor()
  await expectCalm(watched)
}, 180_000)

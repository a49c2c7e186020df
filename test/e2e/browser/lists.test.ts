import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  artifact,
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
} from '#test/support/worlds/program.ts'
import { eventually, expectCalm, goTo } from '#test/support/screens/screen-steps.ts'

/** Sends a list of opt-outs with the built program, the real training service and a real browser. */

let browser: Browser
let program: Program

beforeAll(async () => {
  mkdirSync(path.dirname(artifact('any')), { recursive: true })
  program = await startProgram(['--data-dir', temporaryFolder('lists')])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await program.stop()
})

test('the example lists are checked, sent, reported, and counted in the overview', async () => {
  const watched = await openPage(browser, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  })
  const { page } = watched
  await page.goto(program.ready.url)
  await goTo(page, 'Opt-out desk')
  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await page.getByRole('button', { name: 'Try it with a list of examples' }).click()

  await page.getByRole('heading', { name: 'How the file was read' }).waitFor()
  await page.screenshot({ path: artifact('list-read') })
  await page.getByRole('button', { name: 'Check 25 rows' }).click()
  await page.getByRole('button', { name: 'Unusual 1', exact: true }).click()
  await page.getByText('No last name is given.').first().waitFor()
  await page.getByRole('button', { name: 'Left out 1' }).click()
  await page.getByText('Row 1 is for the same participant and plan').first().waitFor()
  await page.screenshot({ path: artifact('list-checked') })

  await page.getByRole('button', { name: 'Send 23 opt-outs to Training …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Send 23 opt-outs to Training?' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Send 23 opt-outs to Training …' }).click()
  await dialog.getByRole('button', { name: 'Send 23 opt-outs' }).click()
  await page
    .getByRole('heading', { name: 'Done: 23 opt-outs sent to Training' })
    .waitFor({ timeout: 60_000 })
  await page.screenshot({ path: artifact('list-done') })
  await page.getByRole('button', { name: 'Accepted 22' }).click()
  await page.getByRole('button', { name: 'Not enrolled 1' }).click()
  await page.getByText('NO-SUCH-PLAN').first().waitFor()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save outcome file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByText('0 calls, 23 rows of lists').waitFor()
  await eventually(() =>
    page.getByRole('table', { name: 'By result' }).getByRole('row').allInnerTexts(),
  ).toHaveLength(3)
  await page.screenshot({ path: artifact('overview') })
  await expectCalm(watched)
})

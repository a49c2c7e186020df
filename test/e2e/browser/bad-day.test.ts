import type { Browser, Page } from 'playwright-core'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  artifact,
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Look,
  type Program,
  type WatchedPage,
} from '#test/support/worlds/program.ts'
import { eventually, expectCalm, goTo, openExample } from '#test/support/screens/screen-steps.ts'

/** Tests practice for a bad day: the chosen faults happen, and the screen says what they mean. */

let browser: Browser
let keyring: KeyringSession
let program: Program
let watched: WatchedPage

beforeAll(async () => {
  mkdirSync(path.dirname(artifact('any')), { recursive: true })
  keyring = await startKeyringSession()
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', temporaryFolder('bad-day')])
  watched = await openPage(browser, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  })
  await watched.page.goto(program.ready.url)
})
afterAll(async () => {
  await browser.close()
  await program.stop()
  await keyring.stop()
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Practice a bad day' })

const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: /^(Practice a bad day|Bad day: )/ }).click()
  const panel = dialogOf(page)
  await panel.getByRole('button', { name: 'Set it up' }).waitFor()
  return panel
}

const setUp = async (page: Page, fault: string, target: string): Promise<void> => {
  const panel = await openPanel(page)
  await panel.getByRole('combobox', { name: 'What goes wrong' }).click()
  await page.getByRole('option', { name: fault, exact: true }).click()
  await panel.getByRole('combobox', { name: 'For' }).click()
  await page.getByRole('option', { name: target, exact: true }).click()
  await panel.getByRole('button', { name: 'Set it up' }).click()
  await panel.getByText(`${target} – waits for the next request`).waitFor()
}

const closePanel = (page: Page) => dialogOf(page).getByRole('button', { name: 'Close' }).click()

/** Counts of received and executed requests in the panel's table, as text. */
const countsOf = async (page: Page, operation: string): Promise<string> => {
  const panel = dialogOf(page)
  return (await panel.getByRole('row', { name: new RegExp(`^${operation}`) }).innerText()).replace(
    /\s+/g,
    ' ',
  )
}

test('an enrollment with a lost answer is in doubt and executed once; a busy service is reported, and retried after a wait', async () => {
  const { page } = watched
  await openExample(page, 'Maya Torres')

  await setUp(page, 'Connection reset after the request was carried out', 'Express Enroll')
  await closePanel(page)
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page
    .getByText(/in doubt/i)
    .first()
    .waitFor()
  await page.screenshot({ path: artifact('bad-day-in-doubt') })
  const panel = await openPanel(page)
  await panel.getByText('Express Enroll – happened once').waitFor()
  await eventually(() => countsOf(page, 'Express Enroll')).toBe('Express Enroll 1 1')
  await panel.getByRole('button', { name: 'Back to normal' }).click()
  await panel.getByText('Nothing is set up: the service behaves.').waitFor()
  await closePanel(page)

  await openExample(page, 'Maya Torres')
  await setUp(page, 'Too busy (429), wait 3 seconds', 'Express Forecast')
  await closePanel(page)
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText('Trying again in 3 s (1 of 3): the service answered 429').waitFor()
  await page.screenshot({ path: artifact('bad-day-retry') })
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await expectCalm(watched)
})

const looks: readonly (Look & { readonly name: string })[] = [
  { name: 'light-1280', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark-1024', colorScheme: 'dark', viewport: { width: 1024, height: 700 } },
]

describe.each(looks)('the practice panel, $name,', ({ name, colorScheme, viewport }) => {
  test('fits the window, both in the training strip and under Settings', async () => {
    const { page } = watched
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await goTo(page, 'Advise')
    await setUp(page, 'Answer cut in the middle', 'Express Optout')
    const panel = dialogOf(page)
    for (const button of ['Set it up', 'Back to normal', 'Close']) {
      const box = await panel.getByRole('button', { name: button }).boundingBox()
      expect(
        (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= viewport.width,
        button,
      ).toBe(true)
    }
    await page.screenshot({ path: artifact(`bad-day-dialog-${name}`) })
    await panel.getByRole('button', { name: 'Back to normal' }).click()
    await closePanel(page)
    await goTo(page, 'Settings')
    const region = page.getByRole('region', { name: 'Practice a bad day' })
    await region.scrollIntoViewIfNeeded()
    const frame = await region.boundingBox()
    for (const label of ['What goes wrong', 'For', 'How many times', 'Let pass first']) {
      const box = await region.getByLabel(label, { exact: true }).first().boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 9999), label).toBeLessThanOrEqual(
        (frame?.x ?? 0) + (frame?.width ?? 0),
      )
    }
    await page.screenshot({ path: artifact(`bad-day-settings-${name}`) })
    await expectCalm(watched)
  })
})

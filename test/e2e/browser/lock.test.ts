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
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { goTo, openExample } from '#test/support/screens/screen-steps.ts'

/** A receipt on paper, and the lock, in the built program with a real keyring. */

const passphrase = 'four quiet otters sleep'
const dataDir = temporaryFolder('lock')
let keyring: KeyringSession
let browser: Browser
let program: Program
let page: Page

const openProgram = async (...args: string[]): Promise<void> => {
  program = await startProgram(['--data-dir', dataDir, ...args])
  page = (await openPage(browser, { colorScheme: 'light', viewport: { width: 1280, height: 800 } }))
    .page
  await page.goto(program.ready.url)
}

beforeAll(async () => {
  keyring = await startKeyringSession()
  browser = await launchBrowser()
  await openProgram()
})
afterAll(async () => {
  await browser.close()
  await program.stop()
  await keyring.stop()
})

const locked = () => page.getByRole('heading', { name: 'Glidepath is locked' }).waitFor()
const unlock = async (words: string): Promise<void> => {
  await page.getByLabel('Passphrase').fill(words)
  await page.keyboard.press('Enter')
}
const pagesOf = (file: string): readonly string[] =>
  execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)

describe('a receipt', () => {
  test('follows a review of the changes, and is saved as a PDF with masked identifiers', async () => {
    await openExample(page, 'Daniel Okafor')
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const changes = page.getByRole('region', { name: /^What changes for Daniel/ })
    await changes
      .getByRole('row', { name: /Fund In the file To/ })
      .first()
      .waitFor()
    expect(await changes.innerText()).toMatch(/forecast[\s\S]*just now|minute/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save PDF' }).click()
    const file = path.join(dataDir, '..', path.basename(`${dataDir}.pdf`))
    await (await download).saveAs(file)
    const sheets = pagesOf(file)
    expect(sheets.join('')).toMatch(/Enrollment accepted[\s\S]*Daniel[\s\S]*Okafor, ••••/)
    for (const sheet of sheets) expect(sheet).toMatch(/Training – simulated[\s\S]*Page \d+ of \d+/)
  })

  test('is printed on whole pages without the window’s frame, each marked as simulated', async () => {
    const file = path.join(dataDir, '..', path.basename(`${dataDir}-print.pdf`))
    await page.pdf({ path: file, preferCSSPageSize: true })
    const sheets = pagesOf(file)
    expect(sheets.length).toBeGreaterThan(1)
    const text = sheets.join('')
    expect(text).toMatch(/<\/Transaction>/)
    expect(text).not.toMatch(/Opt-out desk|Save PDF|Mask identifiers/)
    for (const sheet of sheets) expect(sheet).toContain('Training – simulated')
  })
})

describe('the lock', () => {
  test('hides everything, keeps the input, and survives a restart', async () => {
    await goTo(page, 'Settings')
    const panel = page.getByRole('region', { name: 'Lock', exact: true })
    await panel.getByRole('button', { name: 'Set a passphrase' }).click()
    await panel.getByLabel('New passphrase', { exact: true }).fill(passphrase)
    await panel.getByLabel('New passphrase again').fill(passphrase)
    await panel.getByRole('button', { name: 'Set passphrase' }).click()
    await panel.getByText('The passphrase is set.').waitFor()
    await goTo(page, 'Opt-out desk')
    await page.getByLabel('First name').fill('Typed before the lock')
    await page.keyboard.press('Control+l')
    await locked()
    expect(await page.content()).not.toMatch(/Okafor|HARBOR|Typed before/)
    await unlock('not the passphrase')
    await page
      .getByText(/That is not the passphrase/)
      .first()
      .waitFor()
    await unlock(passphrase)
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Typed before the lock')
    await page.keyboard.press('Control+l')
    await locked()
    await page.reload()
    await locked()
    expect(await program.stop()).toBe(0)
    await page.close()

    await openProgram()
    await locked()
    await unlock(passphrase)
    await goTo(page, 'Activity')
    await page.getByText('Passphrase set').first().waitFor()
    await program.stop()
    await page.close()
  })

  test('the owner of the account can remove the passphrase', async () => {
    await openProgram('--forget-passphrase')
    await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
    await goTo(page, 'Activity')
    await page.getByText('Passphrase removed').first().waitFor()
  })
})

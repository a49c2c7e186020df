import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { atStep, typeCall } from '#test/support/screens/desk-steps.ts'
import { goTo } from '#test/support/screens/screen-steps.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
} from '#test/support/worlds/program.ts'

/**
 * Kills the built program during a call's wrap-up. The call counts as sent, and can be wrapped up
 * after the next start.
 */

let browser: Browser
let keyring: KeyringSession

beforeAll(async () => {
  keyring = await startKeyringSession()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await keyring.stop()
})

test(
  'a call whose wrap-up was cut off when the program was killed can be wrapped up after the next start',
  { timeout: 180_000 },
  async () => {
    const args = ['--data-dir', temporaryFolder('killed-call')]
    const killed = await startProgram(args)
    const before = await openPage(browser, {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    })
    await before.page.goto(killed.ready.url)
    await goTo(before.page, 'Opt-out desk')
    await typeCall(
      before.page,
      { participantId: 'U-7001', firstName: 'Zephyrine', lastName: 'Quill' },
      'NOWHERE401K',
    )
    await before.page.keyboard.press('Control+Enter')
    await before.page.getByRole('article', { name: 'Receipt' }).waitFor()
    await before.page
      .getByRole('button', { name: /^Wrap up/ })
      .first()
      .click()
    await atStep(before.page, 'Wrap up')
    await killed.kill()
    await before.page.close()

    const program = await startProgram(args)
    const { page } = await openPage(browser, {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    })
    try {
      await page.goto(program.ready.url)
      await goTo(page, 'Opt-out desk')
      await page.getByText('1 call has no result yet').waitFor()
      await page.getByRole('button', { name: 'Wrap up the call of Zephyrine Quill' }).click()
      await atStep(page, 'Wrap up')
      await page.keyboard.press('2')
      await page.keyboard.press('Enter')
      await atStep(page, 'Caller')
      await page.getByText('1 call has no result yet').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await page.getByText(/^1 call, /).waitFor()
      expect(await page.getByText('has no result yet').count()).toBe(0)
    } finally {
      await page.close()
      await program.stop()
    }
  },
)

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  artifact,
  everythingIn,
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Look,
} from '#test/support/worlds/program.ts'
import { identify, toReadBack, useOpenClient } from '#test/support/screens/desk-steps.ts'
import { eventually, goTo, showChart, openSavedResult } from '#test/support/screens/screen-steps.ts'

/**
 * Does an advisor's main job in the browser host, finding everything by visible labels and roles.
 * The built program runs as a separate process, with a real keyring, the real training service and
 * a real browser.
 */

/** The smallest window; the desktop tests do the same job in a larger window with light colors. */
const look: Look = { colorScheme: 'dark', viewport: { width: 1024, height: 700 } }

const secret = 'canary-secret-5b1f0c7e'
const participantName = 'Okafor'

let browser: Browser
let keyring: KeyringSession

beforeAll(async () => {
  mkdirSync(path.dirname(artifact('any')), { recursive: true })
  keyring = await startKeyringSession()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await keyring.stop()
})

const confirmAndSend = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
  await page.getByText('Training – simulated').first().waitFor()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
}

test('an advisor opens a participant, runs and changes a forecast, enrolls, implements, opts out, reviews offline and changes settings', async () => {
  const dataDir = temporaryFolder('e2e')
  const shot = (page: Page, step: string) => page.screenshot({ path: artifact(step) })
  let program = await startProgram(['--data-dir', dataDir])
  const first = await openPage(browser, look)
  const { page } = first
  await page.goto(program.ready.url)

  // 1. Open a participant
  await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
  await eventually(() =>
    page.getByRole('button', { name: /age \d\d/ }).count(),
  ).toBeGreaterThanOrEqual(8)
  await shot(page, '1-open')
  await page.getByRole('button', { name: /Daniel Okafor/ }).click()
  await page.getByRole('heading', { name: /Daniel .*Okafor/ }).waitFor()
  await page.getByText('HARBOR401K').first().waitFor()
  await shot(page, '1-participant')

  // 2. Run a forecast, read the numbers as a table, change the retirement age, run again
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await eventually(() => outcome.textContent()).toMatch(
    /Goal \$[\d,]+.*Today.*\$[\d,]+.*Recommended.*\$[\d,]+/s,
  )
  await shot(page, '2-forecast')
  await showChart(page, 'All')
  const wealth = page.getByRole('group', { name: /^Wealth by age/ })
  await wealth.scrollIntoViewIfNeeded()
  await shot(page, '2-wealth')
  await wealth.focus()
  await page.keyboard.press('t')
  await wealth.getByRole('table').waitFor()
  expect(await wealth.getByRole('row').count()).toBeGreaterThan(20)
  await shot(page, '2-wealth-table')
  for (const [title, file] of [
    ['Income by source', 'income'],
    ['Asset mix', 'mix'],
    ['Savings-rate changes', 'savings'],
  ] as const) {
    const frame = page.getByLabel(title, { exact: true })
    await frame.scrollIntoViewIfNeeded()
    await shot(page, `2-${file}`)
    await frame.focus()
    await page.keyboard.press('t')
    await frame.getByRole('table').waitFor()
  }
  await page.getByRole('group', { name: 'Fund changes', exact: true }).scrollIntoViewIfNeeded()
  await shot(page, '2-funds')
  const row = (name: string) => outcome.getByRole('row', { name, exact: true })
  const [today, before] = [await row('Today').textContent(), await row('Recommended').textContent()]
  // Moving a lever is enough; no button is pressed.
  await page.getByLabel('Retirement age', { exact: true }).fill('62')
  await page.getByText(/^Plan (adds|takes away) about \$[\d,]+ a month/).waitFor()
  expect(await row('Today').textContent()).toBe(today)
  expect(await row('Recommended').textContent()).not.toBe(before)
  await page.getByRole('button', { name: 'Keep as scenario' }).click()
  await page
    .getByRole('region', { name: 'Scenarios' })
    .getByRole('button', { name: /Retiring at 62/ })
    .first()
    .waitFor()
  await shot(page, '2-changed')
  await page
    .getByRole('radiogroup', { name: 'What to compute' })
    .getByText('Where you stand')
    .click()
  await page.getByRole('button', { name: /^Run/ }).first().click()
  await eventually(() => row('Recommended').count()).toBe(0)
  await page
    .getByRole('radiogroup', { name: 'What to compute' })
    .getByText('Social Security', { exact: true })
    .click()
  await page
    .getByRole('button', { name: /^Get Social Security figures/ })
    .first()
    .click()
  await page
    .getByRole('region', { name: 'Life expectancy' })
    .getByText(/\d\d years of age/)
    .waitFor()
  await shot(page, '2-case')

  // 3. Enroll and implement
  await page.getByRole('radiogroup', { name: 'What to compute' }).getByText('Compare').click()
  await page
    .getByRole('button', { name: /^Run forecast/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('heading', { name: /^Enroll Daniel/ }).waitFor()
  await shot(page, '3-enroll')
  await confirmAndSend(page)
  await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
  for (const field of [
    'TransactionId',
    'ClientTransactionId',
    'RKTransactionId',
    'RKTransactionMessage',
    'Success',
  ]) {
    await page.getByText(field, { exact: true }).waitFor()
  }
  await page.getByLabel('Decoded transaction').getByText('HARBOR401K').first().waitFor()
  await shot(page, '3-receipt')
  await page.getByRole('link', { name: 'Forecast', exact: true }).last().click()
  await page.getByRole('link', { name: 'Implement…' }).click()
  await confirmAndSend(page)
  await page.getByRole('heading', { name: 'Implementation of the advice accepted' }).waitFor()

  // 4. Opt out, filled in from the open participant
  await goTo(page, 'Opt-out desk')
  expect(await page.getByLabel('ParticipantId').inputValue()).toBe('')
  await useOpenClient(page)
  expect(await page.getByLabel('Last name').inputValue()).toBe(participantName)
  await shot(page, '4-optout')
  await identify(page)
  await page.keyboard.press('1')
  await shot(page, '4-plans')
  await toReadBack(page)
  await page.getByText('Training – simulated').first().waitFor()
  await shot(page, '4-read-back')
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()
  await shot(page, '4-receipt')

  // 6. Settings: an environment with credentials, the token, the keychain
  await goTo(page, 'Settings')
  await page
    .getByText(/valid for 23 h 5\d min/)
    .first()
    .waitFor()
  await page.getByText('Stored in the system keychain').first().waitFor()
  await page.getByRole('button', { name: 'Add environment' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme UAT')
  await page.getByLabel('Base URL').fill('http://acme.example')
  await page.getByLabel('ClientId').fill('ACME')
  await page.getByRole('button', { name: 'Save environment' }).click()
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .or(page.getByText(/must begin with https/i))
    .first()
    .waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Acme UAT')
  await page.getByLabel('Base URL').fill('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Save environment' }).click()
  const acme = page.getByRole('article', { name: 'Acme UAT' })
  await acme.getByRole('button', { name: 'Enter credentials' }).click()
  await acme.getByLabel('Client id').fill('acme-client')
  await acme.getByLabel('Client secret').fill(secret)
  await acme.getByRole('button', { name: 'Save credentials' }).click()
  await acme.getByText('Stored in the system keychain').waitFor()
  await acme.getByRole('button', { name: /^Test connection/ }).click()
  await acme.getByText('The connection does not work yet.').waitFor()
  await shot(page, '6-settings')

  // 5. Review after a restart, without a training service or a network
  await acme.getByRole('button', { name: 'Use this environment' }).click()
  await goTo(page, 'Saved results')
  await page.getByText('Stored encrypted on this computer').first().waitFor()
  await shot(page, '5-saved')
  const sentSecrets = first.sent().filter((frame) => frame.includes(secret))
  expect(sentSecrets).toHaveLength(1)
  expect(sentSecrets[0]).toContain('credentials.save')
  expect(await page.content()).not.toContain(secret)
  await first.context.close()
  expect(await program.stop()).toBe(0)
  const firstOutput = program.output()

  program = await startProgram(['--data-dir', dataDir])
  expect(program.ready.training).toBe('')
  const second = await openPage(browser, look)
  await second.page.goto(program.ready.url)
  await goTo(second.page, 'Saved results')
  await openSavedResult(second.page, 'Recommended')
  await second.page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await shot(second.page, '5-saved-forecast')
  await goTo(second.page, 'Saved results')
  await openSavedResult(second.page, 'Opt-out accepted')
  await second.page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()
  await shot(second.page, '5-saved-receipt')
  await second.context.close()
  expect(await program.stop()).toBe(0)

  // Expect no requests to other hosts, no errors, and no secret or participant data where it does
  // not belong.
  expect([...first.strays, ...second.strays]).toEqual([])
  expect([...first.complaints, ...second.complaints]).toEqual([])
  expect(first.received() + second.received()).not.toContain(secret)
  for (const output of [firstOutput, program.output()]) {
    expect(output).not.toContain(secret)
    expect(output).not.toContain(participantName)
  }
  const onDisk = everythingIn(dataDir)
  expect(onDisk).not.toContain(secret)
  expect(onDisk).not.toContain(participantName)
  expect(onDisk).not.toContain('HARBOR401K')
})

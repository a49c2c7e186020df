import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { identify, toReadBack, useOpenClient, wrapUp } from '#test/support/screens/desk-steps.ts'
import {
  chooseInDialog,
  clipboard,
  dropFile,
  personalFile,
  pressKeys,
  printToFile,
  saveInDialog,
  textOfPdf,
} from '#test/support/desktop/hands.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { listText } from '#test/support/samples/list-files.ts'
import {
  chooseEnvironment,
  eventually,
  goTo,
  openSavedResult,
} from '#test/support/screens/screen-steps.ts'

/**
 * Does an advisor's main job in the real Electron with a real keyring, by visible labels and roles:
 * one start for the work, and a second start to check the results. Each test continues where the
 * one before it ended.
 */

const dataDir = personalFolder('main-job')
const files = personalFolder('participant-files')
const xmlOf = (name: string): string =>
  examplePeople.find((example) => example.name === name)?.xml ?? ''
/** Names, ids and plans that may appear only on the screen. */
const participantWords = ['Okafor', 'Brennan', 'HARBOR401K']

let keyring: KeyringSession
let desktop: Desktop
let page: Page

const start = async (): Promise<void> => {
  desktop = await launchDesktop({ args: ['--data-dir', dataDir], cwd: files })
  page = desktop.page
}
/** Checks what must hold whenever the program ends. */
const expectQuiet = (): void => {
  expect(desktop.complaints).toEqual([])
  for (const word of participantWords)
    expect(desktop.stdout() + desktop.stderr()).not.toContain(word)
}
const title = (): Promise<string> =>
  desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.getTitle())
      .join(),
  )

const confirmAndSend = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
  await page.getByText('Training – simulated').first().waitFor()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
}

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  await start()
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

describe('a day’s work:', () => {
  const okafor = (): string => personalFile(files, 'okafor.xml', xmlOf('Daniel Okafor'))

  test('a file is chosen in the system’s dialog, and canceling the dialog changes nothing', async () => {
    await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
    await chooseInDialog(desktop, null)
    await page.getByRole('button', { name: 'Open participant XML' }).click()
    await eventually(() => page.getByRole('button', { name: 'Open participant XML' }).count()).toBe(
      1,
    )
    expect(await page.getByRole('alert').count()).toBe(0)

    await chooseInDialog(desktop, okafor())
    await page.getByRole('button', { name: 'Open participant XML' }).click()
    await page.getByRole('heading', { name: /Daniel .*Okafor/ }).waitFor()
    await page.getByText('okafor.xml').first().waitFor()
    expect(await title()).toBe('Glidepath')
  })

  test('a file is dropped on the window', async () => {
    const people = examplePeople.filter(({ name }) => name !== 'Daniel Okafor')
    const [other] = people
    if (other === undefined) throw new Error('there is no second example')
    await dropFile(page, personalFile(files, 'dropped.xml', other.xml))
    await page
      .getByRole('heading', { level: 1, name: new RegExp(other.name.split(' ').at(-1) ?? '') })
      .waitFor()
    await page.getByText('dropped.xml').first().waitFor()
  })

  test('a forecast runs again with another retirement age, and both are compared', async () => {
    await goTo(page, 'Advise')
    await page.getByRole('button', { name: /Daniel .*Okafor.*okafor\.xml/s }).click()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    const today = page
      .getByRole('region', { name: 'Outcome' })
      .getByRole('row', { name: 'Today', exact: true })
    const before = await today.textContent()
    expect(before).toMatch(/Today.*\$[\d,]+/s)
    await page.getByLabel('Retirement age', { exact: true }).fill('62')
    await page.getByText(/^Plan (adds|takes away) about \$[\d,]+ a month/).waitFor()
    expect(await today.textContent()).toBe(before)
  })

  test('a chart’s numbers reach the clipboard', async () => {
    await page
      .getByRole('radiogroup', { name: 'Show strategy' })
      .getByRole('radio', { name: 'Today' })
      .check()
    await page
      .getByRole('radiogroup', { name: 'Chart', exact: true })
      .getByText('Wealth', { exact: true })
      .click()
    const wealth = page.getByRole('group', { name: /^Wealth by age/ })
    await wealth.focus()
    await page.keyboard.press('t')
    await wealth.getByRole('button', { name: 'More of Wealth by age' }).click()
    await page.getByRole('menuitem', { name: 'Copy as CSV' }).click()
    await wealth.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    const lines = (await clipboard()).trim().split('\n')
    expect(lines.length).toBeGreaterThan(20)
    expect(lines[0]).toMatch(/Age/)
  })

  test('an enrollment is reviewed and sent once, and has a receipt', async () => {
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('heading', { name: /^Enroll Daniel/ }).waitFor()
    await confirmAndSend()
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
    await page.getByText('RKTransactionId', { exact: true }).waitFor()
    expect(await title()).toBe('Glidepath')

    await page.getByRole('button', { name: 'Copy receipt' }).click()
    await page.getByText('Copied to the clipboard').waitFor()
    const copied = await clipboard()
    expect(copied).toContain('Enrollment accepted.')
    expect(copied).toContain('••••1002')
    expect(copied).not.toContain('TR1002')
  })

  test('a receipt is saved as a PDF, masked as on screen, and canceling the dialog saves nothing', async () => {
    await saveInDialog(desktop, null)
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await page.getByRole('button', { name: 'Save PDF' }).click({ trial: true })
    expect(await page.getByText('Saved as').count()).toBe(0)
    await saveInDialog(desktop, path.join(files, 'receipt.pdf'))
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await page.getByText('Saved as receipt.pdf in').waitFor()
    const written = textOfPdf(path.join(files, 'receipt.pdf'))
    expect(written).toMatch(/Enroll/)
    expect(written).toMatch(/Training/)
    expect(written).toContain('••••1002')
    expect(written).not.toContain('TR1002')
  })

  test('a receipt is printed through the system’s dialog, masked as on screen, any number of times', async () => {
    const output = path.join(files, 'output.pdf')
    const print = async (): Promise<string> => {
      // The click returns only when the dialog closes.
      const pressed = page.getByRole('button', { name: 'Print', exact: true }).click()
      await printToFile()
      await pressed
      await eventually(() => Promise.resolve(existsSync(output) ? textOfPdf(output) : '')).not.toBe(
        '',
      )
      const text = textOfPdf(output)
      rmSync(output)
      return text
    }
    const masked = await print()
    expect(masked).toContain('Enrollment accepted')
    expect(masked).toContain('••••1002')
    expect(masked).not.toContain('TR1002')
    expect(masked).toContain('Training – simulated')
    expect(masked).not.toContain('Opt-out desk')
    await page.getByRole('switch', { name: 'Mask identifiers' }).click()
    expect(await print()).toContain('TR1002')
  })

  test('an implementation is sent', async () => {
    await page.getByRole('link', { name: 'Forecast', exact: true }).last().click()
    await page.getByRole('link', { name: 'Implement…' }).click()
    await confirmAndSend()
    await page.getByRole('heading', { name: 'Implementation of the advice accepted' }).waitFor()
  })

  test('an opt-out is sent from the desk', async () => {
    await goTo(page, 'Opt-out desk')
    await useOpenClient(page)
    expect(await page.getByLabel('Last name').inputValue()).toBe('Okafor')
    await identify(page)
    await page.keyboard.press('1')
    // The menu runs a forecast with these keys, but at the desk they must not take the agent to
    // another screen.
    await pressKeys('ctrl+Return')
    await toReadBack(page)
    await pressKeys('ctrl+Return')
    await page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()
    await pressKeys('ctrl+Return')
    await wrapUp(page)
  })

  test('a list of opt-outs is dropped, checked, sent, paused and continued', async () => {
    await page.getByRole('link', { name: 'Lists', exact: true }).click()
    await page.getByRole('button', { name: 'Try it with a list of examples' }).waitFor()
    await dropFile(page, personalFile(files, 'people.csv', listText(24)))
    await page.getByRole('heading', { name: 'How the file was read' }).waitFor()
    await page.getByRole('button', { name: 'Check 24 rows' }).click()
    // The list has fewer rows than the number of failures that pauses it, and sends few rows a
    // minute, so that the test has time to pause it.
    await page.getByRole('switch', { name: 'Limit requests a minute' }).click()
    await page.getByRole('spinbutton').nth(1).fill('180')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Send 24 opt-outs to Training …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 24 opt-outs' }).click()
    const progress = page.getByRole('region', { name: 'Progress' })
    await progress.getByRole('button', { name: 'Pause' }).click()
    await progress.getByRole('button', { name: /^Go on: send \d+ opt-outs? to Training/ }).click()
    await expect
      .poll(() => page.getByRole('main').innerText(), { timeout: 60_000 })
      .toContain('Done: 24 opt-outs sent to Training')

    await saveInDialog(desktop, path.join(files, 'outcome.csv'))
    await page.getByRole('button', { name: 'Save outcome file' }).click()
    await page.getByText('Saved as outcome.csv in').waitFor()
    const rows = readFileSync(path.join(files, 'outcome.csv'), 'utf8').trim().split('\r\n')
    expect(rows).toHaveLength(25)
    for (const row of rows.slice(1)) expect(row).toMatch(/^L-\d+,/)
  })

  test('no errors were logged, and no participant data was written to the terminal', () =>
    expectQuiet())
})

describe('after a restart,', () => {
  beforeAll(async () => {
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Nobody there')
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9')
    await page.getByLabel('ClientId').fill('ACME')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await chooseEnvironment(page, 'Nobody there')
    await desktop.close()
    await start()
    expect(desktop.ready.training).toBe('')
  })

  test('recent files are read again as they are now, or from a copy if the file is gone', async () => {
    const recents = page.getByRole('region', { name: 'Recent files' })
    const changed = xmlOf('Daniel Okafor').replaceAll('Okafor', 'Brennan')
    personalFile(files, 'okafor.xml', changed)
    await recents.getByRole('button', { name: /okafor\.xml/ }).click()
    await page.getByRole('heading', { name: /Daniel .*Brennan/ }).waitFor()

    rmSync(`${files}/dropped.xml`)
    await goTo(page, 'Advise')
    await recents.getByRole('button', { name: /dropped\.xml/ }).click()
    await page
      .getByText(/The file is not where it was; this is the copy kept when it was opened on/)
      .waitFor()
  })

  test('saved results open without a service or a network', async () => {
    await goTo(page, 'Saved results')
    await page.getByText('Stored encrypted on this computer').first().waitFor()
    const find = async (words: RegExp): Promise<void> => {
      await page.getByRole('searchbox', { name: 'Search saved results' }).fill('Okafor')
      await openSavedResult(page, words)
    }
    await find(/Recommended/)
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    await goTo(page, 'Saved results')
    await find(/Implementation of/)
    await page.getByRole('heading', { name: 'Implementation of the advice accepted' }).waitFor()
  })

  test('no errors were logged, and no participant data was written to the terminal', () =>
    expectQuiet())
})

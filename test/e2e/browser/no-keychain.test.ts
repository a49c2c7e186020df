import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
} from '#test/support/worlds/program.ts'
import { identify, toReadBack, useOpenClient } from '#test/support/screens/desk-steps.ts'
import {
  expectCalm,
  goTo,
  openExample,
  openSavedResult,
} from '#test/support/screens/screen-steps.ts'

/**
 * Tests that without a keychain everything works until the program closes, that the program says
 * so, and that no participant data is left on disk.
 */

const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
const folder = temporaryFolder('no-keychain')
const participant = [
  'Daniel',
  'Okafor',
  'TR1002',
  'HARBOR401K',
  'HARBORPSP',
  '1984-03-09',
  'ParticipantXML',
]

/**
 * Simulates a machine without D-Bus: no address in the environment, and no bus in the usual places.
 */
const withoutBus = (): NodeJS.ProcessEnv => {
  const runtime = path.join(folder, 'runtime')
  mkdirSync(runtime, { mode: 0o700 })
  const {
    DBUS_SESSION_BUS_ADDRESS: _bus,
    DISPLAY: _display,
    WAYLAND_DISPLAY: _wayland,
    ...inherited
  } = process.env
  return { ...inherited, HOME: path.join(folder, 'home'), XDG_RUNTIME_DIR: runtime }
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .toSorted()

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const mainJob = async (page: Page): Promise<void> => {
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await goTo(page, 'Opt-out desk')
  await useOpenClient(page)
  await identify(page)
  await page.keyboard.press('1')
  await toReadBack(page)
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()
}

const expectListed = async (page: Page): Promise<void> => {
  await goTo(page, 'Saved results')
  await openSavedResult(page, 'Recommended')
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await goTo(page, 'Saved results')
  await openSavedResult(page, 'Opt-out accepted')
  await page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()
}

const reason = /Kept until Glidepath closes, because [^.]*(keychain|secret service|Secret Service)/i

test('without a secret service the program works for the session, says why, and leaves nothing behind', async () => {
  const env = withoutBus()
  const dataDir = path.join(folder, 'data')
  let program = await startProgram(['--data-dir', dataDir], env)
  const first = await openPage(browser, look)
  const { page } = first
  await page.goto(program.ready.url)
  await page.getByText(reason).first().waitFor()

  await mainJob(page)
  await expectListed(page)
  await goTo(page, 'Saved results')
  await page
    .getByText(/Results are kept until Glidepath closes/)
    .first()
    .waitFor()

  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Add environment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Acme UAT')
  await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9')
  await dialog.getByLabel('ClientId').fill('ACME')
  await dialog.getByRole('button', { name: 'Save environment' }).click()
  const acme = page.getByRole('article', { name: 'Acme UAT' })
  await acme.getByRole('button', { name: 'Enter credentials' }).click()
  await acme.getByLabel('Client id').fill('acme-client')
  await acme.getByLabel('Client secret').fill('canary-session-0c77')
  await acme.getByRole('button', { name: 'Save credentials' }).click()
  await acme.getByText(reason).waitFor()
  await expectCalm(first)

  // During the run and afterwards, the folder has plain settings and a database of submissions that
  // name nobody.
  for (const moment of ['running', 'ended']) {
    if (moment === 'ended') expect(await program.stop()).toBe(0)
    const files = filesIn(dataDir).filter(
      (file) => !/^(\.|lock)|-(?:shm|wal)$/.test(path.basename(file)),
    )
    expect(files).toEqual(['glidepath.db', 'settings.json'])
    for (const file of filesIn(dataDir)) {
      const bytes = readFileSync(path.join(dataDir, file))
      // All other files are plain text, so nothing is hidden by compression, and base64 would be
      // visible as a long run of letters.
      const isDatabase = path.basename(file).startsWith('glidepath.db')
      const text = isDatabase
        ? bytes.toString('latin1')
        : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      if (!isDatabase) expect(text).not.toMatch(/[A-Za-z0-9+/_-]{80,}/)
      for (const word of [...participant, 'canary-session-0c77', 'acme-client'])
        expect(text).not.toContain(word)
    }
  }
  for (const word of [...participant, 'canary-session-0c77'])
    expect(program.output()).not.toContain(word)
  expect(filesIn(folder).filter((file) => /okafor|TR1002/i.test(file))).toEqual([])
  await first.context.close()

  program = await startProgram(['--data-dir', dataDir], env)
  const second = await openPage(browser, look)
  await second.page.goto(program.ready.url)
  await goTo(second.page, 'Saved results')
  await second.page
    .getByText(/Results are kept until Glidepath closes/)
    .first()
    .waitFor()
  expect(await second.page.getByRole('main').getByRole('listitem').count()).toBe(0)
  await goTo(second.page, 'Settings')
  await second.page
    .getByRole('article', { name: 'Acme UAT' })
    .getByText('None entered yet')
    .waitFor()
  await expectCalm(second)
  expect(await program.stop()).toBe(0)
  expect(program.output()).not.toMatch(/unhandled|uncaught|has to end/i)
  await second.context.close()
})

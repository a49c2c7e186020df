import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filesHolding, filesWrittenSince } from '#test/support/desktop/files-holding.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { standInForSaveDialog, type SaveDialog } from '#test/support/desktop/save-dialog.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { goTo, openExample } from '#test/support/screens/screen-steps.ts'

/**
 * Files that a person saves outside the data folder: nothing is on disk before the choice of a path, then the whole
 * file is.
 */

let keyring: KeyringSession
let home: string
let desktop: Desktop
let dialog: SaveDialog
const dataDir = personalFolder('desktop-exports')
/** Chromium's own temporary files, so that those of other programs do not count. */
const temporary = personalFolder('desktop-exports-tmp')

const folderOfPerson = (...parts: readonly string[]): string => {
  const folder = path.join(home, ...parts)
  mkdirSync(folder)
  if (person !== null) chownSync(folder, person.uid, person.gid)
  return folder
}

/** Every partial file, wherever Chromium or the program might have put it. */
const traces = (content: string, since: number): readonly string[] => [
  ...filesHolding(content, [home, dataDir, temporary]),
  // The tests' own user is left out, because other tests write here.
  ...(person === null ? [] : filesWrittenSince(since, person.uid, content, '/tmp')),
]
/** Enough time for a download to begin. */
const aWhile = (): Promise<void> => wait(1500)

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  home = process.env['HOME'] ?? ''
  folderOfPerson('Documents')
  // Desktops write this file for each user; without it the system knows of no Documents.
  writeFileSync(
    path.join(folderOfPerson('.config'), 'user-dirs.dirs'),
    'XDG_DOCUMENTS_DIR="$HOME/Documents"\n',
  )
  folderOfPerson('Downloads')
  desktop = await launchDesktop({ args: ['--data-dir', dataDir], env: { TMPDIR: temporary } })
  dialog = await standInForSaveDialog(desktop.app)
  const { page } = desktop
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

const receipt = () => desktop.page.getByRole('article', { name: 'Receipt' })
const status = (text: string | RegExp) => desktop.page.getByRole('status').filter({ hasText: text })
const savePdf = () => desktop.page.getByRole('button', { name: 'Save PDF' }).click()
const pdfText = (file: string): string =>
  execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })

describe('a receipt', () => {
  test('is on no disk while the dialog is open, then complete at the chosen path, masked as on screen', async () => {
    const begun = Date.now()
    await savePdf()
    const asked = await dialog.opened()
    expect(asked).toMatchObject({
      parented: true,
      title: 'Save receipt',
      filters: [{ name: 'PDF document', extensions: ['pdf'] }],
    })
    expect(path.dirname(asked.defaultPath)).toBe(path.join(home, 'Documents'))
    expect(path.basename(asked.defaultPath)).toMatch(/^receipt-GP-\d{8}-\w+-masked\.pdf$/)
    expect(asked.properties).toContain('showOverwriteConfirmation')
    await aWhile()
    expect(traces('%PDF-', begun)).toEqual([])

    const file = path.join(home, 'Documents', 'for the file.pdf')
    await dialog.answer(file)
    await status('Saved as for the file.pdf in Documents').waitFor()
    expect(traces('%PDF-', begun)).toEqual([file])
    expect(readdirSync(path.join(home, 'Documents'))).toEqual(['for the file.pdf'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(pdfText(file)).toMatch(/Enrollment accepted[\s\S]*Daniel[\s\S]*Okafor, ••••/)
  })

  test('that shows identifiers is saved with them, and the next dialog starts in the last folder', async () => {
    const elsewhere = folderOfPerson('Clients')
    await receipt().getByRole('switch', { name: 'Mask identifiers' }).click()
    await savePdf()
    await dialog.opened()
    const file = path.join(elsewhere, 'clear.pdf')
    await dialog.answer(file)
    await status('Saved as clear.pdf in Clients').waitFor()
    expect(pdfText(file)).toMatch(/Okafor, [^•\s]/)
    await receipt().getByRole('switch', { name: 'Mask identifiers' }).click()
    await savePdf()
    expect(path.dirname((await dialog.opened()).defaultPath)).toBe(elsewhere)
    await dialog.answer(null)
  })

  test('has its decoded transaction saved as shown, with masked identifiers', async () => {
    await desktop.page.getByRole('button', { name: 'Save Decoded transaction' }).click()
    const asked = await dialog.opened()
    expect(asked).toMatchObject({
      title: 'Save text from the service',
      filters: [{ name: 'XML file', extensions: ['xml'] }],
    })
    const file = path.join(home, 'Documents', 'transaction.xml')
    await dialog.answer(file)
    await status('Saved as transaction.xml in Documents').waitFor()
    const shown = await desktop.page
      .getByRole('region', { name: 'Decoded transaction' })
      .innerText()
    expect(shown).toContain('••••')
    expect(readFileSync(file, 'utf8').trim()).toBe(shown.trim())
  })

  test('that the person does not save leaves no file and no message', async () => {
    const begun = Date.now()
    const before = traces('%PDF-', begun)
    await savePdf()
    await dialog.opened()
    await dialog.answer(null)
    await aWhile()
    expect(traces('%PDF-', begun)).toEqual(before)
    expect(await status(/Saved as .*\.pdf/).count()).toBe(0)
    expect(await desktop.page.getByRole('alert').count()).toBe(0)
    expect(await desktop.page.getByRole('button', { name: 'Save PDF' }).isEnabled()).toBe(true)
  })

  describe('in a folder without permission', () => {
    let closed: string
    beforeEach(() => {
      closed = path.join(home, 'Read only')
    })

    test('is not saved, as the screen explains with advice, and the older file of that name stays', async () => {
      folderOfPerson('Read only')
      writeFileSync(path.join(closed, 'old.pdf'), 'as it was')
      chmodSync(closed, 0o555)
      await savePdf()
      await dialog.opened()
      await dialog.answer(path.join(closed, 'old.pdf'))
      const alert = desktop.page.getByRole('alert')
      await alert.getByRole('heading', { name: 'The file could not be saved there' }).waitFor()
      const said = await alert.innerText()
      expect(said).toContain('There is no permission to write “old.pdf” in the folder “Read only”.')
      expect(said).toContain('Nothing was saved. A file that had this name before is unchanged.')
      expect(said).toContain('Choose another folder')
      expect(readFileSync(path.join(closed, 'old.pdf'), 'utf8')).toBe('as it was')
      expect(readdirSync(closed)).toEqual(['old.pdf'])
    })

    test('can be saved elsewhere from there', async () => {
      await desktop.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
      await dialog.opened()
      await dialog.answer(path.join(home, 'Documents', 'second.pdf'))
      await status('Saved as second.pdf in Documents').waitFor()
      expect(await desktop.page.getByRole('alert').count()).toBe(0)
    })
  })

  test('in a missing folder is not saved, as the screen says', async () => {
    await savePdf()
    await dialog.opened()
    await dialog.answer(path.join(home, 'Stick', 'gone.pdf'))
    const alert = desktop.page.getByRole('alert')
    await alert.getByText('The folder “Stick” cannot be found.').waitFor()
    expect(await status(/Saved as .*\.pdf/).count()).toBe(0)
  })
})

test('the activity log is saved the same way', async () => {
  const { page } = desktop
  const begun = Date.now()
  await goTo(page, 'Activity')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const asked = await dialog.opened()
  expect(asked).toMatchObject({
    parented: true,
    title: 'Save activity log',
    filters: [{ name: 'CSV table', extensions: ['csv'] }],
  })
  expect(asked.defaultPath).toMatch(/\.csv$/)
  await aWhile()
  const heading = 'n,at,user'
  expect(traces(heading, begun)).toEqual([])
  const file = path.join(home, 'Documents', 'log.csv')
  await dialog.answer(file)
  await status('Saved as log.csv in Documents').waitFor()
  expect(traces(heading, begun)).toEqual([file])
})

test('no download begins, from any source', async () => {
  const begun = Date.now()
  await desktop.page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['planted-in-a-blob'], { type: 'text/csv' }))
    const link = Object.assign(document.createElement('a'), { href, download: 'planted.csv' })
    document.body.append(link)
    link.click()
    link.remove()
  })
  await aWhile()
  expect(traces('planted-in-a-blob', begun)).toEqual([])
  const windows = await desktop.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  )
  expect(windows).toBe(1)
})

test('the report of two scenarios is presented, compared, and saved at the chosen path', async () => {
  const { page } = desktop
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  const tray = page.getByRole('region', { name: 'Scenarios' })
  for (const [label, value, words, cards] of [
    ['Save before tax', '9', /saving 9%/, 2],
    ['Retirement age', '68', /^retires at 68, saving 9%/, 3],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
    await page.getByRole('row', { name: 'Plan' }).getByText(words).waitFor()
    await page.getByRole('button', { name: 'Keep as scenario' }).click()
    await tray
      .getByRole('listitem')
      .nth(cards - 1)
      .waitFor()
  }
  await page.keyboard.press('F5')
  await page.getByRole('button', { name: 'End presenting' }).waitFor()
  expect(await page.getByText('Daniel Okafor').count()).toBe(0)
  await page.keyboard.press('Escape')

  for (const card of await tray.getByRole('checkbox', { name: /^Compare / }).all())
    await card.click()
  await tray.getByRole('button', { name: /^Compare/ }).click()
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('button', { name: 'Report…' })
    .click()
  await page.getByText(/^\d+ pages, as they will be printed$/).waitFor()
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  expect((await dialog.opened()).defaultPath).toMatch(/Retirement report Daniel Okafor/)
  const file = path.join(home, 'Documents', 'report.pdf')
  await dialog.answer(file)
  await status('Saved as report.pdf in Documents').waitFor()
  const text = pdfText(file)
  expect(text).toContain('Prepared for Daniel Okafor')
  expect(text).toMatch(/Scenarios side by side[\s\S]*Saving 9%[\s\S]*Assumptions/)
  const pages = text.split('\f').slice(0, -1)
  for (const [index, sheet] of pages.entries())
    expect(sheet).toMatch(new RegExp(`simulated[\\s\\S]*Page ${index + 1} of ${pages.length}`))
})

test('the console stayed clean', () => {
  expect(desktop.complaints).toEqual([])
})

test('a program killed while the dialog is open leaves nothing', async () => {
  const { page } = desktop
  await goTo(page, 'Saved results')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Enrollment accepted' })
    .getByRole('link')
    .click()
  const begun = Date.now()
  const before = traces('%PDF-', begun)
  await savePdf()
  await dialog.opened()
  await aWhile()
  const gone = new Promise((resolve) => desktop.app.process().once('exit', resolve))
  process.kill(desktop.pid, 'SIGKILL')
  await gone
  expect(traces('%PDF-', begun)).toEqual(before)
})

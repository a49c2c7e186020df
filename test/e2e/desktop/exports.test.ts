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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesHolding, filesWrittenSince } from '#test/support/desktop/files-holding.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { standInForSaveDialog, type SaveDialog } from '#test/support/desktop/save-dialog.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { goTo, openExample, openSavedResult } from '#test/support/screens/screen-steps.ts'

/**
 * Tests files that a user saves outside the data folder: nothing is written to disk before a path
 * is chosen, and then the whole file is written.
 */

let keyring: KeyringSession
let home: string
let desktop: Desktop
let dialog: SaveDialog
const dataDir = personalFolder('desktop-exports')
/**
 * A separate folder for Chromium's temporary files, so that those of other programs do not count.
 */
const temporary = personalFolder('desktop-exports-tmp')

const folderOfPerson = (...parts: readonly string[]): string => {
  const folder = path.join(home, ...parts)
  mkdirSync(folder)
  if (person !== null) chownSync(folder, person.uid, person.gid)
  return folder
}

/** Every partial file in any folder where Chromium or the program might have written one. */
const traces = (content: string, since: number): readonly string[] => [
  ...filesHolding(content, [home, dataDir, temporary]),
  // Ignores files of the user who runs the tests, because other tests write to the same folders.
  ...(person === null ? [] : filesWrittenSince(since, person.uid, content, '/tmp')),
]
/** Enough time for a download to begin. */
const aWhile = (): Promise<void> => wait(1500)

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  home = process.env['HOME'] ?? ''
  folderOfPerson('Documents')
  // Desktops write this file for each user; without it, no folder counts as Documents.
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

const status = (text: string | RegExp) => desktop.page.getByRole('status').filter({ hasText: text })
const savePdf = () => desktop.page.getByRole('button', { name: 'Save PDF' }).click()
const pdfText = (file: string): string =>
  execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })

describe('a receipt', () => {
  test('is not written to disk while the dialog is open, and is then complete at the chosen path, masked as on screen', async () => {
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

  test('is not saved in a folder without permission, the screen explains why, and an older file of that name stays unchanged', async () => {
    const closed = folderOfPerson('Read only')
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
})

test('no download begins, whatever in the page tries to start one', async () => {
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

test('no errors were logged', () => {
  expect(desktop.complaints).toEqual([])
})

test('a program killed while the save dialog is open leaves no file', async () => {
  const { page } = desktop
  await goTo(page, 'Saved results')
  await openSavedResult(page, 'Enrollment accepted')
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

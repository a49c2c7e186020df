import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { runAsPerson, type Desktop } from './launch.ts'
import { person } from './person.ts'
import { untilInFront, windowsTitled } from './windows.ts'

/** What a user does outside the page, with keys, files, dialogs and the clipboard. */

/** Writes a file that the test user owns; resolves to its path. */
export const personalFile = (
  folder: string,
  name: string,
  content: string | Uint8Array,
): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  if (person !== null) chownSync(file, person.uid, person.gid)
  return file
}

/** From now on, the open dialog returns `file`; `null` means that it is canceled. */
export const chooseInDialog = (desktop: Desktop, file: string | null): Promise<void> =>
  desktop.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
  }, file)

/** From now on, the save dialog returns `file`; `null` means that it is canceled. */
export const saveInDialog = (desktop: Desktop, file: string | null): Promise<void> =>
  desktop.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () =>
      Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
  }, file)

/** The text of a PDF file, laid out as on the page. */
export const textOfPdf = (file: string): string =>
  execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })

/**
 * Prints with the first printer in the system's print dialog, which is open or about to open. On a
 * machine without printers, the first entry prints to a file. Return does nothing until a printer
 * is selected, and Down does nothing until the printers are listed.
 */
export const printToFile = async (): Promise<void> => {
  await untilWindow('Print')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pressKeys('Down')
    await wait(300)
    await pressKeys('Return')
    // If the dialog has already closed, Return would press the page's button again.
    for (let look = 0; look < 50; look += 1) {
      if ((await windowsTitled('Print')).length === 0) return
      await wait(100)
    }
  }
  throw new Error('the print dialog did not close')
}

/** Drags a file from the desktop to the middle of the window and drops it. */
export const dropFile = async (page: Page, file: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  }
  await session.detach()
}

/**
 * Presses keys on the display's keyboard by their `xdotool` names: `ctrl+o`, `F11`. The front
 * window receives them.
 */
export const pressKeys = async (...keys: readonly string[]): Promise<void> => {
  await untilInFront()
  await runAsPerson('xdotool', ['key', '--clearmodifiers', ...keys])
}

/** The text on the clipboard, as another program would paste it. */
export const clipboard = (): Promise<string> =>
  runAsPerson('xclip', ['-o', '-selection', 'clipboard'])

/** Resolves once the display shows a window with this title, such as a system dialog. */
export const untilWindow = async (title: string): Promise<void> => {
  await expect.poll(() => windowsTitled(title), { timeout: 20_000 }).not.toEqual([])
}

export const untilNoWindow = async (title: string): Promise<void> => {
  await expect.poll(() => windowsTitled(title), { timeout: 20_000 }).toEqual([])
}

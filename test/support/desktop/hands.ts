import { chownSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { runAsPerson, type Desktop } from './launch.ts'
import { person } from './person.ts'

/** What a person does with the window besides clicking in the page: keys, files, dialogs, the clipboard. */

/** A file of the person's own; resolves with its path. */
export const personalFile = (folder: string, name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  if (person !== null) chownSync(file, person.uid, person.gid)
  return file
}

/** From now on the dialog for opening gives `file`, or is left without a choice. */
export const chooseInDialog = (desktop: Desktop, file: string | null): Promise<void> =>
  desktop.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
  }, file)

/** Drags a file from the desktop over the middle of the window and lets go of it there. */
export const dropFile = async (page: Page, file: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  }
  await session.detach()
}

/** Presses keys on the display's keyboard, as `xdotool` names them: `ctrl+o`, `F11`. The window in front gets them. */
export const pressKeys = async (...keys: readonly string[]): Promise<void> => {
  await runAsPerson('xdotool', ['key', '--clearmodifiers', ...keys])
}

/** What another program would paste. */
export const clipboard = (): Promise<string> => runAsPerson('xclip', ['-o', '-selection', 'clipboard'])

/** A picture of the whole display, with frames and menus of windows. */
export const pictureOfDisplay = async (file: string): Promise<void> => {
  await runAsPerson('import', ['-silent', '-window', 'root', `png:${file}`], { DISPLAY: inject('desktop').display })
}

const windowsTitled = async (title: string): Promise<readonly string[]> => {
  try {
    return (await runAsPerson('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`])).split('\n').filter(Boolean)
  } catch {
    // It ends with 1 where there is none.
    return []
  }
}

/** Resolves once a window with that title is on the display, as a dialog of the system is. */
export const untilWindow = async (title: string): Promise<void> => {
  await expect.poll(() => windowsTitled(title), { timeout: 20_000 }).not.toEqual([])
}

export const untilNoWindow = async (title: string): Promise<void> => {
  await expect.poll(() => windowsTitled(title), { timeout: 20_000 }).toEqual([])
}

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clipboard, pressKeys, untilNoWindow, untilWindow } from '#test/support/desktop/hands.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { asPressed, chooseIn, entriesOf } from '#test/support/desktop/menu.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { eventually, goTo, openExample } from '#test/support/screens/screen-steps.ts'

/**
 * Tests every entry of the real application menu, by mouse and by key. Keys are pressed on the
 * display's keyboard, because the window system handles accelerators and Playwright's keys reach
 * only the page.
 */

let keyring: KeyringSession
let desktop: Desktop
let page: Page

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  desktop = await launchDesktop({ args: ['--data-dir', personalFolder('menu')] })
  page = desktop.page
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

const choose = (path: string): Promise<void> => chooseIn(desktop, path)

/** Returns the window's zoom, after setting it if a level is given. */
const zoom = (level?: number): Promise<number | undefined> =>
  desktop.app.evaluate(({ BrowserWindow }, wanted) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (wanted !== undefined) contents?.setZoomLevel(wanted)
    return contents?.getZoomLevel()
  }, level)
const setZoom = (level: number): Promise<void> => eventually(() => zoom(level)).toBe(level)
const fullScreen = (): Promise<boolean | undefined> =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen())
const dialogsAsked = (): Promise<number> =>
  desktop.app.evaluate(() => Number(Reflect.get(globalThis, 'asked') ?? 0))
const countDialogs = (): Promise<void> =>
  desktop.app.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'asked', 0)
    dialog.showOpenDialog = () => {
      Reflect.set(globalThis, 'asked', Number(Reflect.get(globalThis, 'asked')) + 1)
      return Promise.resolve({ canceled: true, filePaths: [] })
    }
  })

const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const search = () => page.getByRole('searchbox', { name: 'Search saved results' })
/** Fills the search field in one step, and selects its text if requested. */
const typed = async (text: string, chosen: boolean): Promise<void> => {
  await goTo(page, 'Saved results')
  await search().fill('')
  await search().focus()
  if (text !== '') await page.keyboard.insertText(text)
  await eventually(() => search().inputValue()).toBe(text)
  if (chosen) await search().selectText()
}
const holds = async (text: string): Promise<void> => {
  await eventually(() => search().inputValue()).toBe(text)
}
const away = (): Promise<void> => goTo(page, 'Saved results')
const atAdvise = (): Promise<void> => goTo(page, 'Advise')
const isDark = (): Promise<boolean> =>
  page
    .locator('html.dark')
    .count()
    .then((found) => found === 1)
let wasDark = false

interface Check {
  readonly before: () => Promise<void>
  readonly then: () => Promise<void>
}
const goes = (title: string): Check => ({
  before: title === 'Saved results' ? atAdvise : away,
  then: () => heading(title),
})

/**
 * Checks each entry's effect; a menu entry without a check fails the test. Quit is tested last,
 * separately.
 */
const checks: Readonly<Record<string, Check>> = {
  'File > Open participant XML…': {
    before: countDialogs,
    then: async () => {
      await eventually(dialogsAsked).toBe(1)
    },
  },
  'File > Run forecast': {
    before: away,
    then: async () => {
      await heading('Forecast')
      await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    },
  },
  'File > Print…': {
    before: away,
    then: async () => {
      await untilWindow('Print')
      await pressKeys('Escape')
      await untilNoWindow('Print')
    },
  },
  // Without a passphrase the program cannot lock, so the entry opens the setting for one.
  'File > Lock now': goes('Settings'),
  'Edit > Undo': { before: () => typed('once', false), then: () => holds('') },
  'Edit > Redo': {
    before: async () => {
      await typed('twice', false)
      await choose('Edit > Undo')
      await holds('')
    },
    then: () => holds('twice'),
  },
  'Edit > Cut': {
    before: () => typed('cut', true),
    then: async () => {
      await holds('')
      expect(await clipboard()).toBe('cut')
    },
  },
  'Edit > Copy': {
    before: () => typed('copied', true),
    then: async () => {
      await eventually(clipboard).toBe('copied')
      await holds('copied')
    },
  },
  'Edit > Paste': {
    before: async () => {
      await typed('pasted', true)
      await choose('Edit > Cut')
      await holds('')
    },
    then: () => holds('pasted'),
  },
  'Edit > Delete': { before: () => typed('gone', true), then: () => holds('') },
  'Edit > Select All': {
    before: () => typed('all', false),
    then: async () => {
      await eventually(() => page.evaluate(() => getSelection()?.toString())).toBe('all')
    },
  },
  'View > Switch between light and dark': {
    before: async () => {
      wasDark = await isDark()
    },
    then: async () => {
      await eventually(isDark).toBe(!wasDark)
    },
  },
  'View > Actual Size': {
    before: () => setZoom(2),
    then: async () => {
      await eventually(() => zoom()).toBe(0)
    },
  },
  'View > Zoom In': {
    before: () => setZoom(0),
    then: async () => {
      await eventually(() => zoom()).toBe(0.5)
    },
  },
  'View > Zoom Out': {
    before: () => setZoom(1),
    then: async () => {
      await eventually(() => zoom()).toBe(0.5)
      await setZoom(0)
    },
  },
  'View > Present': {
    before: async () => {
      await choose('File > Run forecast')
      await heading('Forecast')
      await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    },
    then: async () => {
      const end = page.getByRole('button', { name: /^End presenting/ })
      await end.click()
      await end.waitFor({ state: 'hidden' })
    },
  },
  'View > Toggle Full Screen': {
    before: async () => {
      await eventually(fullScreen).toBe(false)
    },
    then: async () => {
      await eventually(fullScreen).toBe(true)
      await choose('View > Toggle Full Screen')
      await eventually(fullScreen).toBe(false)
    },
  },
  'Go > Advise': goes('Open a participant'),
  'Go > Opt-out desk': goes('Opt-out desk'),
  'Go > Saved results': goes('Saved results'),
  'Go > Activity': goes('Activity'),
  'Go > Settings…': goes('Settings'),
  'Help > Keyboard shortcuts': {
    before: away,
    then: async () => {
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  'Help > About Glidepath': {
    before: away,
    then: async () => {
      await untilWindow('About Glidepath')
      await pressKeys('Escape')
      await untilNoWindow('About Glidepath')
    },
  },
}
const quit = 'File > Quit'

test('every menu entry works by mouse and by its shortcut', async () => {
  const found = await entriesOf(desktop)
  expect(found.map(({ path }) => path).toSorted()).toEqual(
    [...Object.keys(checks), quit].toSorted(),
  )
  for (const { path, keys } of found) {
    const check = checks[path]
    if (check === undefined) continue
    for (const way of keys === ''
      ? [() => choose(path)]
      : [() => choose(path), () => pressKeys(asPressed(keys))]) {
      await check.before()
      await way()
      await check.then()
    }
  }
  expect(desktop.complaints).toEqual([])
})

test.each([
  ['ctrl+equal', 0.5],
  ['ctrl+plus', 0.5],
  ['ctrl+KP_Add', 0.5],
  ['ctrl+KP_Subtract', -0.5],
  ['ctrl+KP_0', 0],
])('%s zooms although the menu entry’s role has only one shortcut', async (keys, level) => {
  await setZoom(level === 0 ? 1 : 0)
  await pressKeys(keys)
  await eventually(() => zoom()).toBe(level)
  await setZoom(0)
})

describe('in a locked program,', () => {
  const passphrase = 'a passphrase for the menu'
  const unlock = async (): Promise<void> => {
    await page.getByLabel('Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  }
  const asks = ['Open participant XML…', 'Run forecast', 'Print…', 'Lock now'].map(
    (label) => `File > ${label}`,
  )

  test('menu entries open, print and show nothing', async () => {
    await goTo(page, 'Settings')
    const lock = page.getByRole('region', { name: 'Lock', exact: true })
    await lock.getByRole('button', { name: 'Set a passphrase' }).click()
    await lock.getByLabel('New passphrase', { exact: true }).fill(passphrase)
    await lock.getByLabel(/again/i).fill(passphrase)
    await lock.getByRole('button', { name: /^(Save|Set)/ }).click()
    await lock.getByText('The passphrase is set.').waitFor()
    await countDialogs()
    await pressKeys('ctrl+l')
    await page.getByLabel('Passphrase').waitFor()
    const before = await page.getByRole('main').or(page.locator('#app')).first().innerText()
    for (const path of [...asks, 'Go > Saved results', 'Help > Keyboard shortcuts'])
      await choose(path)
    await pressKeys('ctrl+o', 'ctrl+Return', 'ctrl+p', 'ctrl+3')
    // When these checks return, the key presses have had their full effect.
    expect(await dialogsAsked()).toBe(0)
    await untilNoWindow('Print')
    expect(await page.locator('#app').innerText()).toBe(before)
    await unlock()
  })

  test('the page is covered even while the print dialog blocks it', async () => {
    /** Number of colors that the display really shows where the sidebar is. */
    const colours = (): Promise<number> =>
      desktop.app.evaluate(async ({ BrowserWindow, desktopCapturer, screen }) => {
        const [window] = BrowserWindow.getAllWindows()
        const [shown] = await desktopCapturer.getSources({
          types: ['screen'],
          thumbnailSize: screen.getPrimaryDisplay().size,
        })
        const { x, y } = window?.getContentBounds() ?? { x: 0, y: 0 }
        const part = shown?.thumbnail
          .crop({ x: x + 20, y: y + 100, width: 150, height: 200 })
          .toBitmap()
        return new Set(new Uint32Array(Uint8Array.from(part ?? []).buffer)).size
      })
    await goTo(page, 'Advise')
    expect(await colours()).toBeGreaterThan(10)
    await pressKeys('ctrl+p')
    await untilWindow('Print')
    await desktop.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
    await eventually(colours).toBe(1)
    await pressKeys('Escape')
    await untilNoWindow('Print')
    await unlock()
    await eventually(colours).toBeGreaterThan(10)
  })
})

test('after locking, the program ends a page that its print dialog still blocks, so that a passer-by cannot print it', async () => {
  const processOfPage = (): Promise<number | undefined> =>
    desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    )
  const before = await processOfPage()
  await pressKeys('ctrl+p')
  await untilWindow('Print')
  await desktop.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  await expect.poll(processOfPage, { timeout: 60_000 }).not.toBe(before)
  expect(desktop.stderr()).toMatch(/stood still while the program was locked/)
  await pressKeys('Escape')
  await untilNoWindow('Print')
})

test('Ctrl+Q quits', async () => {
  const gone = desktop.app.waitForEvent('close')
  await pressKeys('ctrl+q')
  await gone
  expect(desktop.complaints).toEqual([])
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personalFile } from '#test/support/desktop/hands.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { eventually, goTo, openExample } from '#test/support/screens/screen-steps.ts'

/**
 * Tests how the window looks: its size after a restart, its colors from the system and the setting,
 * and its zoom.
 */

const dataDir = personalFolder('look')
let keyring: KeyringSession
let desktop: Desktop
let page: Page

beforeAll(async () => {
  keyring = await startKeyringSession(person)
})
afterAll(async () => {
  await keyring.stop()
})

const start = async (gtkTheme: string): Promise<void> => {
  desktop = await launchDesktop({ args: ['--data-dir', dataDir], env: { GTK_THEME: gtkTheme } })
  page = desktop.page
  await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
}

const windowNow = () =>
  desktop.app.evaluate(({ BrowserWindow, nativeTheme, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    const { width, height } = window?.getBounds() ?? { width: 0, height: 0 }
    const display = screen.getPrimaryDisplay().workAreaSize
    return {
      width,
      height,
      fits: width <= display.width && height <= display.height,
      maximized: window?.isMaximized(),
      ground: window?.getBackgroundColor().toLowerCase(),
      source: nativeTheme.themeSource,
    }
  })
/** The visible colors of the page and of a chart's text. */
const pageNow = () =>
  page.evaluate(() => ({
    dark: document.documentElement.classList.contains('dark'),
    ground: getComputedStyle(document.body).backgroundColor,
  }))
const light = { dark: false, ground: 'rgb(246, 248, 250)' }
const dark = { dark: true, ground: 'rgb(11, 18, 32)' }
const setSystem = (source: 'light' | 'dark'): Promise<void> =>
  desktop.app.evaluate(({ nativeTheme }, wanted) => void (nativeTheme.themeSource = wanted), source)

describe('on a system set to dark, with a stored window size larger than the display,', () => {
  beforeAll(async () => {
    personalFile(
      dataDir,
      'settings.json',
      JSON.stringify({ window: { width: 9000, height: 9000, maximized: false } }),
    )
    await start('Adwaita:dark')
  })

  test('the window fits, and its background is dark from the start', async () => {
    expect(await windowNow()).toMatchObject({ fits: true, ground: '#0b1220', source: 'system' })
    expect(await pageNow()).toEqual(dark)
  })

  test('charts, page and background follow the system when it switches between light and dark', async () => {
    await openExample(page, 'Daniel Okafor')
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    const picture = page
      .getByRole('group', { name: /^Income by source/ })
      .locator('canvas')
      .first()
    const drawn = (): Promise<string> =>
      picture.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''))
    await picture.scrollIntoViewIfNeeded()
    const inDark = await drawn()
    await setSystem('light')
    await eventually(pageNow).toEqual(light)
    await eventually(drawn).not.toBe(inDark)
    expect((await windowNow()).ground).toBe('#f6f8fa')
    await setSystem('dark')
    await eventually(pageNow).toEqual(dark)
    expect((await windowNow()).ground).toBe('#0b1220')
  })

  test('the program’s theme setting overrides the system’s, for the page and for native parts of the window', async () => {
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: 'Light' }).click()
    await eventually(pageNow).toEqual(light)
    await eventually(windowNow).toMatchObject({ ground: '#f6f8fa', source: 'light' })
    await page.getByRole('radio', { name: 'Like this computer' }).click()
    await eventually(pageNow).toEqual(dark)
    await page.getByRole('radio', { name: 'Light' }).click()
    await eventually(windowNow).toMatchObject({ source: 'light' })
  })

  test('at a zoom of 200%, nothing is outside the window, and the main job can be done', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setSize(1280, 840)
      window?.webContents.setZoomFactor(2)
    })
    await goTo(page, 'Advise')
    for (const name of [
      'Advise',
      'Opt-out desk',
      'Saved results',
      'Settings',
      'Activity',
    ] as const) {
      await goTo(page, name)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0)
    }
    await openExample(page, 'Daniel Okafor')
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
  })

  test('the window title does not show the participant', async () => {
    const titles = await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    )
    expect(titles).toEqual(['Glidepath'])
    expect(desktop.complaints).toEqual([])
  })

  test('size, maximized state and colors survive a restart, and are applied before the page is loaded', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setSize(1300, 860),
    )
    await eventually(windowNow).toMatchObject({ width: 1300, height: 860 })
    await desktop.close()
    await start('Adwaita:dark')
    expect(await windowNow()).toMatchObject({
      width: 1300,
      height: 860,
      maximized: false,
      ground: '#f6f8fa',
      source: 'light',
    })
    expect(await pageNow()).toEqual(light)
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
    await eventually(async () => (await windowNow()).maximized).toBe(true)
    await desktop.close()
    await start('Adwaita')
    await eventually(async () => (await windowNow()).maximized).toBe(true)
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.unmaximize(),
    )
    await eventually(windowNow).toMatchObject({ width: 1300, height: 860, maximized: false })
    await desktop.close()
  })
})

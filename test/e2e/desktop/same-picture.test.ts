import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchDesktop, setContentSize, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder } from '#test/support/desktop/person.ts'
import {
  artifact,
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
} from '#test/support/worlds/program.ts'
import {
  farthest,
  noteDrawnTexts,
  takePicture,
  writeSideBySide,
  type Picture,
} from '#test/support/screens/same-picture.ts'
import { adviceScreens, fillAdvice, type Scene } from '#test/support/screens/scenes.ts'

/**
 * Compares five screens in the desktop window and in the browser host, which show the same page.
 */

const size = { width: 1280, height: 800 }
const compared = ['open', 'forecast', 'enroll-review', 'receipt', 'saved-results']
/** Tolerance in pixels, because two engines may round a text's width differently. */
const tolerance = 4

/** Neither host has a keychain here, so that both keep their data in memory and say so. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

let desktop: Desktop
let program: Program
let browser: Browser
const pictures = new Map<string, { readonly desktop: Picture; readonly host: Picture }>()

const fill = async (page: Page): Promise<readonly Scene[]> => {
  await page.getByRole('button', { name: 'Dismiss' }).click()
  return adviceScreens(await fillAdvice(page))
}

beforeAll(async () => {
  mkdirSync(path.dirname(artifact('any')), { recursive: true })
  desktop = await launchDesktop({
    args: ['--data-dir', personalFolder('picture')],
    env: noKeychain,
  })
  await desktop.page.addInitScript(noteDrawnTexts)
  await desktop.page.reload()
  await desktop.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await setContentSize(desktop, size)
  program = await startProgram(['--data-dir', temporaryFolder('picture')], {
    ...process.env,
    ...noKeychain,
  })
  browser = await launchBrowser()
  const { page: hostPage } = await openPage(browser, { colorScheme: 'light', viewport: size })
  await hostPage.addInitScript(noteDrawnTexts)
  await hostPage.goto(program.ready.url)

  const [onDesktop, inHost] = await Promise.all([fill(desktop.page), fill(hostPage)])
  for (const name of compared) {
    const look = async (page: Page, scenes: readonly Scene[]) => {
      await scenes.find((scene) => scene.name === name)?.show(page)
      return takePicture(page)
    }
    const [seen, host] = await Promise.all([look(desktop.page, onDesktop), look(hostPage, inHost)])
    pictures.set(name, { desktop: seen, host })
  }
})
afterAll(async () => {
  await desktop.close()
  await browser.close()
  await program.stop()
})

const pair = (name: string) => {
  const both = pictures.get(name)
  if (both === undefined) throw new Error(`no picture of ${name}`)
  return both
}

describe.each(compared)('%s', (name) => {
  test('has the same text on the desktop and in the browser host', () => {
    const both = pair(name)
    expect(both.desktop.texts.length).toBeGreaterThan(10)
    expect(both.desktop.texts).toEqual(both.host.texts)
  })

  test('has every part at the same position in both hosts', () => {
    const both = pair(name)
    expect(both.desktop.landmarks.map((landmark) => landmark.name)).toEqual(
      both.host.landmarks.map((landmark) => landmark.name),
    )
    const moved = both.desktop.landmarks.flatMap((landmark, index) => {
      const other = both.host.landmarks[index]
      return other !== undefined && farthest(landmark, other) <= tolerance
        ? []
        : [{ desktop: landmark, host: other }]
    })
    expect(moved).toEqual([])
  })

  test('looks the same in both hosts, as the pictures in test/artifacts show', async () => {
    const both = pair(name)
    const share = await writeSideBySide(browser, name, both.desktop, both.host)
    expect(share, 'percent of the pixels that differ').toBeLessThan(2)
  })
})

test('charts have the same labels in both hosts, such as $800K, which Chromium 130 wrote as $800.0K', () => {
  const { desktop: ours, host } = pair('forecast')
  expect(ours.drawn.filter((text) => /^\$\d+K$/.test(text))).not.toEqual([])
  expect(ours.drawn.filter((text) => /\.0[KM]$/.test(text))).toEqual([])
  expect(ours.drawn).toEqual(host.drawn)
})

test('no errors were logged', () => {
  expect(desktop.complaints).toEqual([])
})

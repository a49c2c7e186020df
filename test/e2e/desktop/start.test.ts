import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchDesktop, startDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { ownerInFront } from '#test/support/desktop/windows.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { goTo } from '#test/support/screens/screen-steps.ts'

/**
 * Tests starts: a second start on a data folder brings the first window to the front, and one on
 * another folder runs separately.
 */

const place = personalFolder('start')
const dataDir = path.join(place, 'Jürgen’s data ( ü )')
const provision = path.join(place, 'environments.json')

let keyring: KeyringSession
let desktop: Desktop
beforeAll(async () => {
  keyring = await startKeyringSession(person)
  const acme = {
    name: 'Acme UAT',
    kind: 'uat',
    baseUrl: 'https://uat.example.com',
    clientId: 'ACME',
    credentialStyle: 'basic',
  }
  writeFileSync(provision, JSON.stringify([acme]), { mode: 0o644 })
  desktop = await launchDesktop({ args: ['--data-dir', dataDir, `--provision=${provision}`] })
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

const second = async (args: readonly string[], cwd = place): Promise<void> => {
  const start = startDesktop({ args, cwd })
  expect(await start.ended).toBe(0)
  expect(start.stdout()).toBe('')
  expect(start.stderr()).not.toMatch(/ error | warn /)
}

const inFront = () => expect.poll(ownerInFront, { timeout: 20_000, interval: 200 })

test('the program shows its first screen, because its entry module does not wait for ready (electron/electron#41369)', async () => {
  await desktop.page.getByText('Training – simulated').first().waitFor()
  expect(desktop.page.url()).toMatch(/^app:\/\/glidepath\//)
  expect(
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    ),
  ).toEqual([true])
})

test('the page requests one script and one style sheet before the first screen', async () => {
  const asked = await desktop.page.evaluate(() =>
    [...document.querySelectorAll('script, link:not([rel=icon])')].map((each) =>
      each instanceof HTMLLinkElement ? each.rel : each.localName,
    ),
  )
  expect(asked.toSorted()).toEqual(['script', 'stylesheet'])
})

test('every script is plain ASCII, so V8 stores its text with one byte per character', () => {
  const dist = path.join(inject('desktop').stage.appDir, 'dist')
  const scripts = globSync('{electron,renderer/assets}/*.js', { cwd: dist }).filter(
    (name) => !name.includes('test-'),
  )
  expect(scripts.length).toBeGreaterThan(20)
  expect(
    scripts.filter((name) => /[^\x00-\x7f]/.test(readFileSync(path.join(dist, name), 'utf8'))),
  ).toEqual([])
})

test('the program prints one line when it is ready, with the given data folder', async () => {
  expect(desktop.ready.dataDir).toBe(dataDir)
  expect(desktop.stdout().trimEnd().split('\n')).toHaveLength(1)
  expect((await fetch(desktop.ready.training)).status).toBeGreaterThan(0)
})

test('environments given at the start are listed in Settings', async () => {
  await goTo(desktop.page, 'Settings')
  await desktop.page.getByText('Acme UAT').first().waitFor()
})

describe('with another program running on another data folder,', () => {
  let other: Desktop
  beforeAll(async () => {
    const cwd = personalFolder('beside')
    other = await launchDesktop({ args: ['--data-dir', 'given by a relative path'], cwd })
    expect(other.ready.dataDir).toBe(path.join(cwd, 'given by a relative path'))
  })
  afterAll(() => other.close())

  test('each program shows its own window', async () => {
    await inFront().toBe(other.pid)
    await other.page.getByText('Training – simulated').first().waitFor()
    expect(other.ready.training).not.toBe(desktop.ready.training)
  })

  test('a second start on a data folder brings that folder’s window to the front and ends', async () => {
    await second(['--data-dir', dataDir])
    await inFront().toBe(desktop.pid)
    await second(['--data-dir', other.ready.dataDir])
    await inFront().toBe(other.pid)
  })

  test('a second start restores a minimized window', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const isMinimized = () =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
    await expect.poll(isMinimized, { timeout: 20_000 }).toBe(true)
    await second(['--data-dir', path.relative(place, dataDir)])
    await inFront().toBe(desktop.pid)
    expect(await isMinimized()).toBe(false)
  })

  test('a data folder is recognized when it is opened by another path', async () => {
    const link = path.join(place, 'link')
    symlinkSync(dataDir, link)
    await inFront().toBe(desktop.pid)
    await second(['--data-dir', other.ready.dataDir])
    await inFront().toBe(other.pid)
    await second(['--data-dir', link])
    await inFront().toBe(desktop.pid)
  })
})

describe('a passphrase', () => {
  const passphrase = 'four quiet otters sleep'
  const folder = personalFolder('locked')

  test('still applies after the program was killed: the next start is locked', async () => {
    const first = await launchDesktop({ args: ['--data-dir', folder] })
    await goTo(first.page, 'Settings')
    const panel = first.page.getByRole('region', { name: 'Lock', exact: true })
    await panel.getByRole('button', { name: 'Set a passphrase' }).click()
    await panel.getByLabel('New passphrase', { exact: true }).fill(passphrase)
    await panel.getByLabel('New passphrase again').fill(passphrase)
    await panel.getByRole('button', { name: 'Set passphrase' }).click()
    await panel.getByText('The passphrase is set.').waitFor()
    process.kill(first.pid, 'SIGKILL')
    await first.app.waitForEvent('close')

    const next = await launchDesktop({ args: ['--data-dir', folder] })
    await next.page.getByRole('heading', { name: 'Glidepath is locked' }).waitFor()
    await next.close()
  })

  test('is removed by --forget-passphrase', async () => {
    const { page, app } = await launchDesktop({
      args: ['--data-dir', folder, '--forget-passphrase'],
    })
    await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
    await goTo(page, 'Activity')
    await page.getByText('Passphrase removed').first().waitFor()
    await app.close()
  })
})

import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { noteAskedAddresses } from '#test/support/desktop/asked-addresses.ts'
import { heapOf } from '#test/support/desktop/heap.ts'
import { launchDesktop, runAsPerson, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { familyOf, listeningOf, publicTextOf } from '#test/support/desktop/processes.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { chooseEnvironment, enterCredentials, goTo } from '#test/support/screens/screen-steps.ts'
import { startUatServer, uatToken, type UatServer } from '#test/support/servers/uat-server.ts'

/**
 * Does a day's work on the real desktop, then searches for traces where none belong: Chromium's
 * files, the arguments and environment of every process, the page's memory, the clipboard, and the
 * network.
 */

const planted = {
  secret: 'canary-secret-d41c7e90',
  passphrase: 'canary passphrase 7b15',
  lastName: 'Zwanenbroek',
  planId: 'CANARYPLAN401K',
}
const beingTyped = 'canary-typed-0be2f6'
const everythingPlanted = [...Object.values(planted), uatToken]

const example = examplePeople.find(({ name }) => name === 'Daniel Okafor')?.xml ?? ''
const participantXml = example
  .replaceAll('Okafor', planted.lastName)
  .replaceAll('HARBOR401K', planted.planId)

const folders = {
  data: personalFolder('data'),
  home: personalFolder('home'),
  temporary: personalFolder('tmp'),
}
const asked = noteAskedAddresses()

let keyring: KeyringSession
let uat: UatServer
let desktop: Desktop
let page: Page

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  uat = await startUatServer()
  const provision = path.join(personalFolder('provision'), 'environments.json')
  const acme = {
    name: 'Acme UAT',
    kind: 'uat',
    baseUrl: uat.url,
    clientId: 'ACME',
    credentialStyle: 'form',
  }
  writeFileSync(provision, JSON.stringify([acme]))
  desktop = await launchDesktop({
    args: ['--data-dir', folders.data, '--provision', provision, ...asked.args],
    env: { ...asked.env, HOME: folders.home, TMPDIR: folders.temporary },
  })
  page = desktop.page
})
afterAll(async () => {
  await desktop.close()
  await uat.stop()
  await keyring.stop()
})

/** Opens the planted participant through the native dialog. */
const openPlanted = async (): Promise<void> => {
  const file = path.join(personalFolder('participants'), 'participant.xml')
  writeFileSync(file, participantXml)
  await desktop.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, file)
  await goTo(page, 'Advise')
  await page.getByRole('button', { name: 'Open participant XML' }).click()
  await page
    .getByRole('heading', { name: new RegExp(planted.lastName) })
    .first()
    .waitFor()
}

const forecast = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
}

const enroll = async (): Promise<void> => {
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await page.getByRole('heading', { name: /^Enrollment / }).waitFor()
}

const without = (text: string, ...more: readonly string[]): void => {
  for (const canary of [...everythingPlanted, ...more]) {
    expect(text.includes(canary), canary).toBe(false)
    expect(
      text.includes(Buffer.from(canary, 'utf16le').toString('latin1')),
      `${canary} in two bytes a letter`,
    ).toBe(false)
  }
}

/** xclip fails if nothing is selected; the result is then empty. */
const selection = (name: string): Promise<string> =>
  runAsPerson('sh', ['-c', `xclip -o -selection ${name} 2>/dev/null || true`])

describe('a day’s work', { timeout: 120_000 }, () => {
  test('is done in Training and with a service that needs credentials', async () => {
    await openPlanted()
    await forecast()
    await enroll()
    await enterCredentials(page, 'Acme UAT', planted.secret)
    await chooseEnvironment(page, 'Acme UAT')
    await openPlanted()
    await forecast()
    await enroll()
    expect(uat.countOf('forecast')).toBe(1)
    expect(uat.countOf('enroll')).toBe(1)
    expect(JSON.stringify(uat.seen)).toContain(planted.secret)
  })

  test('leaves no saved client secret in the page’s memory', async () => {
    await goTo(page, 'Settings')
    const card = page.getByRole('article', { name: 'Acme UAT', exact: true })
    await card.getByRole('button', { name: 'Replace', exact: true }).click()
    const field = card.getByLabel('Client secret')
    await field.fill(beingTyped)
    const heap = await heapOf(page)
    // Text that is being typed must be in the heap, which proves that the search finds text.
    expect(heap.includes(beingTyped)).toBe(true)
    for (const canary of [planted.secret, uatToken])
      expect(heap.includes(canary), canary).toBe(false)
  })

  test('puts no secret on the clipboard, even when selected and copied', async () => {
    const field = page.getByLabel('Client secret')
    await field.press('Control+A')
    await field.press('Control+C')
    await field.press('Control+X')
    expect(await field.inputValue()).toBe(beingTyped)
    for (const name of ['primary', 'secondary', 'clipboard'])
      without(await selection(name), beingTyped)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('shows no private data in the process list', () => {
    const family = familyOf(desktop.pid)
    expect(family.length).toBeGreaterThan(4)
    for (const pid of family) without(publicTextOf(pid))
  })

  test('listens only for the training service, and only on this computer', () => {
    const training = new URL(desktop.ready.training).host
    // Playwright opens two more ports: main's inspector and Chromium's.
    const others = listeningOf(familyOf(desktop.pid)).filter((address) => address !== training)
    expect(others).toHaveLength(2)
    for (const address of others) expect(address).toMatch(/^127\.0\.0\.1:/)
  })

  test('starts no crash reporter', async () => {
    const reports = await desktop.app.evaluate(({ app, crashReporter }) => ({
      last: crashReporter.getLastCrashReport(),
      handler: app.getAppMetrics().some(({ name }) => /crash/i.test(name ?? '')),
    }))
    expect(reports).toEqual({ last: null, handler: false })
  })

  test('leaves only the program’s own files and the chromium folder on disk', async () => {
    await desktop.close()
    expect(desktop.complaints).toEqual([])
    const ours = ['chromium', 'glidepath.db', 'lock-name', 'settings.json']
    for (const name of readdirSync(folders.data)) expect(ours, name).toContain(name)
    expect(existsSync(path.join(folders.data, 'chromium'))).toBe(true)
    for (const folder of Object.values(folders)) without(everythingIn(folder), beingTyped)
    without(desktop.stdout() + desktop.stderr())
  })

  test('contacts only this computer, and fetches no spelling dictionary', () => {
    expect(asked.byNode()).toEqual(['127.0.0.1'])
    expect(asked.byChromium().filter((host) => host !== '127.0.0.1')).toEqual([])
  })
})

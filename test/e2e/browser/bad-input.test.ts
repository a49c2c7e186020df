import { truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
  type WatchedPage,
} from '#test/support/worlds/program.ts'
import {
  eventually,
  expectCalm,
  failureTitled,
  goTo,
  openExample,
  pickFile,
} from '#test/support/screens/screen-steps.ts'

/** Unusable files and fields: each gets a sentence, the earlier content stays, and nothing is sent. */

const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
const folder = temporaryFolder('bad-input')
const okafor = examplePeople.find(({ name }) => name === 'Daniel Okafor')?.xml ?? ''
const torres = examplePeople.find(({ name }) => name === 'Maya Torres')?.xml ?? ''

let browser: Browser
let keyring: KeyringSession
let program: Program
let watched: WatchedPage

beforeAll(async () => {
  keyring = await startKeyringSession()
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', path.join(folder, 'data')])
  watched = await openPage(browser, look)
  await watched.page.goto(program.ready.url)
  await openExample(watched.page, 'Linda Kowalski')
})
afterAll(async () => {
  await browser.close()
  expect(await program.stop()).toBe(0)
  expect(program.output()).not.toMatch(/unhandled|uncaught|has to end/i)
  await keyring.stop()
})
afterEach(() => expectCalm(watched))

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

const refused: readonly (readonly [
  name: string,
  bytes: Buffer,
  title: string,
  happened: RegExp,
])[] = [
  [
    'not-closed.xml',
    utf8(okafor.replace('</ParticipantInfo>', '</ParticipantInf>')),
    'The XML has a mistake in it',
    /<ParticipantInfo> from line 5 is not closed[\s\S]*Line 16, column \d+/,
  ],
  [
    'no-blank.xml',
    utf8(okafor.replace('Gender="M" MaritalStatus', 'Gender="M"MaritalStatus')),
    'The XML has a mistake in it',
    /A blank is missing between two attributes[\s\S]*Line 6, column \d+/,
  ],
  ['zero-bytes.xml', Buffer.alloc(0), 'The file is empty', /0 bytes/],
  ['blanks.xml', utf8(' \r\n\t\n'), 'The file is empty', /nothing but blanks/],
  ['statement.pdf', utf8('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\n'), 'This is not an XML file', /PDF/],
  [
    'binary.pdf',
    Buffer.from('255044462d312e370a00ffd8e2e3cfd3', 'hex'),
    'This is not an XML file',
    /not an? XML/,
  ],
  ['person.json', utf8('{"participant": {"name": "Ada"}}'), 'This is not an XML file', /JSON/],
  [
    'page.html',
    utf8('<!DOCTYPE html>\n<html><body>Sign in</body></html>'),
    'This is not an XML file',
    /web page/,
  ],
  [
    'latin-1.xml',
    Buffer.from(okafor.replace('FirstName="Daniel"', 'FirstName="Dánïel"'), 'latin1'),
    'The file’s characters could not be read',
    /Byte \d+ of the file is not valid UTF-8/,
  ],
  [
    'doctype.xml',
    utf8(okafor.replace('?>', '?>\n<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')),
    'The file contains a DOCTYPE',
    /DOCTYPE[\s\S]*Line 2/,
  ],
  [
    'plans.xml',
    utf8('<?xml version="1.0"?>\n<Plans/>\n'),
    'No participant in this file',
    /no Participant element/,
  ],
]

describe('an unusable participant file', () => {
  test.each(refused)('%s', async (name, bytes, title, happened) => {
    const { page } = watched
    await pickFile(page, { name, bytes })
    const failure = await failureTitled(page, title)
    expect(failure).toMatch(happened)
    expect(failure).toMatch(/What to do: \S/)
    expect(failure).toContain('Nothing was opened')
    await page
      .getByRole('banner')
      .getByText(/Linda .*Kowalski/)
      .waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await eventually(() => page.getByRole('alert').count()).toBe(0)
  })

  test('a file of 300 MB is refused before it is read', async () => {
    const { page } = watched
    const huge = path.join(folder, 'huge.xml')
    writeFileSync(huge, okafor)
    truncateSync(huge, 300 * 1024 * 1024)
    const before = watched.sent().length
    const started = performance.now()
    await pickFile(page, huge)
    expect(await failureTitled(page, 'The file is too large')).toMatch(
      /huge\.xml has 3\d\d(\.\d)? MB; at most 6\d(\.\d)? MB/,
    )
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(
      watched
        .sent()
        .slice(before)
        .filter((frame) => frame.includes('participant.open')),
    ).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  })
})

describe('an odd but valid participant file', () => {
  test('UTF-16 opens', async () => {
    const { page } = watched
    const text = okafor
      .replace('encoding="UTF-8"', 'encoding="UTF-16"')
      .replace('LastName="Okafor"', 'LastName="Ökafôr"')
    await pickFile(page, { name: 'utf-16.xml', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') })
    await page.getByRole('heading', { name: /Daniel .*Ökafôr/ }).waitFor()
    await page.getByText('UTF-16 LE').first().waitFor()
  })

  test('declared Latin-1 opens', async () => {
    const { page } = watched
    const text = okafor
      .replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
      .replace('LastName="Okafor"', 'LastName="Okafór"')
    await pickFile(page, { name: 'declared.xml', bytes: Buffer.from(text, 'latin1') })
    await page.getByRole('heading', { name: /Daniel .*Okafór/ }).waitFor()
  })

  test('one of several participants is opened alone, as an exact part of the text', async () => {
    const { page } = watched
    const second = /<ParticipantData>[\s\S]*<\/ParticipantData>/.exec(torres)?.[0] ?? ''
    const text = okafor.replace('</BatchParticipantInput>', `${second}\n</BatchParticipantInput>`)
    await pickFile(page, { name: 'two.xml', bytes: utf8(text) })
    await page.getByText('This file holds 2 participants').waitFor()
    expect(await page.getByRole('button', { name: 'Run forecast' }).first().isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Show Maya .*Torres/ }).click()
    await page.getByRole('button', { name: /^Open only Maya .*Torres/ }).click()
    await page.getByText('participant 2 of 2').waitFor()
    const alone = text.replace(/\s*<ParticipantData>[^]*?<\/ParticipantData>/, '')
    await page
      .getByRole('heading', { name: /^Maya .*Torres/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page
      .getByText(/a year/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: /^Exactly what will be sent/ }).click()
    await page.getByText(`(${alone.length} characters in all)`).first().waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
  })
})

describe('ways to open a file', () => {
  const file = path.join(folder, 'dropped.xml')
  beforeAll(() => writeFileSync(file, torres))

  test('a file dropped anywhere in the window opens', async () => {
    const { page, context } = watched
    await goTo(page, 'Settings')
    const session = await context.newCDPSession(page)
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 500, y: 400, data })
    await page.getByText('Drop the participant XML to open it').waitFor()
    // A browser drops only if the page accepted the drag over it.
    const over = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          addEventListener('dragover', (event) => resolve(event.defaultPrevented), { once: true }),
        ),
    )
    await eventually(async () => {
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', x: 500, y: 400, data })
      return Promise.race([over, page.waitForTimeout(100).then(() => null)])
    }).toBe(true)
    await session.send('Input.dispatchDragEvent', { type: 'drop', x: 500, y: 400, data })
    await page.getByRole('heading', { name: /^Maya .*Torres/ }).waitFor()
    expect(await page.getByText('Drop the participant XML to open it').count()).toBe(0)
  })

  test('Ctrl+O opens a file from any screen, even while typing', async () => {
    const { page } = watched
    await goTo(page, 'Opt-out desk')
    await page.getByLabel('Last name').focus()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Control+o')
    await (
      await chooser
    ).setFiles({ name: 'by-key.xml', mimeType: 'text/xml', buffer: utf8(okafor) })
    await page.getByRole('heading', { name: /^Daniel .*Okafor/ }).waitFor()
  })

  test('recent files are listed, open again, and are still there after a restart', async () => {
    const { page } = watched
    await goTo(page, 'Advise')
    await page.getByRole('button', { name: /dropped\.xml/ }).click()
    await page.getByRole('heading', { name: /^Maya .*Torres/ }).waitFor()
    expect(await program.stop()).toBe(0)
    await watched.context.close()

    program = await startProgram(['--data-dir', path.join(folder, 'data')])
    watched = await openPage(browser, look)
    await watched.page.goto(program.ready.url)
    await watched.page.getByRole('button', { name: /by-key\.xml/ }).click()
    await watched.page.getByRole('heading', { name: /^Daniel .*Okafor/ }).waitFor()
    await goTo(watched.page, 'Advise')
    const recents = watched.page.getByRole('button', { name: /\.xml/ })
    await eventually(() =>
      recents.allInnerTexts().then((texts) => texts.some((text) => /two\.xml/.test(text))),
    ).toBe(true)
    await watched.page.getByRole('button', { name: 'Clear list' }).click()
    await eventually(() => recents.filter({ hasText: /two\.xml/ }).count()).toBe(0)
  })
})

describe('invalid numbers', () => {
  const cases = [
    ['Retirement age', '65.5', /whole number, for example/],
    ['Retirement age', 'soon', /whole number, for example/],
    ['Salary', 'a lot', /Dollars a year, for example/],
  ] as const

  test.each(cases)('%s %s', async (label, typed, message) => {
    const { page } = watched
    if ((await page.getByLabel(label, { exact: true }).count()) === 0) {
      await openExample(page, 'Daniel Okafor')
      await page.getByRole('button', { name: 'Run forecast' }).first().click()
      await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    }
    const field = page.getByLabel(label, { exact: true })
    await field.fill(typed)
    const before = watched.sent().length
    await page
      .getByRole('button', { name: /^Run forecast/ })
      .first()
      .click()
    await page.getByRole('alert').filter({ hasText: message }).waitFor()
    await page.getByText('Nothing was sent.').waitFor()
    expect(await field.inputValue()).toBe(typed)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(
      watched
        .sent()
        .slice(before)
        .filter((frame) => frame.includes('forecast.run')),
    ).toEqual([])
    await field.fill('')
  })
})

describe('an unusable address', () => {
  const bad = [
    ['http://acme.example', /begin with https/],
    ['ftp://acme.example', /begin with https/],
    ['acme', /not a complete address/],
    ['https://user:pass@acme.example', /Leave user name and password out/],
    ['http://127.0.0.1.acme.example', /begin with https/],
    ['', /Enter the address/],
  ] as const

  test('is named, and the input stays; loopback may be http', async () => {
    const { page } = watched
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Add environment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Acme UAT')
    await dialog.getByLabel('ClientId').fill('ACME')
    for (const [address, message] of bad) {
      await dialog.getByLabel('Base URL').fill(address)
      await dialog.getByRole('button', { name: 'Save environment' }).click()
      await dialog.getByText(message).and(dialog.locator('[id$="error"]')).waitFor()
      expect(await dialog.getByLabel('Base URL').inputValue()).toBe(address)
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Acme UAT')
    }
    await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9')
    await dialog.getByRole('button', { name: 'Save environment' }).click()
    await page.getByRole('article', { name: 'Acme UAT' }).waitFor()
  })
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WatchedPage } from '#test/support/worlds/program.ts'
import { freshDesk, typeCall } from '#test/support/screens/desk-steps.ts'
import {
  eventually,
  expectCalm,
  failureTitled,
  goTo,
  openExample,
} from '#test/support/screens/screen-steps.ts'
import { startUatProgram, uatSecret, type UatProgram } from '#test/support/worlds/uat-program.ts'
import type { Manner, UatServer, UatTarget } from '#test/support/servers/uat-server.ts'

/**
 * Tests the whole program against a UAT service that misbehaves; test/integration/transport tests
 * each fault by itself.
 */

const typedSalary = '81,234'

let program: UatProgram
let watched: WatchedPage
let uat: UatServer

beforeAll(async () => {
  program = await startUatProgram()
  watched = program.watched
  uat = program.uat
  await openExample(watched.page, 'Daniel Okafor')
  await watched.page.getByRole('button', { name: 'Run forecast' }).first().click()
  await watched.page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await watched.page.getByLabel('Salary', { exact: true }).fill(typedSalary)
  await planIsThere()
  uat.reset()
})
afterAll(() => program.stop())
afterEach(async () => {
  uat.reset()
  await expectCalm(watched)
})

/**
 * Runs a forecast with the text typed at the beginning, which must survive every failure and every
 * visit to another screen.
 */
const startForecast = async (): Promise<void> => {
  const { page } = watched
  if ((await page.getByLabel('Salary', { exact: true }).count()) === 0) {
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Okafor/ })
      .click()
  }
  await page
    .getByRole('button', { name: /^Run forecast/ })
    .first()
    .click()
}
/**
 * Waits until the forecast with the typed text is on screen and nothing is running. During a run, an earlier forecast
 * stays on screen.
 */
const planIsThere = async (): Promise<void> => {
  await watched.page
    .getByRole('row', { name: 'Plan' })
    .getByText(/earning \$[\d,]+/)
    .waitFor()
  await watched.page
    .getByRole('button', { name: /^Run forecast/, disabled: false })
    .first()
    .waitFor()
}
const expectTypedStays = async (): Promise<void> => {
  expect(await watched.page.getByLabel('Salary', { exact: true }).inputValue()).toBe(typedSalary)
}
const forgetToken = async (): Promise<void> => {
  const { page } = watched
  await goTo(page, 'Settings')
  const forget = page
    .getByRole('article', { name: 'Acme UAT' })
    .getByRole('button', { name: 'Forget token' })
  if ((await forget.count()) > 0) await forget.click()
  await eventually(() => forget.count()).toBe(0)
}

interface Case {
  readonly name: string
  readonly target: UatTarget
  readonly manner: Manner
  readonly title: string
  readonly happened: RegExp
  /**
   * How many requests the service may receive for this target. The number depends on the target,
   * because only requests that change nothing are repeated.
   */
  readonly asked: number
}

const html = '<!doctype html><html><head><title>Sign in to Acme</title></head><body>…</body></html>'

const cases: readonly Case[] = [
  {
    name: 'a token endpoint that answers HTML',
    target: 'token',
    manner: { kind: 'text', status: 200, type: 'text/html', text: html },
    title: 'The service issued no access token',
    happened: /without a token: it is a web page, such as one for signing in/,
    asked: 1,
  },
  {
    name: 'HTML where JSON belongs',
    target: 'forecast',
    manner: { kind: 'text', status: 200, type: 'text/html', text: html },
    title: 'The service’s answer could not be understood',
    happened: /it is a page, not JSON/,
    asked: 1,
  },
  {
    name: '500',
    target: 'forecast',
    manner: { kind: 'status', status: 500, body: { Message: 'Object reference not set' } },
    title: 'The service had a problem of its own',
    happened: /status 500: Object reference not set/,
    asked: 4,
  },
]

test.each(cases)(
  'a forecast that meets $name reports what happened, and the typed text stays',
  async ({ target, manner, title, happened, asked }) => {
    if (target === 'token') await forgetToken()
    uat.meet(target, manner)
    await startForecast()
    const failure = await failureTitled(watched.page, title)
    expect(failure).toMatch(happened)
    expect(failure).toMatch(/What to do: \S/)
    expect(failure).not.toContain(uatSecret)
    await expectTypedStays()
    expect(uat.countOf(target)).toBe(asked)
  },
)

test('a connection test of a service that hangs can be stopped, and shows which steps were completed', async () => {
  const { page } = watched
  await goTo(page, 'Settings')
  const card = page.getByRole('article', { name: 'Acme UAT' })
  uat.meet('token', { kind: 'hang' })
  await card.getByRole('button', { name: /^Test connection/ }).click()
  await uat.asked('token', 1)
  await card.getByRole('button', { name: 'Stop' }).click()
  await card.getByText('The connection does not work yet.').waitFor()
  uat.meet('token', null)
  await card.getByRole('button', { name: /^Test connection/ }).click()
  await card.getByText('The connection works.').waitFor()
  uat.meet('caseInformation', { kind: 'text', status: 200, type: 'text/html', text: html })
  await card.getByRole('button', { name: /^Test connection/ }).click()
  await card.getByText('The connection does not work yet.').waitFor()
})

test('a submission in doubt is not sent again until a person settles it', async () => {
  const { page } = watched
  const caller = { participantId: 'U-9001', firstName: 'Zephyrine', lastName: 'Quill' }
  await freshDesk(page)
  await typeCall(page, caller, 'QUILL401K')
  uat.meet('optout', { kind: 'reset' })
  await page.getByRole('button', { name: 'Confirm and send' }).dblclick()
  await page.getByRole('heading', { name: 'Opt-out in doubt' }).waitFor()
  uat.meet('optout', null)

  await freshDesk(page)
  await typeCall(page, caller, 'QUILL401K')
  await page.getByText('An earlier one is in doubt').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm and send' }).isDisabled()).toBe(true)

  await page.getByRole('link', { name: 'Settle the earlier one first' }).click()
  await page.getByRole('button', { name: 'Settle', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Say whether it went through' }).waitFor()
  await page.getByLabel('How do you know?').fill('The recordkeeper confirmed it by phone')
  await page.getByLabel('Transaction id, if known').fill('RK-4711')
  await page.getByText('It went through', { exact: true }).click()
  await page.getByText('The recordkeeper', { exact: true }).click()
  await page.getByRole('button', { name: 'Settle', exact: true }).click()
  await page.getByRole('heading', { name: 'Opt-out settled, went through' }).waitFor()
  await page.getByText(/^Settled by .+: the recordkeeper says it went through\./).waitFor()
  await page
    .getByText(/confirmed it by phone/)
    .first()
    .waitFor()

  // The desk has kept the call, which is now reviewed again.
  await goTo(page, 'Opt-out desk')
  await page.getByLabel('Why is it sent again?').waitFor()
  expect(uat.countOf('optout')).toBe(1)
})

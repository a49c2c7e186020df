import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { examplePeople } from '#electron/training/people/example-people.ts'
import type { WatchedPage } from '#test/support/worlds/program.ts'
import {
  chooseEnvironment,
  eventually,
  expectCalm,
  failureTitled,
  goTo,
  openExample,
  pickFile,
} from '#test/support/screens/screen-steps.ts'
import { startUatProgram, uatSecret, type UatProgram } from '#test/support/worlds/uat-program.ts'
import type { Manner, UatServer, UatTarget } from '#test/support/servers/uat-server.ts'

/** A UAT service that misbehaves: each fault gets a sentence, typed text stays, and nothing hangs forever. */

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

/** Runs with the text typed at the start: it outlives every failure and every other screen. */
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
/** The forecast with the typed text is on screen, and nothing runs: an earlier one stays there during a run. */
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
   * Requests of the target that the service may see; repeated reading is allowed, so each target has its own number.
   */
  readonly asked: number
}

const html = '<!doctype html><html><head><title>Sign in to Acme</title></head><body>…</body></html>'
const json = 'application/json'

const cases: readonly Case[] = [
  {
    name: 'a token endpoint that answers nonsense',
    target: 'token',
    manner: { kind: 'answer', body: { hello: 'world' } },
    title: 'The service issued no access token',
    happened: /The token request was answered without a token/,
    asked: 1,
  },
  {
    name: 'a token endpoint that answers HTML',
    target: 'token',
    manner: { kind: 'text', status: 200, type: 'text/html', text: html },
    title: 'The service issued no access token',
    happened: /without a token: it is a web page, such as one for signing in/,
    asked: 1,
  },
  {
    name: 'a token endpoint that refuses',
    target: 'token',
    manner: {
      kind: 'status',
      status: 401,
      body: { error: 'invalid_client', error_description: 'Unknown client' },
    },
    title: 'The service issued no access token',
    happened: /status 401: Unknown client \(invalid_client\)/,
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
    name: 'a single value where an object belongs',
    target: 'forecast',
    manner: { kind: 'text', status: 200, type: json, text: '42' },
    title: 'The service’s answer could not be understood',
    happened: /a single value where an object belongs/,
    asked: 1,
  },
  {
    name: 'nothing at all',
    target: 'forecast',
    manner: { kind: 'text', status: 200, type: json, text: '' },
    title: 'The service’s answer could not be understood',
    happened: /it is empty/,
    asked: 1,
  },
  {
    name: '400 with an ErrorMessage',
    target: 'forecast',
    manner: {
      kind: 'status',
      status: 400,
      body: { ErrorMessage: 'Plan HARBOR401K is not known here' },
    },
    title: 'The service rejected the request',
    happened: /Express Forecast was answered with status 400: Plan HARBOR401K is not known here/,
    asked: 1,
  },
  {
    name: '401 whatever the token',
    target: 'forecast',
    manner: {
      kind: 'status',
      status: 401,
      body: { fault: { faultstring: 'Invalid Access Token' } },
    },
    title: 'The service did not accept the access token',
    happened: /status 401: Invalid Access Token/,
    asked: 2,
  },
  {
    name: '429 with a long Retry-After',
    target: 'forecast',
    manner: { kind: 'status', status: 429, body: {}, headers: { 'retry-after': '120' } },
    title: 'The service is busy',
    happened: /status 429[\s\S]*Wait 120 s/,
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
  {
    name: 'an answer cut in half',
    target: 'forecast',
    manner: { kind: 'cut' },
    title: 'The connection was lost',
    happened: /127\.0\.0\.1/,
    asked: 4,
  },
  {
    name: 'a reset after the request was read',
    target: 'forecast',
    manner: { kind: 'reset' },
    title: 'The connection was lost',
    happened: /127\.0\.0\.1/,
    asked: 4,
  },
]

describe('a forecast', () => {
  test.each(cases)('that meets $name', async ({ target, manner, title, happened, asked }) => {
    if (target === 'token') await forgetToken()
    uat.meet(target, manner)
    await startForecast()
    const failure = await failureTitled(watched.page, title)
    expect(failure).toMatch(happened)
    expect(failure).toMatch(/What to do: \S/)
    expect(failure).not.toContain(uatSecret)
    await expectTypedStays()
    expect(uat.countOf(target)).toBe(asked)
  })

  test.each(['token', 'forecast'] as const)(
    'that hangs on %s is canceled at once',
    async (target) => {
      const { page } = watched
      if (target === 'token') await forgetToken()
      uat.meet(target, { kind: 'hang' })
      await startForecast()
      await uat.asked(target, 1)
      const started = performance.now()
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await failureTitled(page, 'Stopped')
      expect(performance.now() - started).toBeLessThan(2_000)
      await expectTypedStays()
      uat.meet(target, null)
      await page.getByRole('button', { name: 'Run again' }).click()
      await planIsThere()
      await expectTypedStays()
    },
  )

  test('is not needed to notice a hanging service: Test connection says how far it got, and can be stopped', async () => {
    const { page } = watched
    await goTo(page, 'Settings')
    const card = page.getByRole('article', { name: 'Acme UAT' })
    uat.meet('token', { kind: 'hang' })
    await card.getByRole('button', { name: /^Test connection/ }).click()
    await uat.asked('token', 1)
    const started = performance.now()
    await card.getByRole('button', { name: 'Stop' }).click()
    await card.getByText('The connection does not work yet.').waitFor()
    expect(performance.now() - started).toBeLessThan(2_000)
    uat.meet('token', null)
    await card.getByRole('button', { name: /^Test connection/ }).click()
    await card.getByText('The connection works.').waitFor()
    uat.meet('caseInformation', { kind: 'text', status: 200, type: 'text/html', text: html })
    await card.getByRole('button', { name: /^Test connection/ }).click()
    await card.getByText('The connection does not work yet.').waitFor()
  })

  test('with JSON of another shape says that it has no strategy', async () => {
    const { page } = watched
    uat.meet('forecast', { kind: 'answer', body: { result: { items: [1, 2, 3] }, ok: 'yes' } })
    await startForecast()
    await page.getByText('The service answered without a strategy. Check the base URL').waitFor()
    await expectTypedStays()
  })

  test('to an address without a server', async () => {
    const { page } = watched
    await chooseEnvironment(page, 'Nobody there')
    await startForecast()
    const failure = await failureTitled(page, 'The service cannot be reached')
    expect(failure).toMatch(/127\.0\.0\.1:\d+/)
    expect(failure).toMatch(/What to do: Check the network and the base URL/)
    await expectTypedStays()
    await chooseEnvironment(page, 'Acme UAT')
    await startForecast()
    await planIsThere()
  })

  test('for one of several participants is refused, and sends that participant’s part once opened alone', async () => {
    const { page } = watched
    const [first, second] = examplePeople
    const other = /<ParticipantData>[\s\S]*<\/ParticipantData>/.exec(second?.xml ?? '')?.[0] ?? ''
    const text = (first?.xml ?? '').replace(
      '</BatchParticipantInput>',
      `${other}\n</BatchParticipantInput>`,
    )
    await pickFile(page, { name: 'two.xml', bytes: Buffer.from(text) })
    expect(await page.getByRole('button', { name: 'Run forecast' }).first().isDisabled()).toBe(true)
    await page
      .getByRole('button', { name: /^Open only Daniel/ })
      .first()
      .click()
    await page
      .getByRole('heading', { name: /^Daniel .*Okafor/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await uat.asked('forecast', 1)
    const body = z
      .object({ ParticipantXML: z.string() })
      .parse(JSON.parse(uat.seen.find(({ target }) => target === 'forecast')?.body ?? '{}'))
    expect(body.ParticipantXML).toContain(other)
    expect(body.ParticipantXML.match(/<ParticipantData>/g)).toHaveLength(1)
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  })
})

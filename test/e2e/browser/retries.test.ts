import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  chooseEnvironment,
  eventually,
  expectCalm,
  failureTitled,
  openExample,
  runOnlyWhenPressed,
} from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'

/** A retried forecast: the screen shows the attempt and its wait, and the user can leave the wait. */

let program: UatProgram

beforeAll(async () => {
  program = await startUatProgram()
  // Each attempt is started by hand, so that the attempts can be counted.
  await runOnlyWhenPressed(program.watched.page)
  await openExample(program.watched.page, 'Daniel Okafor')
}, 180_000)
afterAll(() => program.stop(), 60_000)
afterEach(async () => {
  program.uat.reset()
  await expectCalm(program.watched)
})

const run = (): Promise<void> =>
  program.watched.page
    .getByRole('button', { name: /^Run forecast/ })
    .first()
    .click()
const busy = (seconds: string) =>
  ({
    kind: 'status',
    status: 429,
    body: { Message: 'Busy' },
    headers: { 'retry-after': seconds },
  }) as const

describe('during retries of a forecast', { timeout: 120_000 }, () => {
  test('the screen says why, when, and which of the three tries it is', async () => {
    const { page } = program.watched
    program.uat.meet('forecast', busy('2'))
    await run()
    const notice = page.getByRole('status').filter({ hasText: 'Trying again' })
    await notice.getByText('Trying again in 2 s (1 of 3): the service answered 429').waitFor()
    await notice.getByText('Trying again in 2 s (2 of 3): the service answered 429').waitFor()
    program.uat.meet('forecast', null)
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    expect(program.uat.countOf('forecast')).toBe(3)
  })

  test('a failing service gets three retries and is then reported as failed', async () => {
    const { page } = program.watched
    program.uat.meet('forecast', {
      kind: 'status',
      status: 503,
      body: { Message: 'Down for repair' },
    })
    await run()
    await page
      .getByText(/\(\d of 3\): the service answered 503/)
      .first()
      .waitFor()
    await page.getByRole('alert').getByText('Down for repair').first().waitFor()
    expect(program.uat.countOf('forecast')).toBe(4)
  })

  test('the wait can be canceled, which says so, keeps the input, and sends no more requests', async () => {
    const { page } = program.watched
    program.uat.meet('forecast', busy('45'))
    await run()
    await page
      .getByText('Trying again in 45 s (1 of 3): the service answered 429')
      .first()
      .waitFor()
    const age = page.getByLabel('Retirement age', { exact: true })
    await age.fill('66')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const said = await failureTitled(page, 'Stopped')
    expect(said).toContain('The call was cancelled.')
    expect(said).toContain('Run it again whenever you like.')
    expect(await page.getByText('Trying again').count()).toBe(0)
    expect(program.uat.countOf('forecast')).toBe(1)
    expect(await age.inputValue()).toBe('66')

    program.uat.meet('forecast', null)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await eventually(async () => program.uat.countOf('forecast')).toBe(2)
    expect(program.uat.seen.findLast(({ target }) => target === 'forecast')?.body).toContain(
      '"RetirementAge":66',
    )
    await age.fill('')
  })

  test('a refused connection is reported in the same words', async () => {
    const { page } = program.watched
    await chooseEnvironment(page, 'Nobody there')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Okafor/ })
      .click()
    await run()
    await eventually(async () => (await page.getByRole('alert').allInnerTexts()).join(' ')).toMatch(
      /refused the connection/,
    )
    expect(program.uat.countOf('forecast')).toBe(0)
  })
})

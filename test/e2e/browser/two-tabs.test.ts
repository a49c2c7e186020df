import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { duplicatePage } from '#test/support/screens/duplicate-page.ts'
import { chooseEnvironment, eventually, openExample } from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'

/**
 * Two real tabs on one program: a choice in one appears in the other, and nothing goes where its own screen did not
 * say.
 */

let program: UatProgram
let first: Page
let second: Page
/** While true, the first tab learns nothing about the second. */
let isDeaf = false

const news = /settings\.changed|environments\.changed/

const duplicate = (page: Page, isTold: () => boolean): Promise<Page> =>
  duplicatePage(page, (socket) => {
    const main = socket.connectToServer()
    socket.onMessage((message) => main.send(message))
    main.onMessage((message) => {
      if (isTold() || !news.test(message.toString('latin1'))) socket.send(message)
    })
  })

const run = (page: Page) =>
  page.getByRole('form', { name: 'What if' }).getByRole('button', { name: 'Run forecast' })
const enroll = (page: Page) => page.getByRole('link', { name: 'Enroll…' })
const header = (page: Page) => page.getByRole('banner')

beforeAll(async () => {
  program = await startUatProgram()
  first = await duplicate(program.watched.page, () => !isDeaf)
  second = await duplicate(program.watched.page, () => true)
  await chooseEnvironment(second, 'Training')
})
afterAll(() => program.stop())

test('a choice in one tab appears in the other at once, and an earlier result sends nothing there', async () => {
  await eventually(() => header(first).innerText()).toMatch(/Training/)
  await openExample(first, 'Maya Torres')
  await first.getByRole('button', { name: 'Run forecast' }).first().click()
  await enroll(first).waitFor()
  await first.getByText('Training – simulated').first().waitFor()

  await chooseEnvironment(second, 'Acme UAT')
  await eventually(() => header(first).innerText()).toMatch(/Acme UAT/)
  await first.getByText('Made in Training, and Acme UAT is in use now.').waitFor()
  expect(await enroll(first).count()).toBe(0)
  expect(program.uat.countOf('forecast')).toBe(0)

  await first.getByRole('button', { name: 'Run it again in Acme UAT' }).click()
  await enroll(first).waitFor()
  expect(program.uat.countOf('forecast')).toBe(1)
})

test('a tab that has not seen the new choice sends nothing, and names the old destination', async () => {
  await chooseEnvironment(second, 'Training')
  await eventually(() => header(first).innerText()).toMatch(/Training/)
  const before = program.uat.seen.length
  isDeaf = true
  await chooseEnvironment(second, 'Acme UAT')
  // The header of the first tab still says Training, and so does the strip below it.
  expect(await header(first).innerText()).toMatch(/Training/)
  await run(first).click()
  const refusal = first.getByRole('alert').filter({ hasText: 'Not the environment on screen' })
  await refusal.waitFor()
  expect(await refusal.innerText()).toMatch(
    /This was for Training, and Acme UAT at http:\/\/127\.0\.0\.1:\d+ is in use now\. Nothing was sent\./,
  )
  expect(program.uat.seen.length).toBe(before)
  isDeaf = false
  // Main informs every window again when one of them asks for an outdated environment.
  await run(first).click()
  await eventually(() => header(first).innerText()).toMatch(/Acme UAT/)
})

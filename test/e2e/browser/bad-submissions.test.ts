import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WatchedPage } from '#test/support/worlds/program.ts'
import {
  freshDesk,
  identify,
  toReadBack,
  typeCall,
  type TypedCaller,
} from '#test/support/screens/desk-steps.ts'
import { chooseEnvironment, expectCalm, goTo } from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'
import type { Manner, UatServer } from '#test/support/servers/uat-server.ts'

/** Submissions to a UAT service that misbehaves: the receipt says what is known, and each was requested once. */

let program: UatProgram
let watched: WatchedPage
let uat: UatServer

beforeAll(async () => {
  program = await startUatProgram()
  watched = program.watched
  uat = program.uat
})
afterAll(() => program.stop())
afterEach(async () => {
  uat.reset()
  await expectCalm(watched)
})

let callers = 0
const zephyrine = (participantId: string): TypedCaller => ({
  participantId,
  firstName: 'Zephyrine',
  lastName: 'Quill',
})
const reviewOptOut = async (): Promise<string> => {
  callers += 1
  const participantId = `U-${9000 + callers}`
  await freshDesk(watched.page)
  await typeCall(watched.page, zephyrine(participantId), 'QUILL401K')
  return participantId
}
const sendTwice = () => watched.page.getByRole('button', { name: 'Confirm and send' }).dblclick()

describe('a submission whose button is pressed twice', () => {
  const declined = {
    OptOutResult: { Success: false, ErrorMessage: 'Not enrolled in this plan', TransactionId: '' },
    Transaction: '',
  }
  const outcomes: readonly (readonly [
    name: string,
    manner: Manner | null,
    outcome: string,
    says: RegExp,
  ])[] = [
    ['that is answered', null, 'Accepted', /The service carried it out/],
    [
      'that meets Success false',
      { kind: 'answer', body: declined },
      'Declined',
      /Not enrolled in this plan/,
    ],
    [
      'that meets 400',
      { kind: 'status', status: 400, body: { ErrorMessage: 'LastName does not match' } },
      'Rejected',
      /LastName does not match/,
    ],
    [
      'that meets 429',
      { kind: 'status', status: 429, body: {}, headers: { 'retry-after': '30' } },
      'Rejected',
      /Wait 30 s/,
    ],
    [
      'that meets 500',
      { kind: 'status', status: 500, body: {} },
      'In doubt',
      /Do not send it again/,
    ],
    [
      'that meets HTML',
      {
        kind: 'text',
        status: 200,
        type: 'text/html',
        text: '<!doctype html><title>Sign in</title>',
      },
      'In doubt',
      /not JSON/,
    ],
    [
      'that meets another shape',
      { kind: 'answer', body: { hello: 1 } },
      'In doubt',
      /without saying|not in a form/,
    ],
    ['whose answer is cut', { kind: 'cut' }, 'In doubt', /Do not send it again/],
    ['that is reset after it was read', { kind: 'reset' }, 'In doubt', /Do not send it again/],
  ]

  test.each(outcomes)('%s', async (_name, manner, outcome, says) => {
    const { page } = watched
    await reviewOptOut()
    uat.meet('optout', manner)
    await sendTwice()
    await page.getByRole('heading', { name: `Opt-out ${outcome}` }).waitFor()
    expect(await page.getByRole('article', { name: 'Receipt' }).innerText()).toMatch(says)
    expect(uat.countOf('optout')).toBe(1)
    expect(await page.getByRole('heading', { name: 'Check and settle' }).count()).toBe(
      outcome === 'In doubt' ? 1 : 0,
    )
  })

  test('that is in doubt is not sent again until a person settles it', async () => {
    const { page } = watched
    const participantId = await reviewOptOut()
    uat.meet('optout', { kind: 'reset' })
    await sendTwice()
    await page.getByRole('heading', { name: 'Opt-out in doubt' }).waitFor()
    uat.meet('optout', null)

    await freshDesk(page)
    await typeCall(page, zephyrine(participantId), 'QUILL401K')
    await page.getByText('An earlier one is in doubt').waitFor()
    expect(await page.getByRole('button', { name: 'Confirm and send' }).isDisabled()).toBe(true)

    await page.getByRole('link', { name: 'Settle the earlier one first' }).click()
    await page.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Say whether it went through' }).waitFor()
    await page.getByLabel('How do you know?').fill('The record-keeper confirmed it by phone')
    await page.getByLabel('Transaction id, if known').fill('RK-4711')
    await page.getByText('It went through', { exact: true }).click()
    await page.getByText('The record-keeper', { exact: true }).click()
    await page.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByRole('heading', { name: 'Opt-out settled, went through' }).waitFor()
    await page.getByText(/^Settled by .+: the record-keeper says it went through\./).waitFor()
    await page
      .getByText(/confirmed it by phone/)
      .first()
      .waitFor()

    // The call was kept meanwhile, and gets a new review.
    await goTo(page, 'Opt-out desk')
    await page.getByLabel('Why is it sent again?').waitFor()
    expect(uat.countOf('optout')).toBe(1)
  })

  test('to an address without a server is not sent, and going back keeps the input', async () => {
    const { page } = watched
    await chooseEnvironment(page, 'Nobody there')
    const participantId = await reviewOptOut()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: /^Caller/ }).click()
    expect(await page.getByLabel('ParticipantId').inputValue()).toBe(participantId)
    await identify(page)
    expect(await page.getByLabel('PlanId of plan 1').inputValue()).toBe('QUILL401K')
    await toReadBack(page)
    await sendTwice()
    await page.getByRole('heading', { name: 'Opt-out not sent' }).waitFor()
    await page.getByText(/It is safe to try again/).waitFor()
    await chooseEnvironment(page, 'Acme UAT')
  })
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '#shared/result.ts'
import SettleForm from '#renderer/workspace/submission/settle-form.vue'
import { callByHand, useOpenClient } from '#test/support/screens/desk-call.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { chooseRadio } from './ui/choose-radio.ts'
import { aSavedCase, aSavedForecast } from './forecast/sample-saved.ts'

/** True if the page would ask before its window closes. */
const held = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Opens the page at `path` with an example participant. */
const withParticipant = async (
  path: string,
  over: Parameters<typeof createScriptedWorld>[0] = {},
) => {
  const bridge = createScriptedWorld(over)
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push(path)
  return { bridge, router }
}

test('a call at the desk keeps the window open until the opt-out is sent, and again during wrap-up', async () => {
  const receipt = { ...receiptRecord('r-1', 'accepted'), operation: 'optout' as const }
  const bridge = createScriptedWorld({
    'submission.review': () => ok(aReview()),
    'submission.send': () => ok(receipt),
    'desk.wrapUp': ({ wrapUp }) => ok({ ...receipt, wrapUp }),
  })
  const { router } = await renderApp(bridge, '/opt-out')
  await page.getByLabelText('ParticipantId').click()
  expect(held()).toBe(false)
  await callByHand()
  expect(held()).toBe(true)
  await expect.element(page.getByRole('heading', { name: /^Review:/ })).toBeVisible()
  expect(held()).toBe(true)
  // The window still asks before closing after a visit to another screen.
  await router.push('/saved-results')
  expect(held()).toBe(true)
  await router.push('/opt-out')
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await expect.element(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  expect(held()).toBe(false)
  await page
    .getByRole('button', { name: /^Wrap up/ })
    .first()
    .click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Wrap up' })).toBeVisible()
  // A disposition suggested by the outcome does not count as typed.
  expect(held()).toBe(false)
  await page.getByRole('option', { name: /^Nothing to do/ }).click()
  expect(held()).toBe(true)
  await page.getByRole('checkbox', { name: 'Yes, it ended this way' }).click()
  await page.getByRole('button', { name: /^Next caller/ }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Caller' })).toBeVisible()
  expect(held()).toBe(false)
})

test('a call filled in from a file keeps the window open only after something is typed', async () => {
  await withParticipant('/opt-out')
  await useOpenClient()
  expect(held()).toBe(false)
  await page.getByLabelText('First name').fill('Marie')
  expect(held()).toBe(true)
})

test('an enrollment’s input and review keep the window open, but the receipt does not', async () => {
  const { router } = await withParticipant('/advise/submit/enroll', {
    'submission.review': () => ok(aReview({ operation: 'enroll' })),
    'submission.send': () => ok(receiptRecord('r-1', 'accepted')),
  })
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeVisible()
  expect(held()).toBe(false)
  const option = page.getByLabelText(/^ServiceOption/).first()
  await option.fill('Advice')
  expect(held()).toBe(true)
  await option.fill('ManagedAccounts')
  expect(held()).toBe(false)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.element(page.getByRole('heading', { name: /^Review:/ })).toBeVisible()
  expect(held()).toBe(true)
  await page.getByRole('button', { name: 'Confirm and send' }).click()
  await expect.element(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  expect(held()).toBe(false)
  await router.push('/advise')
  expect(held()).toBe(false)
})

test('a forecast’s inputs keep the window open until the forecast runs', async () => {
  let fails = true
  const { router } = await withParticipant('/advise/forecast', {
    'forecast.run': ({ inputs }) => {
      if (fails) return fail({ code: 'service.failed', message: 'Not now.' })
      return ok(aSavedForecast(inputs))
    },
    'forecast.caseInformation': ({ inputs }) => ok(aSavedCase(inputs)),
  })
  const run = page.getByRole('button', { name: 'Run forecast' }).first()
  await expect.element(run).toBeVisible()
  expect(held()).toBe(false)
  const age = page
    .getByRole('form', { name: 'What if' })
    .getByRole('textbox', { name: 'Retirement age' })
  await age.fill('64')
  expect(held()).toBe(true)
  await router.push('/saved-results')
  expect(held()).toBe(true)
  await router.push('/advise/forecast')
  await run.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(held()).toBe(true)
  fails = false
  await run.click()
  await expect.element(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
  expect(held()).toBe(false)
  // The program copies the retirement age into Case information; the copy does not count as typed.
  await chooseRadio(
    page
      .getByRole('radiogroup', { name: 'What to compute' })
      .getByRole('radio', { name: 'Social Security' }),
  )
  await expect
    .element(page.getByRole('button', { name: 'Get Social Security figures' }))
    .toBeVisible()
  expect(held()).toBe(false)
  await page.getByLabelText('Claim ages').fill('62, 67')
  expect(held()).toBe(true)
  await page.getByRole('button', { name: 'Get Social Security figures' }).click()
  await expect.poll(held).toBe(false)
})

test('input for settling a submission in doubt keeps the window open', async () => {
  const { screen } = await renderPart(SettleForm, createScriptedWorld(), { submissionId: 's-1' })
  expect(held()).toBe(false)
  await page.getByLabelText('How do you know?').fill('By phone')
  expect(held()).toBe(true)
  await screen.unmount()
  expect(held()).toBe(false)
})

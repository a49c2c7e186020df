import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '#shared/result.ts'
import { callByHand } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import type { ScriptedBridge } from '#test/support/doubles/scripted-bridge.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from './forecast/sample-saved.ts'

/**
 * Tests that this screen never sends unnoticed to an environment that another window has chosen or
 * edited.
 */

const uat = { id: 'uat', name: 'Acme 401(k) UAT', kind: 'uat' } as const
const toTraining = { environmentId: 'training', place: 'training', name: 'Training' }
const toUat = { environmentId: 'uat', place: 'place-of-uat', name: uat.name }
const header = page.getByRole('banner')
const run = page
  .getByRole('form', { name: 'What if' })
  .getByRole('button', { name: 'Run forecast' })
const enroll = page.getByRole('link', { name: 'Enroll…' })

/**
 * Simulates the event that is sent when another window chooses an environment; `null` means
 * Training.
 */
const choose = (bridge: ScriptedBridge, over: Parameters<typeof inUse>[0]): void => {
  bridge.script(inUse(over))
  bridge.emit('settings.changed', {})
}

const forecasting = async (): Promise<ScriptedBridge> => {
  const bridge = createScriptedWorld({
    'forecast.run': ({ inputs, to }) =>
      ok({
        ...aSavedForecast(inputs),
        environment: { ...uat, id: to.environmentId, name: to.name, place: to.place },
      }),
    'submission.review': () => ok(aReview({ operation: 'enroll' })),
  })
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push('/advise/forecast')
  await run.click()
  await expect.element(enroll).toBeVisible()
  return bridge
}

describe('a choice of environment in another window', () => {
  test('is shown here at once, and an earlier result can no longer be sent', async () => {
    const bridge = await forecasting()
    expect(bridge.asked('forecast.run')).toMatchObject([{ to: toTraining }])
    choose(bridge, {})
    await expect.element(header.getByText(uat.name)).toBeVisible()
    await expect
      .element(page.getByText('Made in Training, and Acme 401(k) UAT is in use now.'))
      .toBeVisible()
    await expect.element(enroll).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Implement…' })).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Run it again in Acme 401(k) UAT' }).click()
    await expect.element(enroll).toBeVisible()
    expect(bridge.asked('forecast.run')).toMatchObject([{ to: toTraining }, { to: toUat }])
    // Runs from two environments are not compared, so the new run becomes today's forecast in this
    // environment.
    await expect.element(page.getByRole('region', { name: 'Scenarios' })).not.toBeInTheDocument()
  })

  test('blocks a result’s buttons only until the result’s own environment is in use again', async () => {
    const bridge = await forecasting()
    choose(bridge, {})
    await expect.element(enroll).not.toBeInTheDocument()
    choose(bridge, null)
    await expect.element(enroll).toBeVisible()
  })

  test('keeps an earlier forecast out of submissions to the new environment', async () => {
    const bridge = await forecasting()
    await enroll.click()
    await expect.element(page.getByRole('button', { name: 'Review' })).toBeEnabled()
    choose(bridge, {})
    await expect
      .element(
        page.getByText(
          'It was made in Training, and Acme 401(k) UAT is in use now. None of it is sent.',
          { exact: false },
        ),
      )
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Review' })).toBeDisabled()
    expect(bridge.asked('submission.review')).toEqual([])
  })

  test('prevents an open review from being sent, and says why', async () => {
    const bridge = await forecasting()
    await enroll.click()
    await page.getByRole('button', { name: 'Review' }).click()
    const send = page.getByRole('button', { name: 'Confirm and send' })
    await expect.element(send).toBeEnabled()
    choose(bridge, {})
    await expect.element(send).toBeDisabled()
    await expect
      .element(
        page.getByText(
          'Reviewed in Training, and Acme 401(k) UAT is in use now. Nothing is sent from here: go back and review it again.',
        ),
      )
      .toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([])
  })

  test('withdraws the desk’s read-back, and says that it must be repeated', async () => {
    const bridge = createScriptedWorld({ 'submission.review': () => ok(aReview()) })
    await renderApp(bridge, '/opt-out')
    await callByHand()
    await expect.element(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
    choose(bridge, {})
    await expect
      .element(page.getByText('The environment is now Acme 401(k) UAT. Read back again.').first())
      .toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Confirm and send' }))
      .not.toBeInTheDocument()
  })
})

test('changing the environment’s address counts as choosing another environment', async () => {
  const bridge = await forecasting()
  choose(bridge, {})
  await page.getByRole('button', { name: 'Run it again in Acme 401(k) UAT' }).click()
  await expect.element(enroll).toBeVisible()
  choose(bridge, { place: 'elsewhere', baseUrl: 'https://other.example.com' })
  await expect
    .element(page.getByText('Made before Acme 401(k) UAT was changed: it is another place now.'))
    .toBeVisible()
  await expect.element(enroll).not.toBeInTheDocument()
})

test('when main refuses a request, the screen names both environments and shows the one in use', async () => {
  const bridge = await forecasting()
  bridge.script({
    ...inUse({}),
    'forecast.run': () => {
      bridge.emit('settings.changed', {})
      return fail({
        code: 'environment.other',
        message: 'This was for Training, and Acme 401(k) UAT is in use now. Nothing was sent.',
      })
    },
  })
  await run.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Not the environment on screen/)
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/This was for Training, and Acme 401\(k\) UAT is in use now/)
  await expect.element(header.getByText(uat.name)).toBeVisible()
})

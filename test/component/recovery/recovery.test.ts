import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecoveryState } from '#shared/recovery/recovery.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const here: RecoveryState = { key: 'here', kit: 'none', offer: true }
const lost: RecoveryState = { key: 'lost', kit: 'taken', offer: false }
const code = Array.from({ length: 13 }, (_, index) => `7KQ${index % 10}X`).join('-')
const button = (name: string) => page.getByRole('button', { name })

test('a recovery kit is offered in one line, its code is shown once, and the offer then disappears', async () => {
  let state = here
  const bridge = createScriptedWorld({
    'recovery.state': () => ok(state),
    'recovery.make': () => ok({ code }),
    'recovery.take': () => {
      state = { key: 'here', kit: 'taken', offer: false }
      return ok(state)
    },
  })
  await renderApp(bridge, '/opt-out')
  expect(page.getByRole('dialog').query()).toBeNull()
  await page.getByRole('link', { name: 'Make one' }).click()
  await button('Make a recovery kit').click()
  await expect.element(page.getByText('7KQ5X')).toBeVisible()
  await button('I have the page').click()
  await expect.element(page.getByText(/^Done\. The code on your page/)).toBeVisible()
  expect(document.body.textContent).not.toContain('7KQ5X')
  await expect.element(button('Make a new code')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  expect(page.getByRole('link', { name: 'Make one' }).query()).toBeNull()
})

test('an offer answered with Not now stays hidden in this window, and the reminder can be switched off', async () => {
  const bridge = createScriptedWorld({ 'recovery.state': () => ok(here) })
  const { router } = await renderApp(bridge, '/opt-out')
  await button('Not now').click()
  expect(page.getByRole('link', { name: 'Make one' }).query()).toBeNull()
  await router.push('/settings/recovery')
  await page.getByRole('switch', { name: 'Remind me until there is a kit' }).click()
  expect(bridge.asked('settings.change')).toEqual([{ offerRecoveryKit: false }])
})

test('every screen says that the key is lost; a wrong group of the code is named, and the right code opens saved results', async () => {
  const typed: string[] = []
  const bridge = createScriptedWorld({
    'recovery.state': () => ok(lost),
    'recovery.open': (request) => {
      typed.push(request.code)
      return typed.length === 1
        ? fail({
            code: 'input.invalid',
            message: 'Group 4 of 13 is wrong. Compare it with the page.',
            field: 'code',
          })
        : ok({ key: 'here', kit: 'taken', offer: false })
    },
  })
  await renderApp(bridge, '/opt-out')
  await expect.element(page.getByText('The key to saved results is gone.')).toBeVisible()
  await page.getByRole('link', { name: 'Recovery' }).click()
  await page.getByLabelText('Recovery code').fill(code)
  await button('Open saved results').click()
  await expect.element(page.getByText(/Group 4 of 13 is wrong/)).toBeVisible()
  await expect.element(page.getByLabelText('Recovery code')).toHaveValue(code)
  await button('Open saved results').click()
  await expect.element(page.getByText(/^Saved results are open again/)).toBeVisible()
  expect(typed).toEqual([code, code])
})

test('starting anew asks first, and says where the locked database is kept', async () => {
  let state: RecoveryState = { ...lost, kit: 'none' }
  const bridge = createScriptedWorld({
    'app.info': () => ok(anInfo()),
    'recovery.state': () => ok(state),
    'recovery.startAnew': () => {
      state = { ...here, offer: false }
      return ok({ setAside: '/data/glidepath-set-aside-2026-11-28.db' })
    },
  })
  await renderApp(bridge, '/settings/recovery')
  await expect.element(page.getByText(/No recovery code was ever made here/)).toBeVisible()
  expect(page.getByLabelText('Recovery code').query()).toBeNull()
  await button('Start anew').click()
  await button('Cancel').click()
  expect(bridge.asked('recovery.startAnew')).toEqual([])
  await button('Start anew').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start anew' }).click()
  await expect.element(page.getByText(/glidepath-set-aside-2026-11-28\.db/)).toBeVisible()
})

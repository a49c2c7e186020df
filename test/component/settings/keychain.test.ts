import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import type { AppInfo } from '#shared/environments/settings.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** Tests a keychain that becomes usable while the program runs. */

const locked = anInfo({
  keychain: {
    kind: 'memory',
    reason: 'locked',
    message: 'the system keyring is locked; unlock it, then try again.',
  },
  savedRecords: {
    persistent: false,
    message: 'There is no system keychain. Results are kept until Glidepath closes.',
  },
})

const worldWith = (first: AppInfo, later: readonly AppInfo[]) => {
  let now = first
  const coming = [...later]
  return createScriptedWorld({
    'app.info': () => ok(now),
    'keychain.reopen': () => {
      now = coming.shift() ?? now
      return ok(now)
    },
  })
}

test('Settings has a button beside the keychain’s state that tries the keychain again and reports the result', async () => {
  const bridge = worldWith(locked, [locked, anInfo()])
  await renderApp(bridge, '/settings')
  const panel = page.getByRole('region', { name: 'Environments' })
  await expect
    .element(panel.getByText(/the system keyring is locked; unlock it, then try again/))
    .toBeVisible()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel.getByText(/^Still not usable at/)).toBeVisible()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel.getByText(/secrets are stored in the system keychain/)).toBeVisible()
  await expect.element(page.getByText('The keychain is open.')).toBeVisible()
  expect(bridge.asked('keychain.reopen')).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('Saved results has a button that tries the keychain again', async () => {
  await renderApp(worldWith(locked, [anInfo()]), '/saved-results')
  await expect
    .element(page.getByText('Results are kept until Glidepath closes.', { exact: false }))
    .toBeVisible()
  // Saved results has its own message, so the notice of the other screens is not shown.
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(1)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Stored encrypted on this computer.')).toBeVisible()
})

test('no screen offers to try the keychain again if only a restart can help', async () => {
  const missing = {
    kind: 'memory',
    reason: 'moduleMissing',
    message: 'the system library libsecret is missing.',
  } as const
  await renderApp(worldWith({ ...locked, keychain: missing }, []), '/settings')
  await expect.element(page.getByText(/libsecret is missing/).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

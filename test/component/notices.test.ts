import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const first = 'Settings that cannot be read have their usual values: Colors.'
const second = 'Environments in the settings file that cannot be used are left out: entry 3.'
const notice = (text: string) => page.getByRole('status').filter({ hasText: text })

test('unusable settings are reported on every screen until the message is dismissed', async () => {
  let notices = [first]
  const bridge = createScriptedWorld({ 'app.info': () => ok(anInfo({ notices })) })
  const { router } = await renderApp(bridge)
  await expect.element(notice(first)).toBeVisible()
  await router.push('/activity')
  await expect.element(notice(first)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss what cannot be used' }).click()
  await expect.element(page.getByText(first)).not.toBeInTheDocument()

  notices = [first, second]
  bridge.emit('settings.changed', {})
  await expect.element(notice(second)).toBeVisible()
  await expect.element(page.getByText(first)).not.toBeInTheDocument()

  notices = []
  bridge.emit('settings.changed', {})
  await expect.element(page.getByText(second)).not.toBeInTheDocument()
})

test('a doubtful clock is reported until the message is dismissed, and the clock is checked again when the window gets the focus', async () => {
  let clock = 'It shows Nov 20, 2099, years after this version of Glidepath was made.'
  const bridge = createScriptedWorld({ 'app.info': () => ok(anInfo({ clock })) })
  const { router } = await renderApp(bridge)
  const said = page.getByRole('status').filter({ hasText: 'Check this computer’s clock. It shows' })
  await expect.element(said).toBeVisible()
  await router.push('/activity')
  await expect.element(said).toBeVisible()
  // No setting can fix the clock, so the message has no link to Settings.
  expect(said.getByRole('link').query()).toBeNull()

  clock = ''
  window.dispatchEvent(new Event('focus'))
  await expect.element(said).not.toBeInTheDocument()

  clock = 'It shows Nov 20, 2001, before this version of Glidepath was made.'
  bridge.emit('settings.changed', {})
  await expect.element(said).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss the clock notice' }).click()
  await expect.element(said).not.toBeInTheDocument()
})

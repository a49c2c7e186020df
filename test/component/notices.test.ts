import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/render-app.ts'
import { anInfo, createScriptedWorld } from '#test/support/scripted-world.ts'

const first = 'Settings that cannot be read have their usual values: Colors.'
const second = 'Environments in the settings file that cannot be used are left out: entry 3.'
const notice = (text: string) => page.getByRole('status').filter({ hasText: text })

test('what of the settings cannot be used is said over every screen until it is put away', async () => {
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

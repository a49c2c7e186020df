import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aNetwork, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/**
 * Tests that unsaved input in Settings keeps the window open, and that saved, reverted or canceled
 * input does not.
 */

const held = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const settings = async (over: Parameters<typeof createScriptedWorld>[0] = {}) => {
  const bridge = createScriptedWorld(over)
  const { router } = await renderApp(bridge, '/settings')
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect.element(page.getByLabelText('Average markets, percentile')).toHaveValue('50')
  expect(held()).toBe(false)
  return { bridge, router }
}
const press = (name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

test('unsaved forecast rules keep the window open, even if they are out of range', async () => {
  const { bridge } = await settings()
  const share = page.getByLabelText('Goal, percent of salary')
  await share.fill('75')
  expect(held()).toBe(true)
  await share.fill('nothing')
  expect(held()).toBe(true)
  await share.fill('70')
  expect(held()).toBe(false)
  await share.fill('75')
  // Changing another setting keeps the unsaved input.
  await page.getByRole('switch', { name: 'Mask identifiers on receipts' }).click()
  await expect.poll(() => bridge.asked('settings.change').length).toBe(1)
  await expect.element(share).toHaveValue('75')
  await page
    .getByRole('region', { name: 'How a forecast is read' })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect.poll(held).toBe(false)
})

test('an unsaved number of days until a repeat is allowed keeps the window open, during and after typing', async () => {
  const { bridge } = await settings()
  const days = page.getByLabelText('Ask why when sent again within, days')
  await days.click()
  await userEvent.keyboard('{Control>}a{/Control}45')
  expect(held()).toBe(true)
  await userEvent.keyboard('{Tab}')
  expect(held()).toBe(true)
  await days.click()
  await userEvent.keyboard('{Control>}a{/Control}60{Enter}')
  await expect.poll(() => bridge.asked('settings.change').length).toBe(1)
  await expect.poll(held).toBe(false)
})

test('an unsaved number of years to keep the activity log keeps the window open', async () => {
  const { router } = await settings({
    'activity.list': () =>
      ok({ records: [], next: null, total: 0, kept: { key: 'keychain', why: '' }, check: null }),
  })
  await router.push('/activity')
  const years = page.getByLabelText('Years to keep')
  await expect.element(years).toBeVisible()
  await years.click()
  await userEvent.keyboard('{Control>}a{/Control}9')
  expect(held()).toBe(true)
  await userEvent.keyboard('{Tab}')
  expect(held()).toBe(true)
  await router.push('/settings')
  expect(held()).toBe(false)
})

test('an unsaved new or changed environment keeps the window open', async () => {
  await settings()
  await press('Add environment')
  const name = page.getByRole('dialog').getByLabelText('Name')
  await expect.element(name).toBeVisible()
  expect(held()).toBe(false)
  await name.fill('Acme')
  expect(held()).toBe(true)
  await name.fill('')
  expect(held()).toBe(false)
  await userEvent.keyboard('{Tab}')
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabelText('Calls at once').fill('2')
  expect(held()).toBe(true)
  await press('Cancel')
  await expect.poll(held).toBe(false)
})

test('unsaved credentials, SID and Cookie keep the window open', async () => {
  await settings()
  const card = page.getByRole('article', { name: 'Acme 401(k) UAT' })
  await card.getByRole('button', { name: 'Enter credentials' }).click()
  await card.getByLabelText('Client id').fill('acme')
  expect(held()).toBe(true)
  await card.getByLabelText('Client secret').fill('secret')
  await card.getByRole('button', { name: 'Save credentials' }).click()
  await expect.poll(held).toBe(false)
  await card.getByRole('button', { name: 'Enter SID and Cookie' }).click()
  await card.getByLabelText('Cookie').fill('   ')
  expect(held()).toBe(true)
  await card.getByLabelText('Cookie').fill('session')
  expect(held()).toBe(true)
  await card.getByRole('button', { name: 'Cancel' }).click()
  expect(held()).toBe(false)
})

test('an unsaved proxy sign-in and unsaved certificates keep the window open', async () => {
  await settings({
    'network.get': () =>
      ok(
        aNetwork({
          ways: ['http://proxy:8080'],
          proxy: { asking: 'http://proxy:8080', storedFor: '', stored: 'none' },
        }),
      ),
  })
  await press('Enter proxy sign-in')
  await page.getByLabelText('User name').fill('ann')
  expect(held()).toBe(true)
  await press('Cancel')
  expect(held()).toBe(false)
  await press('Add certificate authorities')
  await page.getByLabelText('Certificates in PEM form').fill('-----BEGIN')
  expect(held()).toBe(true)
  await press('Cancel')
  expect(held()).toBe(false)
})

test('an unsaved passphrase keeps the window open', async () => {
  await settings()
  await press('Set a passphrase')
  await page.getByLabelText('New passphrase', { exact: true }).fill('four')
  expect(held()).toBe(true)
  await press('Cancel')
  expect(held()).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#test/support/render-app.ts'
import { createScriptedWorld } from '#test/support/scripted-world.ts'

describe('the key for a forecast', () => {
  test('does nothing on the desk, where it is the key that sends with Shift missed', async () => {
    const { router } = await renderApp(createScriptedWorld(), '/opt-out')
    await page.getByLabelText('First name').fill('Zephyrine')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(router.currentRoute.value.path).toBe('/opt-out')
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
  })

  test('leads to where a participant is opened from elsewhere', async () => {
    const { router } = await renderApp(createScriptedWorld(), '/library')
    await expect.element(page.getByRole('heading', { name: 'Saved results', level: 1 })).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise')
  })
})

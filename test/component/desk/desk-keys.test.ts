import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aDeskConfig, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

describe('Ctrl+Enter', () => {
  test('does nothing on the desk until the read-back, where it sends', async () => {
    const { router } = await renderApp(createScriptedWorld(), '/opt-out')
    await page.getByLabelText('First name').fill('Zephyrine')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(router.currentRoute.value.path).toBe('/opt-out')
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
  })

  test('opens the Open screen from other screens', async () => {
    const { router } = await renderApp(createScriptedWorld(), '/saved-results')
    await expect
      .element(page.getByRole('heading', { name: 'Saved results', level: 1 }))
      .toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise')
  })
})

describe('keys pressed before the desk’s scripts have arrived', () => {
  /** Opens the desk before its scripts have arrived; `arrive` delivers them. */
  const waitingForTexts = async () => {
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const bridge = createScriptedWorld({
      'desk.config.get': async ({ environmentId }) => {
        await arrived
        return ok(aDeskConfig({ environmentId }))
      },
    })
    await renderApp(bridge, '/saved-results')
    await expect
      .element(page.getByRole('heading', { name: 'Saved results', level: 1 }))
      .toBeVisible()
    await expect.element(page.getByText(/^Training/).first()).toBeVisible()
    await userEvent.keyboard('{Control>}2{/Control}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Caller' })).toBeVisible()
    return async (): Promise<void> => {
      arrive()
      await expect.element(page.getByText(/^Thank you for calling/)).toBeVisible()
    }
  }

  test('go into the ParticipantId field, which has the focus from the start', async () => {
    await waitingForTexts()
    await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
    await userEvent.keyboard('U-7001')
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('U-7001')
  })

  test('stay in the field they were typed in, because arriving scripts do not move the focus', async () => {
    const arrive = await waitingForTexts()
    await page.getByLabelText('ParticipantId').fill('U-7001')
    await page.getByLabelText('First name').click()
    await userEvent.keyboard('Zephy')
    await arrive()
    await userEvent.keyboard('rine')
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('U-7001')
  })
})

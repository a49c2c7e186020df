import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atDeskWithMaria, heading } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/**
 * Tests that ticking the last required check opens the next step, where a key still held down does
 * nothing.
 */

/** Goes to the checks step for a participant with two plans, neither of them chosen. */
const atChecks = async (): Promise<void> => {
  await renderApp(createScriptedWorld(), '/advise')
  await atDeskWithMaria()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Identify')).toBeVisible()
}
const chosen = (): number => page.getByRole('option', { selected: true }).elements().length

test('ticking the last required check opens the plans, which wait for Enter', async () => {
  await atChecks()
  await userEvent.keyboard('12')
  await expect.element(heading('Identify')).toBeVisible()
  await userEvent.keyboard('3')
  await expect.element(heading('Plans')).toBeVisible()
  await userEvent.keyboard('12')
  await expect.poll(chosen).toBe(2)
  await expect.element(heading('Plans')).toBeVisible()
})

test('one key chooses all plans, and holding that key down changes nothing more', async () => {
  await atChecks()
  await userEvent.keyboard('123')
  await expect.element(heading('Plans')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.poll(chosen).toBe(2)
  const held = new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true })
  document.activeElement?.dispatchEvent(held)
  await userEvent.keyboard('2')
  await expect.poll(chosen).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Reason')).toBeVisible()
})

test('a check ticked with the mouse does not open the next step, and a digit held down chooses no plan', async () => {
  await atChecks()
  for (const index of [0, 1, 2]) await page.getByRole('option').nth(index).click()
  await expect.poll(chosen).toBe(3)
  await expect.element(heading('Identify')).toBeVisible()
  await page.getByRole('option').nth(2).click()
  page.getByRole('listbox', { name: 'Checks the caller passed' }).element().focus()
  await userEvent.keyboard('3')
  await expect.element(heading('Plans')).toBeVisible()
  const held = new KeyboardEvent('keydown', { key: '1', repeat: true, bubbles: true })
  document.activeElement?.dispatchEvent(held)
  await expect.element(page.getByRole('listbox', { name: 'Plans to opt out of' })).toHaveFocus()
  expect(chosen()).toBe(0)
})

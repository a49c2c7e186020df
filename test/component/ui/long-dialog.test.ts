import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

test('a dialog longer than the window keeps its whole heading beside its close button', async () => {
  await page.viewport(1024, 700)
  await renderApp(createScriptedWorld(), '/settings')
  await page.getByRole('button', { name: 'Add environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add environment' })
  await dialog.getByText('Advanced').click()
  await expect.element(dialog.getByText('Amounts without a unit')).toBeVisible()
  const words = dialog.getByText(/^Address and ClientId come from/).element()
  const { top } = dialog.element().getBoundingClientRect()
  const head = words.getBoundingClientRect()
  const title = dialog.getByRole('heading', { name: 'Add environment' }).element()
  expect(title.getBoundingClientRect().top).toBeGreaterThanOrEqual(top + 8)
  const field = dialog.getByLabelText('Name', { exact: true }).element()
  expect(head.bottom).toBeLessThanOrEqual(
    field.closest('form')?.parentElement?.getBoundingClientRect().top ?? 0,
  )
  const close = dialog.getByRole('button', { name: 'Close' }).element().getBoundingClientRect()
  expect(head.right).toBeLessThanOrEqual(close.left)
})

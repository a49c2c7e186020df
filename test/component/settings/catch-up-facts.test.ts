import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

test('whether plans offer catch-up contributions is unknown until somebody enters it', async () => {
  const bridge = createScriptedWorld()
  await renderApp(bridge, '/settings')
  const takesRoth = page.getByRole('group', { name: 'Plans take Roth catch-up contributions' })
  const offersHigher = page.getByRole('group', {
    name: 'Plans offer the higher catch-up of ages 60 to 63',
  })
  for (const group of [takesRoth, offersHigher])
    await expect.element(group.getByRole('radio', { name: 'Not known' })).toBeChecked()
  await takesRoth.getByText('No', { exact: true }).click()
  await offersHigher.getByText('Yes', { exact: true }).click()
  await page
    .getByRole('region', { name: 'How a forecast is read' })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect
    .poll(() => bridge.asked('settings.change'))
    .toMatchObject([{ rothCatchUp: 'no', higherCatchUp: 'yes' }])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keepsAll } from '#shared/environments/retention.ts'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const due = { counts: { ...keepsAll, forecast: 12, receipt: 3 }, held: 2, inDoubt: 0 }
const panel = () => page.getByRole('region', { name: 'Saved results' })

test('results older than the set age are counted first, and removed only when the user confirms', async () => {
  const bridge = createScriptedWorld({
    'records.due': () => ok(due),
    'records.removeDue': () => ok(due),
  })
  await renderApp(bridge, '/settings')
  await panel().getByRole('button', { name: 'Show what is older' }).click()
  await expect
    .element(panel().getByText('Would remove 12 forecasts, 3 receipts; 2 are held.'))
    .toBeVisible()
  await panel().getByRole('button', { name: 'Remove…' }).click()
  expect(bridge.asked('records.removeDue')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect
    .element(panel().getByText('Removed 12 forecasts, 3 receipts; 2 are held.'))
    .toBeVisible()
})

test('Remove everything asks twice, says what stays, and reports that the files were searched', async () => {
  const bridge = createScriptedWorld({ 'records.removeEverything': () => ok({ rows: 7 }) })
  await renderApp(bridge, '/settings')
  await panel()
    .getByRole('button', { name: /^Remove everything/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog)
    .toMatchTextContent(/forgets what was sent.*Backups and exported files/)
  await dialog.getByRole('button', { name: 'Continue…' }).click()
  const remove = dialog.getByRole('button', { name: 'Remove everything' })
  await expect.element(remove).toBeDisabled()
  await dialog.getByLabelText('Type REMOVE to confirm').fill('REMOVE')
  expect(bridge.asked('records.removeEverything')).toEqual([])
  await remove.click()
  await expect
    .element(panel().getByText(/^Removed 7 records\. The files were searched/))
    .toBeVisible()
})

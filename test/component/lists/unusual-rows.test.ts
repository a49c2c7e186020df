import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aListView, listId, listScripts } from '#test/support/samples/scripted-lists.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** A list with rows that are valid but have unusual values. */

const dialog = page.getByRole('dialog')

test('unusual rows are pointed out, and sent only after a person ticks them as intended', async () => {
  const bridge = createScriptedWorld(
    listScripts({ view: aListView({}, { ready: 9800, unusual: 12 }) }),
  )
  await renderApp(bridge, `/opt-out/lists/${listId}`)
  await page.getByRole('button', { name: 'Unusual 12' }).click()
  const detail = page.getByLabelText('The chosen row')
  await expect.element(detail.getByText('No last name is given.')).toBeVisible()
  await expect.element(detail.getByText('A plan has no plan type.')).toBeVisible()
  await page.getByRole('button', { name: 'Send 9,800 opt-outs to Training …' }).click()
  await expect
    .element(
      dialog.getByText('Not sent: 120 rows to fix, 12 unusual rows and 68 rows left out.', {
        exact: false,
      }),
    )
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('checkbox', { name: 'Send them anyway' }).click()
  await page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' }).click()
  await expect
    .element(dialog.getByText('12 unusual rows are sent anyway.', { exact: false }))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Send 9,812 opt-outs' }).click()
  await expect
    .poll(() => bridge.asked('list.start'))
    .toMatchObject([{ rowsToSend: 9812, options: { sendsUnusual: true } }])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { aListView, listId, listScripts, sentCounts } from '#test/support/samples/scripted-lists.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** Failed rows of a list run again only after a confirmation; the list's earlier results stay visible. */

const here = `/opt-out/lists/${listId}`
const finished = aListView({ state: 'done', startedAt: '2026-11-20T13:05:00.000Z' }, sentCounts)
const dialog = page.getByRole('dialog')
const rerun = page.getByRole('button', { name: 'Run failed rows again (109) …' })
const before =
  'Before run 2: 9,700 accepted · 60 declined · 20 rejected · 29 did not go through · 3 in doubt.'

test('failed rows run again only after a confirmation, and canceling changes nothing', async () => {
  const bridge = createScriptedWorld(listScripts({ view: finished }))
  await renderApp(bridge, here)
  await rerun.click()
  await expect
    .element(dialog.getByRole('heading', { name: 'Send 109 failed rows to Training again?' }))
    .toBeVisible()
  await expect
    .element(
      dialog.getByText(
        'Run again: 60 declined, 20 rejected, 29 did not go through. Left as they are: 9,700 accepted, 3 in doubt.',
      ),
    )
    .toBeVisible()
  await expect
    .element(dialog.getByText('Not sent: 120 rows to fix and 68 rows left out.', { exact: false }))
    .toBeVisible()
  // Nothing changes before the confirmation, so the list's results are still shown.
  expect(bridge.asked('list.rerunFailed')).toEqual([])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('heading', { name: 'Done: 9,812 opt-outs sent to Training' }))
    .toBeVisible()
  await expect.element(rerun).toHaveFocus()
  expect(bridge.asked('list.rerunFailed')).toEqual([])
  await rerun.click()
  await dialog.getByRole('button', { name: 'Send 109 opt-outs' }).click()
  await expect.poll(() => bridge.asked('list.start')).toMatchObject([{ rowsToSend: 109 }])
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(page.getByText(before)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(page.getByText(before)).toBeVisible()
  const counts = { ...sentCounts, accepted: 9809, declined: 0, rejected: 0, notSent: 0 }
  bridge.emit(
    'list.progress',
    aListView({ state: 'done', attempt: 2, before: finished.counts }, counts),
  )
  await expect
    .element(page.getByRole('heading', { name: 'Done: 9,812 opt-outs sent to Training' }))
    .toBeVisible()
  await expect.element(page.getByText(before)).toBeVisible()
})

test('rows that cannot be sent yet wait, and the list’s earlier results stay', async () => {
  const bridge = createScriptedWorld(listScripts({ view: finished }))
  bridge.script({
    'list.start': refusal({ code: 'input.invalid', message: 'Another list is being sent.' }),
  })
  await renderApp(bridge, here)
  await rerun.click()
  await dialog.getByRole('button', { name: 'Send 109 opt-outs' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Another list is being sent/)
  await expect.element(page.getByRole('heading', { name: '109 rows to run again.' })).toBeVisible()
  await expect.element(page.getByText('Nothing is sent until you press “Go on”.')).toBeVisible()
  await expect.element(page.getByText(before)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'In doubt 3' })).toBeVisible()
})

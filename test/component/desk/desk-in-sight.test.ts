import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { atDeskWithMaria, callByHand, heading } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anAccount, anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** In the smallest window, the action bar below a step covers neither new content nor the focus. */

const inSmallestWindow = async (
  bridge = createScriptedWorld(),
  path = '/opt-out',
): Promise<void> => {
  await page.viewport(1024, 700)
  await renderApp(bridge, path)
}
const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom
const barTop = (): number =>
  page
    .getByRole('button', { name: /^Continue/ })
    .element()
    .parentElement?.getBoundingClientRect().top ?? 0

test('the script for a chosen reason and its note are within view', async () => {
  await inSmallestWindow()
  await callByHand()
  await userEvent.keyboard(`{Control>}{Shift>}[Digit4]{/Shift}{/Control}`)
  await expect.element(heading('Reason')).toBeVisible()
  await page.getByRole('option', { name: 'Deceased' }).click()
  const notice = page.getByText(/Do not discuss balances/)
  await expect.poll(() => bottomOf(notice.element())).toBeLessThanOrEqual(barTop())
  expect(barTop()).toBeGreaterThan(600)
  const note = page.getByLabelText('Note')
  await note.fill('A long word of the caller, who goes on and on about it. '.repeat(8))
  await userEvent.keyboard('Still.')
  await expect.poll(() => bottomOf(note.element())).toBeLessThanOrEqual(barTop())
  await page.getByRole('option', { name: 'Fee too high' }).click()
  document.querySelector('main')?.scrollTo({ top: 0 })
  await page.getByRole('option', { name: 'Did not understand the service' }).click()
  const another = page.getByText(/Answer what the caller asks/)
  await expect.poll(() => bottomOf(another.element())).toBeLessThanOrEqual(barTop())
})

test('a plan added by hand is within view', async () => {
  const accounts = Array.from({ length: 16 }, (_, index) =>
    anAccount({ planId: `PLAN${index + 1}` }),
  )
  await inSmallestWindow(
    createScriptedWorld({
      'participant.open': () => ok(anOpened({ participants: [aProfile({ accounts })] })),
    }),
    '/advise',
  )
  await atDeskWithMaria()
  await userEvent.keyboard('{Enter}123')
  await expect.element(heading('Plans')).toBeVisible()
  const byHand = page.getByRole('button', { name: 'A plan that is not listed' })
  await byHand.click()
  const field = page.getByLabelText('PlanId of plan 1')
  await expect.poll(() => bottomOf(field.element())).toBeLessThanOrEqual(barTop())
})

test('the call’s action bar spans the full width, even with a scroll bar, and stays in place when the step scrolls', async () => {
  await inSmallestWindow()
  await callByHand()
  const main = page.getByRole('main').element()
  const bar = document.querySelector('#screen-bar')
  expect(bar?.textContent).toContain('Time since the first key')
  expect(bar?.getBoundingClientRect().width).toBe(main.getBoundingClientRect().width)
  expect(bar?.getBoundingClientRect().bottom).toBe(main.getBoundingClientRect().top)
})

import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { ok } from '#shared/result.ts'
import { atDeskWithMaria, heading } from '#test/support/screens/desk-call.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const review = aReview()
const receipt = (outcome: Receipt['outcome']): Receipt => ({
  ...receiptRecord('r-1', outcome),
  operation: 'optout',
  plans: review.plans,
})
export const earlier: EarlierRequest = {
  receiptId: 'r-0',
  receiptNumber: 'GP-20261101-ABCDEF',
  operation: 'optout',
  outcome: 'inDoubt',
  standing: 'inDoubt',
  settled: null,
  sentAt: '2026-11-01T10:00:00.000Z',
  participantId: 'P-100482',
  name: 'Maria Alvarez',
  firstName: 'Maria',
  lastName: 'Alvarez',
  plans: review.plans,
  environment: review.environment,
}

/** Opens the Opt-out desk on a scripted host where every submission ends with `outcome`. */
export const desk = async (outcome: Receipt['outcome'] = 'accepted') => {
  const bridge = createScriptedWorld({
    'submission.review': () => ok(review),
    'submission.send': () => ok(receipt(outcome)),
    'desk.wrapUp': ({ wrapUp }) => ok({ ...receipt(outcome), wrapUp }),
  })
  const { router } = await renderApp(bridge, '/opt-out')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Read back' })).toBeVisible()
  return { bridge, router }
}

export const send = page.getByRole('button', { name: 'Confirm and send' })
export const jump = (digit: number): Promise<void> =>
  userEvent.keyboard(`{Control>}{Shift>}[Digit${digit}]{/Shift}{/Control}`)

/** Opens a participant, fills in the call from the file and goes to the plans step. */
export const plansOfOpenParticipant = async (): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: 'Advise' })
    .click()
  await atDeskWithMaria()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('123')
  await expect.element(heading('Plans')).toBeVisible()
}

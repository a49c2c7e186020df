import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { callByHand } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { send } from './call-screen.ts'

/** Ctrl+Enter in a read-back that cannot be sent yet puts the focus on what is missing, and shows it. */

const sendChord = '{Control>}{Enter}{/Control}'
const box = page.getByRole('checkbox', { name: 'This is intended: send it anyway' })
const reason = page.getByLabelText('Why is it sent again?')

const readBack = async (over: Partial<SubmissionReview>) => {
  await page.viewport(1024, 700)
  const bridge = createScriptedWorld({ 'submission.review': () => ok(aReview(over)) })
  await renderApp(bridge, '/opt-out')
  await callByHand()
  await expect.element(send).toBeVisible()
  return bridge
}
const isInSight = (element: Element): boolean => {
  const { top, bottom, left, width } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}
const unusual = [
  ['No last name is given.'],
  ['A plan has no plan type.'],
  ['Earlier results have this id for Walter Quill, not for Maria Alvarez.'],
  ['An open file has this id for Linda Kowalski, not for Maria Alvarez.'],
  ['The plan directory has ACME401K as 403B, not as 401K.'],
]
const earlier: SubmissionReview['earlier'] = {
  receiptId: 'r-9',
  outcome: 'accepted',
  settled: null,
  operation: 'optout',
  name: '',
  sentAt: '2026-11-01T10:00:00.000Z',
  same: 'participant',
  needsReason: true,
}

test.each(unusual)('the tick for an unusual value: %s', async (sentence) => {
  const bridge = await readBack({ unusual: [[sentence]] })
  await userEvent.keyboard(sendChord)
  await expect.element(box).toHaveFocus()
  await expect.poll(() => isInSight(box.element())).toBe(true)
  await expect.element(page.getByText(/Confirm this first, with Space/)).toBeVisible()
  expect(bridge.asked('submission.send')).toEqual([])
  await userEvent.keyboard(' ')
  await userEvent.keyboard(sendChord)
  await expect.poll(() => bridge.asked('submission.send')).toMatchObject([{ sendsUnusual: true }])
})

test('first the tick, then the reason for sending again', async () => {
  const bridge = await readBack({ unusual, earlier })
  await userEvent.keyboard(sendChord)
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard(' ')
  await userEvent.keyboard(sendChord)
  await expect.element(reason).toHaveFocus()
  await expect.element(page.getByText(/Fill this in first/)).toBeVisible()
  await userEvent.keyboard('Asked again')
  await userEvent.keyboard(sendChord)
  await expect
    .poll(() => bridge.asked('submission.send'))
    .toMatchObject([{ overrideReason: 'Asked again', sendsUnusual: true }])
})

import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SubmissionReview } from '#shared/ipc/views.ts'
import { fail, ok } from '#shared/result.ts'
import { callByHand } from '#test/support/desk-call.ts'
import { renderApp } from '#test/support/render-app.ts'
import { createScriptedWorld } from '#test/support/scripted-world.ts'

const aReview = (over: Partial<SubmissionReview> = {}): SubmissionReview => ({
  submissionId: 'review-1',
  operation: 'optout',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  url: 'http://127.0.0.1:40123/rm/v1/express/optout',
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: '' }],
  fields: [{ name: 'ParticipantId', value: 'P-100482', description: '' }],
  bodyPreview: '{}',
  bodyBytes: 120,
  warnings: [],
  bodySha256: '0'.repeat(64),
  earlier: null,
  ...over,
})
const earlier = {
  receiptId: '6c1f0a52-7a8e-4d5f-9a52-0d9c1d1f7a11',
  outcome: 'accepted',
  sentAt: '2026-11-01T10:00:00.000Z',
  operation: 'optout',
  needsReason: true,
} as const

/** The Opt-out desk with a review on screen; sending never answers. */
const reviewing = async (review: SubmissionReview) => {
  const bridge = createScriptedWorld({
    'submission.review': () => ok(review),
    'submission.send': () => new Promise(() => undefined),
  })
  await renderApp(bridge, '/opt-out')
  await callByHand()
  await expect.element(page.getByRole('heading', { name: /^Review:/ })).toBeVisible()
  return bridge
}

const send = page.getByRole('button', { name: 'Confirm and send' })

describe('sending a submission', () => {
  test('a double click sends one message', async () => {
    const bridge = await reviewing(aReview())
    await userEvent.dblClick(send)
    await expect.element(page.getByText(/waiting for the service’s answer/)).toBeVisible()
    expect(bridge.asked('submission.send')).toEqual([{ submissionId: 'review-1' }])
  })

  test('Enter alone sends nothing', async () => {
    const bridge = await reviewing(aReview())
    await userEvent.keyboard('{Enter}{Enter}')
    expect(bridge.asked('submission.send')).toEqual([])
  })

  test('the same again asks why, and hands the reason on', async () => {
    const bridge = await reviewing(aReview({ earlier }))
    await expect.element(page.getByRole('link', { name: 'Open the earlier receipt' })).toBeVisible()
    await expect.element(send).toBeDisabled()
    await page.getByLabelText('Why is it sent again?').fill('   ')
    await expect.element(send).toBeDisabled()
    await page.getByLabelText('Why is it sent again?').fill('The first one was for the wrong plan')
    await send.click()
    expect(bridge.asked('submission.send')).toEqual([
      { submissionId: 'review-1', overrideReason: 'The first one was for the wrong plan' },
    ])
  })

  test('an older one is shown and asks nothing', async () => {
    await reviewing(aReview({ earlier: { ...earlier, needsReason: false } }))
    await expect.element(page.getByRole('link', { name: 'Open the earlier receipt' })).toBeVisible()
    await expect.element(send).toBeEnabled()
  })

  test('a refusal is shown, and what was reviewed stays', async () => {
    const bridge = await reviewing(aReview())
    bridge.script({ 'submission.send': () => fail({ code: 'submission.inDoubt', message: 'An earlier one is in doubt.' }) })
    await send.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/An earlier one is in doubt/)
    await expect.element(send).toBeVisible()
  })
})

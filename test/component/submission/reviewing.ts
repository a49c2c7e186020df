import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { ok } from '#shared/result.ts'
import { callByHand } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** An earlier accepted submission of the same participant. */
export const earlier = {
  receiptId: '6c1f0a52-7a8e-4d5f-9a52-0d9c1d1f7a11',
  outcome: 'accepted',
  settled: null,
  sentAt: '2026-11-01T10:00:00.000Z',
  operation: 'optout',
  name: 'Maria Alvarez',
  same: 'participant',
  needsReason: true,
} as const

/** Opens the Opt-out desk with `review` on screen; main never answers the request to send. */
export const reviewing = async (review: SubmissionReview) => {
  const { id, name, kind } = review.environment
  const bridge = createScriptedWorld({
    ...(kind === 'training' ? {} : inUse({ id, name, kind })),
    'submission.review': () => ok(review),
    'submission.send': () => new Promise(() => undefined),
  })
  await renderApp(bridge, '/opt-out')
  await callByHand()
  await expect.element(page.getByRole('heading', { name: /^Review:/ })).toBeVisible()
  return bridge
}

export const send = page.getByRole('button', { name: 'Confirm and send' })

import { describe, expect, test } from 'vitest'
import { unconfirmed, type Confirmed } from '#electron/core/submission/guard/let-through.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** What the page must say with a review before it can be sent. */

const missing = async (
  kind: 'training' | 'production',
  over: Partial<SubmissionReview>,
  confirmed: Confirmed,
  isRow = false,
) => {
  const review = unwrap(await house({ kind }).submissions.review(optout))
  const error = unconfirmed({ ...review, ...over }, isRow, confirmed)
  return error && (error.field ?? error.code)
}
const subject = (participantId: string, name: string): Partial<SubmissionReview> => ({
  subject: { participantId, name },
})

describe('in production', () => {
  test.each([
    ['a name', '', 'Dana Reyes', null],
    ['an id', 'P-100', ' ', null],
    ['neither', ' ', '', 'submission.confirmation'],
  ])('a participant with %s', async (_what, participantId, name, code) => {
    expect(await missing('production', subject(participantId, name), {})).toBe(code)
  })

  test('the question of main names what is unusual, so the page need not confirm it', async () => {
    expect(await missing('production', { unusual: [['No last name is given.']] }, {})).toBeNull()
  })

  test('a row of a list needs no confirmation of its own', async () => {
    expect(await missing('production', {}, {}, true)).toBeNull()
  })
})

test('Training needs neither', async () => {
  expect(await missing('training', subject('', ''), {})).toBeNull()
})

test('each unusual value needs confirmation, in a row of a list as well', async () => {
  const unusual = { unusual: [['The plan type is not on the list of the service.']] }
  expect(await missing('training', unusual, {})).toBe('sendsUnusual')
  expect(await missing('training', unusual, { sendsUnusual: false })).toBe('sendsUnusual')
  expect(await missing('training', unusual, { sendsUnusual: true })).toBeNull()
  expect(await missing('training', unusual, {}, true)).toBe('sendsUnusual')
})

test('a recently accepted submission is sent again only with a reason, and so is a row of a list', async () => {
  const earlier = {
    receiptId: 'r',
    outcome: 'accepted',
    settled: null,
    sentAt: '',
    operation: 'optout',
    name: '',
    same: 'request',
    needsReason: true,
  } as const
  for (const isRow of [false, true]) {
    expect(await missing('training', { earlier }, { overrideReason: ' ' }, isRow)).toBe(
      'overrideReason',
    )
    expect(await missing('training', { earlier }, {}, isRow)).toBe('overrideReason')
    expect(
      await missing('training', { earlier }, { overrideReason: 'Asked twice' }, isRow),
    ).toBeNull()
    expect(
      await missing('training', { earlier: { ...earlier, needsReason: false } }, {}, isRow),
    ).toBeNull()
  }
})

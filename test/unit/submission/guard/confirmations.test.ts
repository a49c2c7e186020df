import { describe, expect, test } from 'vitest'
import { unconfirmed, type Confirmed } from '#electron/core/submission/guard/let-through.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** What still has to be typed or ticked below a review before it can be sent. */

const missing = async (
  kind: 'training' | 'production',
  over: Partial<SubmissionReview>,
  confirmed: Confirmed,
  isRow = false,
) => {
  const review = unwrap(await house({ kind }).submissions.review(optout))
  return unconfirmed({ ...review, ...over }, isRow, confirmed)?.field ?? null
}
const subject = (participantId: string, name: string): Partial<SubmissionReview> => ({
  subject: { participantId, name },
})

describe('in production', () => {
  test.each<[string, string, string, string | undefined, string | null]>([
    ['the name must be typed', 'P-100', 'Dana Reyes', 'dana  reyes ', null],
    [
      'a name typed without its blank is another name',
      'P-100',
      'Dana Reyes',
      'DanaReyes',
      'typedName',
    ],
    ['an empty name is not enough', 'P-100', 'Dana Reyes', undefined, 'typedName'],
    ['somebody without a name is confirmed by the id', 'P-100', ' ', 'p-100', null],
    ['the id is not enough if there is a name', 'P-100', 'Dana Reyes', 'P-100', 'typedName'],
    ['somebody with neither is not confirmed by an empty text', '', '', undefined, 'typedName'],
    ['somebody with neither is not confirmed by any text', '', '', ' ', 'typedName'],
  ])('%s', async (_what, participantId, name, typedName, field) => {
    expect(await missing('production', subject(participantId, name), { typedName })).toBe(field)
  })

  test('a row of a list needs no confirmation of its own', async () => {
    expect(await missing('production', {}, {}, true)).toBeNull()
  })
})

test('no name is typed in Training', async () => {
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

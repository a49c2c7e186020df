import { expect, test } from 'vitest'
import { earlierLike } from '../../../renderer/features/desk/call-state.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'

const review = aReview()
const here = { id: review.environment.id, place: 'here' }
const sentAt = '2026-11-01T10:00:00.000Z'
const earlier = (over: Partial<EarlierRequest> = {}): EarlierRequest => ({
  receiptId: 'r-0',
  receiptNumber: 'GP-1',
  operation: 'optout',
  outcome: 'declined',
  standing: 'declined',
  settled: null,
  sentAt,
  participantId: review.subject.participantId,
  name: '',
  firstName: '',
  lastName: '',
  plans: review.plans,
  environment: { ...review.environment, place: 'here' },
  ...over,
})
const settled = { by: 'lead', at: sentAt, saidBy: null, wentThrough: false, transactionId: '' }

test.each<[what: string, requests: readonly EarlierRequest[], became: string | undefined]>([
  ['a declined one', [earlier()], 'declined'],
  ['the newest of two', [earlier({ standing: 'rejected' }), earlier()], 'rejected'],
  ['one settled as not done', [earlier({ standing: 'inDoubt', settled })], 'declined'],
  ['one settled as done', [earlier({ settled: { ...settled, wentThrough: true } })], 'done'],
  ['no enrollment', [earlier({ operation: 'enroll', standing: null })], undefined],
  ['none that was never sent', [earlier({ standing: 'notSent' })], undefined],
  ['none of another participant', [earlier({ participantId: 'P-1004829' })], undefined],
  [
    'none at another address',
    [earlier({ environment: { ...here, name: '', kind: 'uat', place: 'before' } })],
    undefined,
  ],
  [
    'none for other plans',
    [earlier({ plans: [{ planId: 'ELSE', planType: '', serviceOption: '' }] })],
    undefined,
  ],
])('the read-back tells of %s', (_what, requests, became) => {
  expect(earlierLike(review, requests, here)?.became).toBe(became)
})

const named: NonNullable<SubmissionReview['earlier']> = {
  receiptId: 'r-9',
  outcome: 'inDoubt',
  settled: null,
  sentAt,
  operation: 'optout',
  name: '',
  same: 'participant',
  needsReason: false,
}
test.each<[over: Partial<typeof named>, became: string]>([
  [{}, 'inDoubt'],
  [{ outcome: 'accepted' }, 'done'],
  [{ outcome: 'accepted', same: 'unknown' }, 'unknown'],
  [{ outcome: 'accepted', settled: { ...settled, wentThrough: true } }, 'done'],
])('what the review names counts before the list of earlier requests: %o', (over, became) => {
  const asked = { ...review, earlier: { ...named, ...over } }
  expect(earlierLike(asked, [earlier()], here)?.became).toBe(became)
})

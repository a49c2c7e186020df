import { expect, test } from 'vitest'
import { traitsOf } from '#electron/core/submission/table/likeness.ts'
import { earlierWarnings } from '#electron/core/submission/guard/earlier.ts'
import { stillAsReviewed, whySince } from '#electron/core/submission/guard/let-through.ts'
import type { AppError } from '#shared/errors.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { severalTogether } from '#shared/participant/subject.ts'
import { fail, ok } from '#shared/result.ts'
import { env, house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** Tests the checks immediately before sending, and the warnings of a review. */

const earlier: NonNullable<SubmissionReview['earlier']> = {
  receiptId: 'r',
  outcome: 'accepted',
  settled: null,
  sentAt: '2026-11-20T12:00:00.000Z',
  operation: 'optout',
  name: 'Dana Reyes',
  same: 'participant',
  needsReason: true,
}

const check = async (over: { elsewhere?: AppError }) => {
  const { submissions, needs } = house()
  const review = unwrap(await submissions.review(optout))
  return stillAsReviewed(
    {
      ...needs,
      environments: {
        ...needs.environments,
        whyElsewhere: () => over.elsewhere ?? null,
        takesSeveral: () => false,
      },
    },
    {
      review,
      to: env,
      traits: traitsOf(review, { body: '', file: '', service: '' }),
      session: null,
    },
  )
}

test('an unchanged submission is sent', async () => {
  expect(await check({})).toEqual(ok(undefined))
  expect(whySince(earlier, earlier)).toBeNull()
  expect(whySince(earlier, null)).toBeNull()
})

test('a submission is sent only to its destination', async () => {
  const other: AppError = { code: 'environment.other', message: 'Another environment is in use.' }
  expect(await check({ elsewhere: other })).toEqual(fail(other))
})

test('a submission that was sent or settled in the meantime is not sent again', () => {
  const refused = { code: 'submission.alreadySent' }
  expect(whySince(null, earlier)).toMatchObject(refused)
  expect(whySince(earlier, { ...earlier, receiptId: 'another' })).toMatchObject(refused)
  expect(whySince({ ...earlier, outcome: 'inDoubt' }, earlier)).toMatchObject(refused)
  expect(whySince(earlier, { ...earlier, outcome: 'inDoubt' })).toMatchObject({
    code: 'submission.inDoubt',
  })
})

test('earlier submissions are looked up again before sending', async () => {
  const { submissions, needs } = house()
  const reviewed = unwrap(
    await submissions.rows.review(optout, env, { listId: 'list', row: 1, attempt: 1 }),
  )
  expect(await stillAsReviewed(needs, reviewed)).toEqual(ok(undefined))
  const { submissionId } = unwrap(await submissions.review(optout))
  unwrap(await submissions.send(submissionId, {}))
  expect(await stillAsReviewed(needs, reviewed)).toMatchObject({
    ok: false,
    error: { code: 'submission.alreadySent' },
  })
  const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
  const table = { ...needs.table, alike: async () => unread }
  expect(await stillAsReviewed({ ...needs, table }, reviewed)).toEqual(unread)
})

const warningsOf = async (subject: SubmissionReview['subject']) =>
  earlierWarnings(
    house().needs,
    { environment: { id: 'env', name: 'Env', kind: 'training' }, subject },
    [],
    null,
  )

test('a file with several participants causes a warning', async () => {
  const among = ['P-1', 'P-2'].map((participantId) => ({ participantId, name: '' }))
  expect(await warningsOf({ participantId: 'P-1', name: 'Dana Reyes', among })).toEqual([
    severalTogether(2),
  ])
})

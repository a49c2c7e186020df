import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { checkRows } from '#electron/core/lists/file/check-rows.ts'
import { samenessOf, traitsOf } from '#electron/core/submission/table/likeness.ts'
import { identityKey } from '#shared/identity-key.ts'
import { submissionDraftSchema } from '#shared/express/operations.ts'
import { fail } from '#shared/result.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** Tests ways around the duplicate guard that were found by attacking it. */

const cut: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}
const day = 86_400_000

test.each([
  'P\u034f-100',
  'P-\ufe0f100',
  'P-\u3164100',
  '\uff30-\uff11\uff10\uff10',
  'P-100\u0000',
  '\ufeffp-100 ',
  'P\u2011100',
  'P\u2212100',
  // Only a person can say whether this id means the same participant.
  'P-0100',
])('ids that look the same count as the same (%j)', async (participantId) => {
  const world = house({ attempt: () => cut })
  unwrap(
    await world.submissions.send(unwrap(await world.submissions.review(optout)).submissionId, {}),
  )
  const again = unwrap(
    await world.submissions.review({ ...optout, participantId, reason: 'another' }),
  )
  expect(again.earlier).toMatchObject({ outcome: 'inDoubt', same: 'participant' })
})

test('different ids stay different', () => {
  const ids = ['AB-1', 'AB 1', 'AB1', 'A B1', 'AB.1', 'ab-01', 'ÁB-1']
  expect(new Set(ids.map(identityKey)).size).toBe(ids.length)
})

test('an invisible id does not count', () => {
  for (const participantId of ['\u200b', ' \u3164 ', '\u00ad']) {
    expect(submissionDraftSchema.safeParse({ ...optout, participantId }).success).toBe(false)
  }
  expect(submissionDraftSchema.safeParse(optout).success).toBe(true)
})

test('a submission in doubt with a damaged receipt counts at any age, and is not called accepted', async () => {
  let isDamaged = false
  let now = Date.UTC(2026, 0, 1)
  const damaged = fail({ code: 'records.damaged', message: 'This saved result is damaged.' })
  const world = house({
    attempt: () => cut,
    now: () => now,
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      open: async (id) => (isDamaged ? damaged : savedRecords.open(id)),
    }),
  })
  unwrap(
    await world.submissions.send(unwrap(await world.submissions.review(optout)).submissionId, {}),
  )
  isDamaged = true
  now += 400 * day
  const again = unwrap(await world.submissions.review(optout))
  expect(again.earlier).toMatchObject({ same: 'unknown', needsReason: true })
  expect(await world.submissions.send(again.submissionId, {})).toMatchObject({
    ok: false,
    error: { field: 'overrideReason' },
  })
  expect(world.sent).toHaveLength(1)
})

test('a submission under way is recognized by its environment, even if the address has changed', () => {
  const at = (service: string) =>
    traitsOf(
      {
        environment: { id: 'env', kind: 'uat' },
        operation: 'optout',
        subject: { participantId: 'P-100' },
        plans: [{ planId: 'ACME' }],
      },
      { body: service, file: '', service },
    )
  expect(samenessOf(at('https://one.example acme'), at('https://two.example acme'))).toBe(
    'participant',
  )
})

test('rows of a list whose ids look the same count as one', () => {
  const mapping = {
    participantId: 0,
    firstName: 1,
    lastName: 2,
    planId: 3,
    planType: null,
    reason: null,
  }
  const row = (id: string, line: number) => ({
    line,
    start: 0,
    end: 0,
    cells: [id, 'Dana', 'Reyes', 'ACME'],
  })
  const rows = checkRows(
    [row('P-1', 2), row('\uff30-1', 3), row('p\u034f-1', 4)],
    ['ID', 'First', 'Last', 'Plan'],
    mapping,
    {
      planType: '401K',
      reason: '',
      planSeparator: '',
    },
  )
  expect(rows.filter(({ state }) => state === 'ready').map(({ line }) => line)).toEqual([2])
})

import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { submissionDraftSchema } from '#shared/express/operations.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { createDisk, house, unwrap } from '#test/support/worlds/submissions-house.ts'

/**
 * Tests that a review reports a mapping that does not fit the file, and that the guard stays as
 * strict.
 */

const draft = submissionDraftSchema.parse({
  operation: 'enroll',
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs: {},
})
const openAs = (userId: string) => ({ text: '<P>Maria</P>', profile: aProfile({ userId }) })
const said =
  'The mapping of participant files may not fit this file. Maria Alvarez has the id “Alvarez”, which is the last name, too. What was sent before may not be recognized.'

test('an id that equals the last name is pointed out in the review', async () => {
  const foreign = house({
    participant: { ...openAs('Alvarez'), participants: [aProfile({ userId: 'Alvarez' })] },
  })
  expect(unwrap(await foreign.submissions.review(draft)).warnings).toContain(said)
  const several = house({
    participant: {
      ...openAs('Alvarez'),
      participants: [aProfile({ userId: 'Alvarez', accounts: [] })],
    },
  })
  expect(unwrap(await several.submissions.review(draft)).warnings).toContain(
    said.replace(' Maria', ' No plan was found. Maria'),
  )
  const fitting = house({ participant: { ...openAs('P-1'), participants: [aProfile()] } })
  expect(unwrap(await fitting.submissions.review(draft)).warnings).toEqual([])
})

test('a submission in doubt under the right id also blocks the same file read with a wrong id', async () => {
  const disk = createDisk()
  const cut: SubmissionAttempt = {
    kind: 'inDoubt',
    error: { code: 'service.connectionLost', message: 'The connection was cut.' },
  }
  const first = house({ participant: openAs('P-100482'), disk, attempt: () => cut })
  const sent = unwrap(await first.submissions.review(draft))
  expect(unwrap(await first.submissions.send(sent.submissionId, {})).outcome).toBe('inDoubt')
  const second = house({ participant: openAs('Alvarez'), disk })
  const review = unwrap(await second.submissions.review(draft))
  expect(review.earlier).toMatchObject({ outcome: 'inDoubt' })
  expect(await second.submissions.send(review.submissionId, {})).toMatchObject({ ok: false })
  expect(second.sent).toEqual([])
})

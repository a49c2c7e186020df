import { expect, test } from 'vitest'
import { submissionDraftSchema } from '#shared/express/operations.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { house, unwrap } from '#test/support/worlds/submissions-house.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests that a review names values that are unusual for this participant, and that main requires
 * confirmation.
 */

const draft = submissionDraftSchema.parse({
  operation: 'enroll',
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs: { RetirementAge: 40, Salary: 1 },
})
const maria = aProfile()
const messages = [
  'Maria is 46 already: a retirement age of 40 is past, and the service may use another.',
  'A salary of $1 a year is far from the file’s $92,000 a year.',
]

test.each(['year', 'month'] as const)(
  'a past age and a salary of $1 need confirmation, whatever unit is sent: %s',
  async (salary) => {
    const { submissions, sent } = house({
      participant: { text: '<P/>', profile: maria },
      readAs: { ...usualReadAs, salary },
    })
    const review = unwrap(await submissions.review(draft))
    expect(review.unusual.map(plain)).toEqual(messages)
    expect(await submissions.send(review.submissionId, {})).toMatchObject({
      error: { code: 'submission.confirmation', field: 'sendsUnusual' },
    })
    expect(sent).toEqual([])
    expect(
      unwrap(await submissions.send(review.submissionId, { sendsUnusual: true })).outcome,
    ).toBe('accepted')
  },
)

test('a file with several participants is not judged as one person', async () => {
  const { submissions } = house({
    takesSeveral: true,
    participant: {
      text: '<P/>',
      profile: maria,
      participants: [maria, aProfile({ userId: 'P-2', firstName: 'Ada' })],
    },
  })
  expect(unwrap(await submissions.review(draft)).unusual).toEqual([])
})

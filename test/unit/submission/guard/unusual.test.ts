import { expect, it } from 'vitest'
import { submissionDraftSchema } from '#shared/express/operations.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'
import { plain } from '#test/support/figures/plain.ts'

it('an unusual submission is sent only after confirmation, and main enforces that', async () => {
  const { submissions, sent } = house()
  const draft = submissionDraftSchema.parse({
    ...optout,
    lastName: '',
    optoutInfo: [{ PlanId: 'ACME401K' }],
  })
  const review = unwrap(await submissions.review(draft))
  expect(review.unusual.map(plain)).toEqual(['No last name is given.', 'A plan has no plan type.'])
  expect(review.plans).toEqual([{ planId: 'ACME401K', planType: '', serviceOption: '' }])
  for (const confirmed of [{}, { sendsUnusual: false }]) {
    expect(await submissions.send(review.submissionId, confirmed)).toMatchObject({
      ok: false,
      error: { code: 'submission.confirmation', field: 'sendsUnusual' },
    })
  }
  expect(sent).toEqual([])
  expect(unwrap(await submissions.send(review.submissionId, { sendsUnusual: true })).outcome).toBe(
    'accepted',
  )
  expect(sent).toHaveLength(1)
})

it('a usual submission needs no confirmation', async () => {
  const { submissions } = house()
  const review = unwrap(await submissions.review(optout))
  expect(review.unusual.map(plain)).toEqual([])
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe('accepted')
})

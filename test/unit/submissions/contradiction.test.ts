import { expect, it } from 'vitest'
import { receiptAfter } from '#electron/core/submissions/receipt.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { aReceipt } from '#test/support/sample-receipt.ts'

const outcomeOf = async (text: string) => {
  const attempt = { kind: 'answered', status: 200, text, durationMs: 5, retryAfter: null } as const
  return receiptAfter(aReceipt({}), attempt, '2026-11-20T12:00:00.000Z', {
    read: async (answer) => readSubmission('optout', answer),
    decode: (decoded) => ({ text: decoded, encoding: 'unknown' }),
  })
}

it.each(['"Success":false,"Success":true', '"Success":true,"success":false'])(
  'an answer that contradicts itself (%s) is in doubt, never accepted, and the receipt says why',
  async (fields) => {
    expect(await outcomeOf(`{"OptOutResult":{${fields}}}`)).toMatchObject({
      outcome: 'inDoubt',
      explanation: 'The service contradicts itself: its answer says both that it succeeded and that it did not.',
    })
  },
)

it('an answer that says nothing of success is in doubt for that reason', async () => {
  expect(await outcomeOf('{"OptOutResult":{}}')).toMatchObject({
    outcome: 'inDoubt',
    explanation: 'The service answered without saying whether it succeeded.',
  })
})

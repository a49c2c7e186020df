import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { receiptAfter } from '#electron/core/submission/carry-out/receipt.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'

const outcomeOf = async (text: string) => {
  const attempt = { kind: 'answered', status: 200, text, durationMs: 5 } as const
  return receiptAfter(aReceipt({}), attempt, '2026-11-20T12:00:00.000Z', {
    read: async (answer) => readSubmission('optout', answer),
    clientId: 'ABCD',
    decode: async (decoded) => ({ text: decoded, encoding: 'unknown' }),
    logger: { error: () => undefined },
    claimIds: async () => ok(null),
  })
}

it.each(['"Success":false,"Success":true', '"Success":true,"success":false'])(
  'an answer that contradicts itself (%s) is in doubt, never accepted, and the receipt says why',
  async (fields) => {
    expect(await outcomeOf(`{"OptOutResult":{${fields}}}`)).toMatchObject({
      outcome: 'inDoubt',
      explanation:
        'The service contradicts itself: its answer says both that it succeeded and that it did not.',
    })
  },
)

const yes = '{"OptOutResult":{"Success":true}}'
const no = '{"OptOutResult":{"Success":false}}'

it.each([
  ['another result with the same name', `{"OptOutResult":{"Success":true},"Details":${no}}`],
  ['two levels deeper', `{"OptOutResult":{"Success":true},"Details":{"x":[${no}]}}`],
  [
    'inside the result itself',
    '{"OptOutResult":{"Success":true,"OptOutResult":{"Success":false}}}',
  ],
  [
    'twice in one object two levels deeper',
    '{"OptOutResult":{"Success":true},"a":{"b":{"OptOutResult":{"Success":true,"Success":false}}}}',
  ],
  ['in the object around the result', `{"Success":false,"a":{"data":${yes}}}`],
  ['in a list beside the result', `{"OptOutResult":{"Success":true},"more":[{"more":[${no}]}]}`],
])('a contradiction inside or around the result counts too: %s', async (_words, text) => {
  const { outcome, explanation } = await outcomeOf(text)
  expect([outcome, explanation]).toEqual([
    'inDoubt',
    'The service contradicts itself: its answer says both that it succeeded and that it did not.',
  ])
})

it.each([
  ['another object', '{"OptOutResult":{"Success":true,"Mail":{"Success":false}}}'],
  [
    'a Result of something else',
    '{"OptOutResult":{"Success":true},"Audit":{"Result":{"Success":false}}}',
  ],
  ['the same value twice', `{"Success":true,"data":${yes},"again":${yes}}`],
])('a Success about something else contradicts nothing: %s', async (_words, text) => {
  expect(await outcomeOf(text)).toMatchObject({ outcome: 'accepted' })
})

it('an answer that says nothing about success is in doubt for that reason', async () => {
  expect(await outcomeOf('{"OptOutResult":{}}')).toMatchObject({
    outcome: 'inDoubt',
    explanation: 'The service answered without saying whether it succeeded.',
  })
})

it.each([
  '{"success":false,"error":"upstream timed out"}',
  '{"success":true}',
  '{"Success":true,"TransactionId":"T1","redirect":"/login"}',
  '[{"Success":false}]',
  '{"Result":{"Success":false,"ErrorMessage":"No."}}',
])('an answer without the specified result is in doubt: %s', async (text) => {
  expect(await outcomeOf(text)).toMatchObject({
    outcome: 'inDoubt',
    explanation:
      'The answer lacks the result that the service specifies, so another server on the way may have sent it.',
  })
})

it.each([
  [true, 'WXYZ', 'inDoubt'],
  [false, 'WXYZ', 'inDoubt'],
  [true, ' abcd', 'accepted'],
  [false, 'ABCD', 'declined'],
  [true, '', 'accepted'],
])(
  'if ABCD was sent, an answer with success %s for the client id “%s” is %s',
  async (Success, ClientId, outcome) => {
    const receipt = await outcomeOf(JSON.stringify({ OptOutResult: { Success, ClientId } }))
    expect(receipt.outcome).toBe(outcome)
    if (outcome === 'inDoubt')
      expect(receipt.explanation).toBe(
        'The answer is about the client id WXYZ, but ABCD was sent. It may belong to another request.',
      )
  },
)

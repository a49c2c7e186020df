import { expect, test } from 'vitest'
import {
  acceptedAnswer,
  createDisk,
  house,
  statesOn,
  optout,
  sendRow,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { fail } from '#shared/result.ts'

test('a reviewed submission is sent once, however often that is requested', async () => {
  const { submissions, sent, disk } = house()
  const review = unwrap(await submissions.review(optout))
  const receipts = await Promise.all([1, 2, 3].map(() => submissions.send(review.submissionId, {})))
  const again = unwrap(await submissions.send(review.submissionId, {}))
  expect(sent).toHaveLength(1)
  expect(new Set(receipts.map((receipt) => unwrap(receipt).receiptNumber))).toEqual(
    new Set([again.receiptNumber]),
  )
  expect(again.outcome).toBe('accepted')
  expect(statesOn(disk)).toEqual(['accepted'])
})

test('exactly the reviewed submission is sent, by its digest', async () => {
  const { submissions, sent } = house()
  const review = unwrap(await submissions.review(optout))
  const receipt = unwrap(await submissions.send(review.submissionId, {}))
  expect(receipt.bodySha256).toBe(review.bodySha256)
  expect(sent[0]).toEqual({
    ClientId: 'TRAINING',
    ParticipantId: 'P-100',
    FirstName: 'Dana',
    LastName: 'Reyes',
    OptoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
    Reason: 'Prefers own choice',
  })
})

test("the recordkeeper's session secrets are sent but never shown", async () => {
  const { submissions, sent } = house()
  const review = unwrap(
    await submissions.review({ ...optout, transactionUrl: 'https://rk.example/get' }),
  )
  unwrap(await submissions.send(review.submissionId, {}))
  expect(JSON.stringify(sent)).toContain('secret-sid')
  expect(JSON.stringify(review)).not.toContain('secret')
})

test('nothing is sent if the table cannot be written', async () => {
  const { submissions, sent, disk } = house()
  const review = unwrap(await submissions.review(optout))
  disk.failNextWrite()
  const refused = await submissions.send(review.submissionId, {})
  expect(refused.ok ? '' : refused.error.code).toBe('submission.unrecorded')
  expect(sent).toHaveLength(0)
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe('accepted')
  expect(sent).toHaveLength(1)
})

test.each([
  ['declined', 'declined'],
  ['silent', 'inDoubt'],
])('an answer with %s gives the outcome %s', async (text, outcome) => {
  const { submissions } = house({ attempt: () => ({ ...acceptedAnswer, text }) })
  const review = unwrap(await submissions.review(optout))
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe(outcome)
})

test('a submission in doubt is not sent again until a person has settled it', async () => {
  const { submissions, sent } = house({
    attempt: () => ({
      kind: 'inDoubt',
      error: { code: 'service.connectionLost', message: 'The connection was cut.' },
    }),
  })
  const first = unwrap(await submissions.review(optout))
  expect(unwrap(await submissions.send(first.submissionId, {})).outcome).toBe('inDoubt')
  const second = unwrap(await submissions.review(optout))
  expect(second.earlier?.outcome).toBe('inDoubt')
  const refused = await submissions.send(second.submissionId, {})
  expect(refused.ok ? '' : refused.error.code).toBe('submission.inDoubt')
  expect(sent).toHaveLength(1)

  const settled = unwrap(
    await submissions.settle(first.submissionId, {
      wentThrough: false,
      note: 'Asked the service desk',
      transactionId: '',
    }),
  )
  expect(settled.outcome).toBe('notSent')
  const third = unwrap(await submissions.review(optout))
  await submissions.send(third.submissionId, {})
  expect(sent).toHaveLength(2)
})

test('two reviews with the same intent cannot both be sent', async () => {
  const { submissions, sent } = house()
  const first = unwrap(await submissions.review(optout))
  const second = unwrap(await submissions.review(optout))
  const results = await Promise.all([
    submissions.send(first.submissionId, {}),
    submissions.send(second.submissionId, {}),
  ])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('in production nothing is sent until a person agrees outside the page, once for each submission', async () => {
  let agrees = false
  const { submissions, sent, asked, states } = house({ kind: 'production', agrees: () => agrees })
  const review = unwrap(await submissions.review(optout))
  const refused = await submissions.send(review.submissionId, {})
  expect(refused).toMatchObject({ ok: false, error: { code: 'question.refused' } })
  expect(sent).toEqual([])
  expect(states).toEqual([])
  agrees = true
  expect(unwrap(await submissions.send(review.submissionId, {})).outcome).toBe('accepted')
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual({
    message: 'Send to production: opt out?',
    meaning: 'This changes a real person’s retirement savings. It is sent once.',
    facts: [
      'Participant: “Dana Reyes”, id “P-100”',
      'Environment: “Env”, for PRODUCTION: real savings',
      'Address: https://uat.example.com',
      'Plans: “ACME401K (401K)”',
      'Reason: “Prefers own choice”',
    ],
    yes: 'Send',
  })
})

test('a crash during sending leaves the submission in doubt, and a crash before sending leaves it not sent', async () => {
  const disk = createDisk()
  const records = new Map<string, SavedRecord>()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  const after = house({ disk, records })
  unwrap(await after.submissions.recover())
  expect(
    [...records.values()].map((record) => record.kind === 'receipt' && record.outcome),
  ).toEqual(['inDoubt'])

  const unbegun = createDisk()
  const stopped = house({
    disk: unbegun,
    records,
    onState: (state) => (state === 'sending' ? new Promise(() => undefined) : undefined),
  })
  void stopped.submissions.send(unwrap(await stopped.submissions.review(optout)).submissionId, {})
  await expect.poll(() => statesOn(unbegun)).toEqual(['sending'])
  unwrap(unbegun.database.run("UPDATE submissions SET state = 'intended', begun = 0"))
  const before = house({ disk: unbegun, records })
  unwrap(await before.submissions.recover())
  expect(
    [...records.values()].map((record) => record.kind === 'receipt' && record.outcome),
  ).toEqual(['inDoubt', 'notSent'])
})

test('a submission whose receipt was kept only until the program closed is still in doubt after a crash', async () => {
  const disk = createDisk()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)

  const after = house({ disk, records: new Map() })
  unwrap(await after.submissions.recover())
  const [receipt] = [...after.records.values()]
  expect(receipt?.kind === 'receipt' && receipt.outcome).toBe('inDoubt')
})

test('a row whose receipt cannot be stored stops its list at once', async () => {
  const unkept: string[] = []
  const full = fail({ code: 'records.diskFull', message: 'The disk is full.' })
  const { submissions, disk } = house({
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      save: async (record, verbatim, options) =>
        options?.hold ? full : savedRecords.save(record, verbatim, options),
    }),
    // Recording the outcome in the activity log never finishes.
    onState: (state) => (state === 'accepted' ? new Promise(() => undefined) : undefined),
  })
  const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 1, attempt: 1 }
  void sendRow(submissions.rows, optout, place, {}, { onUnkept: () => void unkept.push('told') })
  await expect.poll(() => statesOn(disk)).toEqual(['accepted'])
  expect(unkept).toEqual(['told'])
})

import { expect, test } from 'vitest'
import { createJournal } from '#electron/core/submission/journal/journal.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import {
  acceptedAnswer,
  house,
  journalStates,
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
  expect(journalStates(disk)).toEqual(['intended', 'sending', 'accepted'])
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

test('nothing is sent if the journal cannot be written', async () => {
  const { submissions, sent, disk } = house()
  const review = unwrap(await submissions.review(optout))
  disk.failNextWrite()
  const refused = await submissions.send(review.submissionId, {})
  expect(refused.ok ? '' : refused.error.code).toBe('submission.journal')
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

test("in production the participant's name must be typed", async () => {
  const { submissions, sent } = house({ kind: 'production' })
  const review = unwrap(await submissions.review(optout))
  const refused = await submissions.send(review.submissionId, { typedName: 'Dan Reyes' })
  expect(refused.ok ? '' : refused.error.code).toBe('submission.confirmation')
  expect(sent).toHaveLength(0)
  expect(
    unwrap(await submissions.send(review.submissionId, { typedName: ' dana  REYES ' })).outcome,
  ).toBe('accepted')
})

test('a crash during sending leaves the submission in doubt, and a crash before sending leaves it not sent', async () => {
  const disk = createMemoryFiles()
  const records = new Map<string, SavedRecord>()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  const atSending = disk.contents.get('submissions.jsonl') ?? new Uint8Array()

  const after = house({ disk, records })
  unwrap(await after.submissions.recover(async () => null))
  expect(
    [...records.values()].map((record) => record.kind === 'receipt' && record.outcome),
  ).toEqual(['inDoubt'])

  const earlierLines = new TextDecoder()
    .decode(atSending)
    .split('\n')
    .filter((line) => !line.includes('"sending"'))
  const interrupted = createMemoryFiles()
  interrupted.contents.set('submissions.jsonl', new TextEncoder().encode(earlierLines.join('\n')))
  const before = house({ disk: interrupted, records })
  unwrap(await before.submissions.recover(async () => null))
  expect(
    [...records.values()].map((record) => record.kind === 'receipt' && record.outcome),
  ).toEqual(['notSent'])
})

test('a submission whose receipt was kept only until the program closed is still in doubt after a crash', async () => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)

  const after = house({ disk })
  unwrap(await after.submissions.recover(async () => null))
  const [receipt] = [...after.records.values()]
  expect(receipt?.kind === 'receipt' && receipt.outcome).toBe('inDoubt')
})

test('a row whose receipt cannot be stored stops its list at once', async () => {
  const unkept: string[] = []
  const full = fail({ code: 'records.diskFull', message: 'The disk is full.' })
  const { submissions, disk } = house({
    savedRecords: (savedRecords) => ({ ...savedRecords, save: async () => full }),
    // Recording the outcome never finishes.
    onState: (state) => (state === 'accepted' ? new Promise(() => undefined) : undefined),
  })
  const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 1, attempt: 1 }
  void sendRow(submissions.rows, optout, place, {}, { onUnkept: () => void unkept.push('told') })
  await expect
    .poll(() => new TextDecoder().decode(disk.contents.get('submissions.jsonl')))
    .toContain('"accepted"')
  expect(unkept).toEqual(['told'])
})

test('a row in doubt whose list could not be opened is reported as soon as the list can be opened', async () => {
  const disk = createMemoryFiles()
  const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 7, attempt: 1 }
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  void sendRow(crashed.submissions.rows, optout, place)
  await expect.poll(() => crashed.sent.length).toBe(1)
  expect(crashed.records.size).toBe(0)

  const after = house({ disk })
  unwrap(await after.submissions.recover(async () => null))
  expect([...after.records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: '' }, list: place },
  ])
  const asked: unknown[] = []
  const row = {
    participantId: 'P-100',
    firstName: 'Dana',
    lastName: 'Reyes',
    plans: optout.optoutInfo,
    reason: 'Own choice',
  }
  const findRow = async (wanted: unknown) => {
    asked.push(wanted)
    return row
  }
  unwrap(await after.submissions.nameRows(findRow))
  unwrap(await after.submissions.nameRows(findRow))
  expect(asked).toEqual([place])
  expect([...after.records.values()]).toMatchObject([
    {
      outcome: 'inDoubt',
      subject: { participantId: 'P-100', name: 'Dana Reyes' },
      plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: '' }],
      reason: 'Own choice',
    },
  ])
})

test('a line cut off by a power failure does not hide the lines around it', async () => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const review = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(review.submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  await disk.files.append('submissions.jsonl', new TextEncoder().encode('\n{"submissionId":"half'))
  const unresolved = unwrap(await createJournal(disk.files).unresolved())
  expect(unresolved.map(({ state }) => state)).toEqual(['sending'])
})

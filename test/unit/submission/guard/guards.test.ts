import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import {
  acceptedAnswer,
  createDisk,
  house,
  optout,
  sendRow,
  unwrap,
  type Disk,
} from '#test/support/worlds/submissions-house.ts'
import { fail, ok } from '#shared/result.ts'

test('after many submissions in one session, the next one can still be reviewed and sent', async () => {
  const { submissions, sent } = house()
  for (let index = 0; index < 260; index += 1) {
    const review = unwrap(await submissions.review({ ...optout, participantId: `P-${index}` }))
    unwrap(await submissions.send(review.submissionId, {}))
  }
  expect(sent).toHaveLength(260)
})

test("rows of a list do not push out a user's review", async () => {
  const { submissions, sent } = house()
  const own = unwrap(await submissions.review(optout))
  const rows = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      sendRow(
        submissions.rows,
        { ...optout, participantId: `P-${index}` },
        { listId: 'list', row: index + 1, attempt: 1 },
      ),
    ),
  )
  expect(rows.every(({ ok }) => ok)).toBe(true)
  unwrap(await submissions.send(own.submissionId, {}))
  expect(sent).toHaveLength(81)
})

test("a repeat within the guard's days needs a reason, which is stored", async () => {
  let now = Date.UTC(2026, 10, 20)
  const { submissions, sent } = house({ now: () => now })
  const first = unwrap(await submissions.review(optout))
  const receipt = unwrap(await submissions.send(first.submissionId, {}))
  expect(receipt.overrideReason).toBe('')
  now += 29 * 86_400_000
  const second = unwrap(await submissions.review(optout))
  expect(second.earlier).toMatchObject({
    receiptId: receipt.id,
    outcome: 'accepted',
    needsReason: true,
  })
  for (const overrideReason of [undefined, '', '   ']) {
    const refused = await submissions.send(second.submissionId, { overrideReason })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'submission.confirmation', field: 'overrideReason' },
    })
  }
  expect(sent).toHaveLength(1)
  const again = unwrap(
    await submissions.send(second.submissionId, { overrideReason: ' Asked for it twice ' }),
  )
  expect(again).toMatchObject({ outcome: 'accepted', overrideReason: 'Asked for it twice' })
  now += 31 * 86_400_000
  const third = unwrap(await submissions.review(optout))
  expect(third.earlier).toMatchObject({ needsReason: false })
  expect(
    unwrap(await submissions.send(third.submissionId, { overrideReason: 'not kept' }))
      .overrideReason,
  ).toBe('')
})

test('a submission in doubt is not hidden by a later one for another plan', async () => {
  const attempts: SubmissionAttempt[] = [
    {
      kind: 'inDoubt',
      error: { code: 'service.connectionLost', message: 'The connection was cut.' },
    },
    acceptedAnswer,
  ]
  let now = Date.UTC(2026, 10, 20)
  const { submissions, sent } = house({
    now: () => (now += 1000),
    attempt: () => attempts.shift() ?? acceptedAnswer,
  })
  const plans = [
    { PlanId: 'ONE', PlanType: '401K' },
    { PlanId: 'TWO', PlanType: '401K' },
  ]
  for (const plan of plans) {
    const review = unwrap(await submissions.review({ ...optout, optoutInfo: [plan] }))
    unwrap(await submissions.send(review.submissionId, {}))
  }
  const both = unwrap(await submissions.review({ ...optout, optoutInfo: plans }))
  expect(both.earlier?.outcome).toBe('inDoubt')
  const refused = await submissions.send(both.submissionId, { overrideReason: 'anyway' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
  expect(sent).toHaveLength(2)
})

test('a review made while a submission was in doubt cannot be sent once that is settled as gone through', async () => {
  const attempts: SubmissionAttempt[] = [
    {
      kind: 'inDoubt',
      error: { code: 'service.connectionLost', message: 'The connection was cut.' },
    },
  ]
  const { submissions, sent } = house({ attempt: () => attempts.shift() ?? acceptedAnswer })
  const first = unwrap(await submissions.review(optout))
  unwrap(await submissions.send(first.submissionId, {}))
  const made = unwrap(await submissions.review(optout))
  unwrap(
    await submissions.settle(first.submissionId, {
      wentThrough: true,
      note: 'By phone',
      transactionId: '',
    }),
  )
  const refused = await submissions.send(made.submissionId, {})
  expect(refused).toMatchObject({ ok: false, error: { code: 'submission.alreadySent' } })
  expect(sent).toHaveLength(1)
  expect(unwrap(await submissions.review(optout)).earlier).toMatchObject({
    outcome: 'accepted',
    needsReason: true,
  })
})

test('two reviews that share a plan cannot both be sent at once', async () => {
  const { submissions, sent } = house({
    attempt: () => new Promise((resolve) => setTimeout(resolve, 20, acceptedAnswer)),
  })
  const one = unwrap(await submissions.review(optout))
  const plan = { PlanId: 'OTHER', PlanType: '401K' }
  const more = unwrap(
    await submissions.review({ ...optout, optoutInfo: [plan, ...optout.optoutInfo] }),
  )
  const results = await Promise.all(
    [one, more].map(({ submissionId }) => submissions.send(submissionId, {})),
  )
  expect(results.map((result) => result.ok)).toEqual([true, false])
  expect(sent).toHaveLength(1)
})

test('every change of state is recorded, and nothing is sent if that fails', async () => {
  const told = house()
  const review = unwrap(await told.submissions.review(optout))
  unwrap(await told.submissions.send(review.submissionId, {}))
  expect(told.states).toEqual(['intended', 'sending', 'accepted'])

  const full = { code: 'records.diskFull', message: 'No space left on the device.' } as const
  for (const state of ['intended', 'sending']) {
    const { submissions, sent } = house({
      onState: (each) => (each === state ? fail(full) : ok(undefined)),
    })
    const refused = await submissions.send(
      unwrap(await submissions.review(optout)).submissionId,
      {},
    )
    expect(refused.ok ? refused.value.outcome : refused.error.code).toBe(
      state === 'sending' ? 'notSent' : 'submission.unrecorded',
    )
    expect(sent).toHaveLength(0)
  }
})

test('while something is being sent, the program says so before it exits', async () => {
  const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
  const { submissions, sent } = house({ attempt: () => promise })
  expect(submissions.busy()).toBeNull()
  const review = unwrap(await submissions.review(optout))
  const sending = submissions.send(review.submissionId, {})
  await expect.poll(() => sent.length).toBe(1)
  expect(submissions.busy()).toMatch(/being sent/)
  resolve(acceptedAnswer)
  await sending
  expect(submissions.busy()).toBeNull()
})

test.each([
  [
    ok(null),
    'SID and Cookie are not stored for this environment. The recordkeeper’s address at recordkeeper.example is sent without them.',
  ],
  [
    ok({ sid: 'secret-sid', cookie: '', receiver: 'https://recordkeeper.example' }),
    'Cookie is not stored for this environment. The recordkeeper’s address at recordkeeper.example is sent without it.',
  ],
])('a review with TransURL says whether SID or Cookie is missing', async (secrets, words) => {
  const draft = { ...optout, transactionUrl: 'https://recordkeeper.example/receive' }
  const review = unwrap(await house({ secrets }).submissions.review(draft))
  expect(review.warnings).toEqual([expect.stringContaining(words)])
  expect(JSON.stringify(review)).not.toContain('secret-sid')
  expect(
    unwrap(await house({ receiver: 'https://recordkeeper.example' }).submissions.review(draft))
      .warnings,
  ).toEqual([])
})

test('a review without TransURL does not need the keychain', async () => {
  const secrets = fail({ code: 'keychain.locked', message: 'locked' })
  expect(unwrap(await house({ secrets }).submissions.review(optout)).warnings).toEqual([])
  const draft = { ...optout, transactionUrl: 'https://recordkeeper.example/receive' }
  expect(await house({ secrets }).submissions.review(draft)).toMatchObject({
    ok: false,
    error: { code: 'keychain.locked' },
  })
})

test('without the keychain the review says that earlier requests cannot be recognized, except in Training', async () => {
  const warningsIn = async (options: Parameters<typeof house>[0]) =>
    unwrap(await house(options).submissions.review(optout)).warnings.join(' ')
  expect(await warningsIn({ kind: 'production', knowsEarlier: false })).toMatch(
    /before Glidepath was started cannot be recognized/,
  )
  expect(await warningsIn({ kind: 'training', knowsEarlier: false })).toBe('')
  expect(await warningsIn({ kind: 'production' })).toBe('')
})

test('nothing is sent while earlier submissions cannot be looked up', async () => {
  const unread = fail({ code: 'internal', message: 'The data folder could not be used (EMFILE).' })
  const cut = { code: 'service.connectionLost', message: 'The connection was cut.' } as const
  let isShut = ''
  const disk = createDisk()
  const { all } = disk.database
  const shutting: Disk = {
    ...disk,
    database: { ...disk.database, all: (...what) => (isShut === 'table' ? unread : all(...what)) },
  }
  const { submissions, sent } = house({
    disk: shutting,
    attempt: () => ({ kind: 'inDoubt', error: cut }),
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      open: async (id) => (isShut === 'receipt' ? unread : savedRecords.open(id)),
    }),
  })
  const first = unwrap(await submissions.review(optout))
  unwrap(await submissions.send(first.submissionId, {}))
  for (const what of ['table', 'receipt']) {
    isShut = what
    expect(await submissions.review(optout)).toEqual(unread)
    isShut = ''
    const { submissionId } = unwrap(await submissions.review(optout))
    isShut = what
    expect(await submissions.send(submissionId, { overrideReason: 'Asked for again' })).toEqual(
      unread,
    )
    isShut = ''
  }
  expect(sent).toHaveLength(1)
})

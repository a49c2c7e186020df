import { expect, test } from 'vitest'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { fail } from '#shared/result.ts'
import {
  acceptedAnswer,
  createDisk,
  house,
  optout,
  unwrap,
  type Disk,
} from '#test/support/worlds/submissions-house.ts'

/** Tests situations that could execute a submission twice or lose a known outcome. */

type House = ReturnType<typeof house>
const lost: SubmissionAttempt = {
  kind: 'inDoubt',
  error: { code: 'service.connectionLost', message: 'The connection was cut.' },
}

const sendOne = async ({ submissions }: House, draft = optout) => {
  const { submissionId } = unwrap(await submissions.review(draft))
  return unwrap(await submissions.send(submissionId, {}))
}

/** Disk and receipts of a program that was killed while sending. */
const killed = async (disk = createDisk(), draft = optout) => {
  const records = new Map<string, SavedRecord>()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const { submissionId } = unwrap(await crashed.submissions.review(draft))
  void crashed.submissions.send(submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  return { disk, records, submissionId }
}

test('a submission whose answer is still expected cannot be settled', async () => {
  const answers: ((attempt: SubmissionAttempt) => void)[] = []
  const one = house({ attempt: () => new Promise((resolve) => answers.push(resolve)) })
  const { submissionId } = unwrap(await one.submissions.review(optout))
  const sent = one.submissions.send(submissionId, {})
  await expect.poll(() => answers.length).toBe(1)
  const verdict = { wentThrough: false, note: '', transactionId: '' }
  expect(await one.submissions.settle(submissionId, verdict)).toMatchObject({
    ok: false,
    error: { code: 'submission.alreadySent' },
  })
  answers[0]?.(lost)
  expect(unwrap(await sent).outcome).toBe('inDoubt')
  expect(unwrap(await one.submissions.settle(submissionId, verdict)).outcome).toBe('notSent')
})

test('a damaged receipt in doubt needs a reason, because nobody can settle it; an accepted one is still recognized', async () => {
  for (const [attempt, same] of [
    [acceptedAnswer, 'participant'],
    [lost, 'unknown'],
  ] as const) {
    let isDamaged = false
    const damaged = fail({ code: 'records.damaged', message: 'This saved result is damaged.' })
    const one = house({
      kind: 'production',
      attempt: () => attempt,
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        open: async (id) => (isDamaged ? damaged : savedRecords.open(id)),
      }),
    })
    const { submissionId } = unwrap(await one.submissions.review(optout))
    unwrap(await one.submissions.send(submissionId, {}))
    isDamaged = true
    const again = unwrap(await one.submissions.review({ ...optout, reason: 'another' }))
    expect(again.earlier).toMatchObject({
      receiptId: null,
      outcome: 'accepted',
      same,
      needsReason: true,
    })
    const refused = await one.submissions.send(again.submissionId, {})
    expect(refused).toMatchObject({ error: { field: 'overrideReason' } })
    expect(one.sent).toHaveLength(1)
    const other = { ...optout, optoutInfo: [{ PlanId: 'OTHER', PlanType: '401K' }] }
    expect(unwrap(await one.submissions.review(other)).earlier).toBeNull()
  }
})

test('nothing is sent until the outcome of the last run’s submissions is known', async () => {
  const { disk, records } = await killed()
  let isBroken = true
  const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
  const { all } = disk.database
  const database: Disk['database'] = {
    ...disk.database,
    all: (sql, ...values) =>
      isBroken && sql.includes('LEFT JOIN results') ? unread : all(sql, ...values),
  }
  const next = house({ disk: { ...disk, database }, records })
  expect(await next.submissions.recover()).toEqual(unread)
  const other = { ...optout, participantId: 'P-200' }
  const { submissionId } = unwrap(await next.submissions.review(other))
  expect(await next.submissions.send(submissionId, {})).toMatchObject({
    ok: false,
    error: { code: 'submission.unaccounted' },
  })
  expect(next.sent).toEqual([])
  isBroken = false
  expect(unwrap(await next.submissions.send(submissionId, {})).outcome).toBe('accepted')
  expect(unwrap(await next.submissions.review(optout)).earlier).toMatchObject({
    outcome: 'inDoubt',
  })
  // From now on, open submissions in the table are from this run.
  expect(
    unwrap(
      await next.submissions.send(
        unwrap(await next.submissions.review({ ...other, participantId: 'P-300' })).submissionId,
        {},
      ),
    ).outcome,
  ).toBe('accepted')
})

test('a submission that cannot be recovered does not block the others', async () => {
  const disk = createDisk()
  await killed(disk)
  const second = await killed(disk, { ...optout, participantId: 'P-200' })
  const full = fail({ code: 'records.diskFull', message: 'No space left on the device.' })
  let saves = 0
  const next = house({
    disk,
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      save: async (...what) => {
        saves += 1
        return saves === 1 ? full : savedRecords.save(...what)
      },
    }),
  })
  expect(await next.submissions.recover()).toEqual(full)
  expect([...next.records.values()]).toMatchObject([
    { submissionId: second.submissionId, outcome: 'inDoubt' },
  ])
})

test('a start without the keychain loses no known outcome', async () => {
  const disk = createDisk()
  const full = fail({ code: 'records.diskFull', message: 'No space left on the device.' })
  let isFull = false
  const sending = house({
    disk,
    attempt: () => {
      isFull = true
      return acceptedAnswer
    },
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      save: async (...what) => (isFull ? full : savedRecords.save(...what)),
    }),
  })
  expect((await sendOne(sending)).explanation).toContain('could not be kept on disk')

  const locked = house({ disk, records: new Map(), knowsEarlier: false })
  unwrap(await locked.submissions.recover())
  expect([...locked.records.values()]).toMatchObject([{ outcome: 'accepted' }])
  const after = house({ disk, records: new Map() })
  unwrap(await after.submissions.recover())
  expect([...after.records.values()]).toMatchObject([{ outcome: 'accepted' }])
})

test('an environment that was created again knows what was sent from the previous one', async () => {
  const disk = createDisk()
  const receipt = await sendOne(house({ disk, environmentId: 'removed' }))
  const anew = house({ disk, environmentId: 'made anew' })
  expect(unwrap(await anew.submissions.review(optout)).earlier).toMatchObject({
    sentAt: receipt.sentAt,
    needsReason: true,
  })
  const elsewhere = house({ disk, environmentId: 'made anew', kind: 'production' })
  expect(unwrap(await elsewhere.submissions.review(optout)).earlier).toBeNull()
})

test('blanks and invisible characters do not make a different plan or participant', async () => {
  const one = house()
  const receipt = await sendOne(one)
  for (const draft of [
    { ...optout, optoutInfo: [{ PlanId: 'acme401k ', PlanType: '401K' }] },
    { ...optout, optoutInfo: [{ PlanId: 'ACME\u200B401K', PlanType: '401K' }] },
    { ...optout, participantId: 'p-\u2060100' },
  ]) {
    expect(unwrap(await one.submissions.review(draft)).earlier).toMatchObject({
      receiptId: receipt.id,
      needsReason: true,
    })
  }
})

test('an answer whose Transaction cannot be formatted is recorded anyway', async () => {
  const one = house({
    decode: () => {
      throw new RangeError('Invalid string length')
    },
  })
  expect(await sendOne(one)).toMatchObject({
    outcome: 'accepted',
    transaction: { encoding: 'unknown' },
  })
})

test('an internal error during sending leaves a receipt in doubt that can be settled', async () => {
  const one = house({
    attempt: () => Promise.reject(new SyntaxError('Invalid regular expression')),
  })
  const receipt = await sendOne(one)
  expect(receipt.outcome).toBe('inDoubt')
  expect(receipt.explanation).toContain('inside the program')
  const verdict = { wentThrough: true, note: '', transactionId: '' }
  expect(unwrap(await one.submissions.settle(receipt.submissionId, verdict)).outcome).toBe(
    'accepted',
  )
})

test('an internal error before sending does not prevent another try', async () => {
  let faults = 1
  const one = house({
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      save: async (...what) => {
        if (faults-- > 0) throw new Error('a bug')
        return savedRecords.save(...what)
      },
    }),
  })
  const { submissionId } = unwrap(await one.submissions.review(optout))
  await expect(one.submissions.send(submissionId, {})).rejects.toThrow('a bug')
  expect(one.sent).toEqual([])
  expect(unwrap(await one.submissions.send(submissionId, {})).outcome).toBe('accepted')
})

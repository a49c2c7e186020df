import { expect, test } from 'vitest'
import { rowSubmissionId } from '#electron/core/submission/journal/row-ledger.ts'
import { createJournal } from '#electron/core/submission/journal/journal.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { fail } from '#shared/result.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import {
  house,
  journalStates,
  optout,
  sendRow,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/** The recovery of interrupted submissions if something is missing. */

const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 7, attempt: 1 }
const row = {
  participantId: 'P-100',
  firstName: 'Dana',
  lastName: 'Reyes',
  plans: optout.optoutInfo,
  reason: '',
}

/** The disk of a program that was killed while it sent. */
const killed = async (records = new Map<string, SavedRecord>(), isRow = true) => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, records, attempt: () => new Promise(() => undefined) })
  const submissionId = isRow
    ? rowSubmissionId(place)
    : unwrap(await crashed.submissions.review(optout)).submissionId
  void (isRow
    ? sendRow(crashed.submissions.rows, optout, place)
    : crashed.submissions.send(submissionId, {}))
  await expect.poll(() => crashed.sent.length).toBe(1)
  return { disk, submissionId }
}

test('a row in doubt that was found without the keychain is found again by the next run that has it', async () => {
  const { disk } = await killed()
  // Its receipt is only in memory.
  const locked = house({ disk, knowsEarlier: false })
  unwrap(await locked.submissions.recover(async () => null))
  expect([...locked.records.values()]).toMatchObject([{ outcome: 'inDoubt' }])

  const after = house({ disk })
  unwrap(await after.submissions.recover(async () => row))
  expect([...after.records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: 'P-100' }, list: place },
  ])
  const again = unwrap(await after.submissions.review(optout))
  expect(again.earlier?.outcome).toBe('inDoubt')
})

test('without the keychain a person may still settle it for good', async () => {
  const { disk, submissionId } = await killed()
  const locked = house({ disk, knowsEarlier: false })
  unwrap(await locked.submissions.recover(async () => null))
  unwrap(
    await locked.submissions.settle(submissionId, {
      wentThrough: false,
      note: '',
      transactionId: '',
    }),
  )
  const after = house({ disk })
  unwrap(await after.submissions.recover(async () => row))
  expect([...after.records.values()]).toMatchObject([
    { outcome: 'notSent', subject: { participantId: 'P-100' } },
  ])
  expect(unwrap(await createJournal(disk.files).unresolved())).toEqual([])
})

test('a receipt that cannot be opened now is not written over, and is looked at again in the next run', async () => {
  for (const code of ['records.newerVersion', 'records.keyUnreachable', 'internal'] as const) {
    const records = new Map<string, SavedRecord>()
    const { disk } = await killed(records, false)
    const [before] = [...records.values()]
    const shut = house({
      disk,
      records,
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        open: async () => fail({ code, message: 'not now' }),
      }),
    })
    unwrap(await shut.submissions.recover(async () => null))
    expect([...records.values()]).toEqual([before])
    expect(before).toMatchObject({ outcome: 'inDoubt', subject: { participantId: 'P-100' } })
    unwrap(await house({ disk, records }).submissions.recover(async () => null))
    expect(journalStates(disk)).toEqual(['intended', 'sending', 'inDoubt'])
  }
})

test('an outcome whose receipt could not be written has one after the next start', async () => {
  const full = fail({
    code: 'records.diskFull',
    message: 'The disk is full, so nothing was saved.',
  })
  for (const isRow of [true, false]) {
    const records = new Map<string, SavedRecord>()
    const disk = createMemoryFiles()
    const { submissions } = house({
      disk,
      records,
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        save: async (record, verbatim, hold) => (hold ? full : savedRecords.save(record, verbatim)),
      }),
    })
    const sent = isRow
      ? await sendRow(submissions.rows, optout, place)
      : await submissions.send(unwrap(await submissions.review(optout)).submissionId, {})
    expect(unwrap(sent).explanation).toContain('could not be kept on disk')
    const after = house({ disk, records })
    unwrap(await after.submissions.recover(async () => row))
    expect([...records.values()]).toMatchObject([
      { outcome: 'accepted', subject: { participantId: 'P-100' } },
    ])
    expect(unwrap(await after.submissions.review(optout)).earlier?.outcome).toBe('accepted')
    expect(unwrap(await createJournal(disk.files).unresolved())).toEqual([])
  }
})

test('a row that was only in hand when the program was killed leaves no receipt', async () => {
  const { disk, submissionId } = await killed()
  const [intent = ''] = new TextDecoder()
    .decode(disk.contents.get('submissions.jsonl'))
    .split('\n')
    .filter((line) => line !== '')
  disk.contents.set('submissions.jsonl', new TextEncoder().encode(`\n${intent}`))
  const after = house({ disk })
  unwrap(await after.submissions.recover(async () => row))
  expect(after.records.size).toBe(0)
  expect(journalStates(disk)).toEqual(['intended', 'notSent'])
  expect(intent).toContain(submissionId)
})

test('while the receipt of a row cannot be looked at, nothing is sent; afterwards it has one', async () => {
  const { disk } = await killed()
  let isBroken = true
  const unread = fail({ code: 'internal', message: 'The data folder could not be used (EBUSY).' })
  const next = house({
    disk,
    savedRecords: (savedRecords) => ({
      ...savedRecords,
      open: async (id) => (isBroken ? unread : savedRecords.open(id)),
    }),
  })
  expect(await next.submissions.recover(async () => row)).toEqual(unread)
  const early = unwrap(await next.submissions.review(optout))
  expect(await next.submissions.send(early.submissionId, {})).toMatchObject({
    error: { code: 'submission.unaccounted' },
  })
  isBroken = false
  expect(await next.submissions.send(early.submissionId, {})).toMatchObject({
    error: { code: 'submission.inDoubt' },
  })
  expect([...next.records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: 'P-100' } },
  ])
  expect(next.sent).toEqual([])
})

test('a row that was recovered without its name is named before anything is sent once the keychain is back by itself', async () => {
  const { disk } = await killed()
  let isBack = false
  const next = house({
    disk,
    savedRecords: (savedRecords) => ({ ...savedRecords, knowsEarlier: async () => isBack }),
  })
  unwrap(await next.submissions.recover(async () => (isBack ? row : null)))
  isBack = true
  const review = unwrap(await next.submissions.review(optout))
  expect(await next.submissions.send(review.submissionId, {})).toMatchObject({
    error: { code: 'submission.inDoubt' },
  })
  expect(next.sent).toEqual([])
  const other = unwrap(await next.submissions.review({ ...optout, participantId: 'P-200' }))
  expect(unwrap(await next.submissions.send(other.submissionId, {})).outcome).toBe('accepted')
})

test('a row whose list could not be opened is named by the next run that can open it', async () => {
  const { disk } = await killed()
  const records = new Map<string, SavedRecord>()
  unwrap(await house({ disk, records }).submissions.recover(async () => null))
  expect([...records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: '' } },
  ])
  const next = house({ disk, records })
  unwrap(await next.submissions.recover(async () => row))
  expect([...records.values()]).toMatchObject([
    { outcome: 'inDoubt', subject: { participantId: 'P-100', name: 'Dana Reyes' } },
  ])
  expect(unwrap(await createJournal(disk.files).unresolved())).toEqual([])
  const review = unwrap(await next.submissions.review(optout))
  expect(review.earlier?.outcome).toBe('inDoubt')
})

test('one in doubt of a session without the keychain is in doubt in the next session, until it is settled', async () => {
  const disk = createMemoryFiles()
  const why = { code: 'service.connectionLost', message: 'The connection was cut.' } as const
  const locked = house({
    disk,
    knowsEarlier: false,
    attempt: () => ({ kind: 'inDoubt', error: why }),
  })
  const { submissionId } = unwrap(await locked.submissions.review(optout))
  expect(unwrap(await locked.submissions.send(submissionId, {})).outcome).toBe('inDoubt')

  const copy = createMemoryFiles()
  for (const [name, bytes] of disk.contents) copy.contents.set(name, bytes)
  const after = house({ disk: copy })
  unwrap(await after.submissions.recover(async () => null))
  expect([...after.records.values()]).toMatchObject([{ outcome: 'inDoubt', submissionId }])
  // If its receipt is there after all, its content stays.
  const kept = house({ disk, records: locked.records })
  unwrap(await kept.submissions.recover(async () => null))
  expect([...kept.records.values()]).toMatchObject([
    { outcome: 'inDoubt', explanation: why.message, subject: { participantId: 'P-100' } },
  ])
  for (const each of [copy, disk])
    expect(unwrap(await createJournal(each.files).unresolved())).toEqual([])
})

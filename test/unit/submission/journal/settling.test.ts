import { describe, expect, test } from 'vitest'
import type { SubmissionNeeds } from '#electron/core/submission/needs.ts'
import { createRecoveryGate } from '#electron/core/submission/recovery/recovery-gate.ts'
import { type FindRow, nameRows } from '#electron/core/submission/recovery/recover.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { house, journalStates, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** A person settles a submission in doubt: what is kept of that, and what prevents it. */

const why = { code: 'service.connectionLost', message: 'The connection was cut.' } as const
const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
const yes = { wentThrough: true, note: 'Called them.', transactionId: 'T-7' }
const no = { wentThrough: false, note: 'Called them.', transactionId: '' }

const inDoubt = async (more: Parameters<typeof house>[0] = {}) => {
  const records = new Map<string, SavedRecord>()
  const disk = createMemoryFiles()
  const made = house({ ...more, disk, records, attempt: () => ({ kind: 'inDoubt', error: why }) })
  const { submissionId } = unwrap(await made.submissions.review(optout))
  unwrap(await made.submissions.send(submissionId, {}))
  const receipt = (): SavedRecord | undefined => [...records.values()][0]
  return { ...made, disk, submissionId, receipt }
}
const lastLine = (disk: ReturnType<typeof createMemoryFiles>): unknown =>
  JSON.parse(
    new TextDecoder().decode(disk.contents.get('submissions.jsonl')).split('\n').at(-1) ?? '',
  )

describe('a submission in doubt is settled', () => {
  test('as one that went through, in so many words, in journal, receipt and activity log', async () => {
    const { submissions, submissionId, disk, receipt, states } = await inDoubt()
    const settled = unwrap(await submissions.settle(submissionId, yes))
    expect(settled).toMatchObject({ outcome: 'accepted' })
    expect(settled.explanation).toMatch(
      /^Settled by agent on .*2026.*: it went through\. Transaction id T-7\. Called them\.$/,
    )
    expect(receipt()).toEqual(settled)
    expect(lastLine(disk)).toEqual({
      state: 'settled',
      submissionId,
      at: '2026-11-20T00:00:00.000Z',
      wentThrough: true,
    })
    expect(states.at(-1)).toBe('settledAccepted')
  })

  test('as one that did not, and only once', async () => {
    const { submissions, submissionId, disk, states } = await inDoubt()
    const settled = unwrap(await submissions.settle(submissionId, no))
    expect(settled).toMatchObject({ outcome: 'notSent' })
    expect(settled.explanation).toMatch(/: it did not go through\. Called them\.$/)
    expect(lastLine(disk)).toMatchObject({ wentThrough: false })
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(journalStates(disk).filter((state) => state === 'settled')).toHaveLength(1)
    expect(states.filter((state) => state.startsWith('settled'))).toEqual(['settledNotSent'])
  })

  test('although the activity log is full', async () => {
    const { submissions, submissionId } = await inDoubt({
      onState: (state) => (state === 'settledAccepted' ? unread : ok(undefined)),
    })
    expect(unwrap(await submissions.settle(submissionId, yes)).outcome).toBe('accepted')
  })

  test('not where nobody knows it, nor where it was accepted', async () => {
    const { submissions, disk } = await inDoubt()
    expect(await submissions.settle('another', yes)).toMatchObject({
      error: { code: 'submission.notFound' },
    })
    const { submissions: done } = house({ disk: createMemoryFiles() })
    const { submissionId } = unwrap(await done.review(optout))
    unwrap(await done.send(submissionId, {}))
    expect(await done.settle(submissionId, no)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(journalStates(disk)).not.toContain('settled')
  })

  test('not where the journal cannot take it, nor where no receipt can be looked at or changed', async () => {
    const { submissions, submissionId, disk, receipt, states } = await inDoubt()
    disk.failNextWrite()
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'submission.journal' },
    })
    expect(receipt()).toMatchObject({ outcome: 'inDoubt' })
    expect(states).not.toContain('settledAccepted')

    const shut = await inDoubt({
      savedRecords: (savedRecords) => ({ ...savedRecords, list: async () => unread }),
    })
    expect(await shut.submissions.settle(shut.submissionId, yes)).toEqual(unread)
    let isStuck = false
    const stuck = await inDoubt({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        update: async (id, change) => (isStuck ? unread : savedRecords.update(id, change)),
      }),
    })
    isStuck = true
    expect(await stuck.submissions.settle(stuck.submissionId, yes)).toEqual(unread)
    expect(stuck.states).not.toContain('settledAccepted')
  })

  test('not where its answer came in the very moment', async () => {
    let came: Partial<Receipt> = {}
    const { submissions, submissionId, receipt } = await inDoubt({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        update: (id, change) =>
          savedRecords.update(id, (record) =>
            change(record.kind === 'receipt' ? { ...record, ...came } : record),
          ),
      }),
    })
    came = { outcome: 'declined' }
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(receipt()).toMatchObject({ outcome: 'inDoubt' })
  })

  test('although a forecast and a receipt that cannot be opened lie beside it', async () => {
    const { submissions, submissionId, records, receipt } = await inDoubt({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        open: async (id) => (id === 'damaged' ? unread : savedRecords.open(id)),
      }),
    })
    const own = receipt()
    if (own?.kind !== 'receipt') throw new Error('there is no receipt')
    records.clear()
    for (const record of [
      { ...own, id: 'damaged' },
      { ...own, id: 'other', submissionId: 'other' },
      own,
    ])
      records.set(record.id, record)
    expect(unwrap(await submissions.settle(submissionId, yes)).id).toBe(own.id)
    expect(records.get('other')).toMatchObject({ outcome: 'inDoubt' })
  })
})

test('nothing is settled while its answer is waited for', async () => {
  const { submissions, submissionId, sent } = await (async () => {
    const made = house({ attempt: () => new Promise(() => undefined) })
    const review = unwrap(await made.submissions.review(optout))
    void made.submissions.send(review.submissionId, {})
    await expect.poll(() => made.sent.length).toBe(1)
    return { ...made, submissionId: review.submissionId }
  })()
  expect(await submissions.settle(submissionId, no)).toMatchObject({
    error: { code: 'submission.alreadySent', message: 'This submission is being sent right now.' },
  })
  expect(sent).toHaveLength(1)
})

test('a recovery is noted in the activity log, and fails if the journal cannot take it', async () => {
  const disk = createMemoryFiles()
  const crashed = house({ disk, attempt: () => new Promise(() => undefined) })
  const { submissionId } = unwrap(await crashed.submissions.review(optout))
  void crashed.submissions.send(submissionId, {})
  await expect.poll(() => crashed.sent.length).toBe(1)
  const next = house({ disk, records: crashed.records })
  disk.failNextWrite()
  expect(await next.submissions.recover(async () => null)).toMatchObject({
    error: { code: 'submission.journal' },
  })
  expect(next.states).toEqual([])
  unwrap(await next.submissions.recover(async () => null))
  expect(next.states).toEqual(['inDoubt'])
  expect(lastLine(disk)).toEqual({ state: 'inDoubt', submissionId, at: '2026-11-20T00:00:00.000Z' })
})

describe('the gate before sending', () => {
  const gate = (answers: {
    recover: Result<void>[]
    name?: Result<void>[]
    lasting: boolean[]
  }) => {
    const calls: string[] = []
    const take = <T>(list: T[] | undefined, otherwise: T): T => list?.shift() ?? otherwise
    const made = createRecoveryGate(
      {
        recover: async () => {
          calls.push('recover')
          return take(answers.recover, ok(undefined))
        },
        nameRows: async () => {
          calls.push('name')
          return take(answers.name, ok(undefined))
        },
      },
      async () => take(answers.lasting, true),
    )
    return { ...made, calls }
  }
  const find = async () => null

  test('is open once everything was recovered, and asks no more', async () => {
    const { recover, pass, calls } = gate({ recover: [], lasting: [true] })
    unwrap(await recover(find))
    unwrap(await pass())
    expect(calls).toEqual(['recover'])
  })

  test('stays shut as long as something cannot be recovered, and says so', async () => {
    const { recover, pass, calls } = gate({ recover: [unread, unread], lasting: [] })
    expect(await recover(find)).toEqual(unread)
    expect(await pass()).toMatchObject({
      error: {
        code: 'submission.unaccounted',
        details: 'The data folder could not be used (EIO).',
      },
    })
    unwrap(await pass())
    unwrap(await pass())
    expect(calls).toEqual(['recover', 'recover', 'recover'])
  })

  test('names rows once the keychain is back, until that is done', async () => {
    const { recover, pass, calls } = gate({
      recover: [],
      name: [unread],
      lasting: [false, false, true, true],
    })
    unwrap(await recover(find))
    unwrap(await pass())
    expect(calls).toEqual(['recover'])
    expect(await pass()).toMatchObject({ error: { code: 'submission.unaccounted' } })
    unwrap(await pass())
    unwrap(await pass())
    expect(calls).toEqual(['recover', 'name', 'name'])
  })
})

describe('naming rows', () => {
  const row = {
    participantId: 'P-100',
    firstName: 'Dana',
    lastName: 'Reyes',
    plans: optout.optoutInfo,
    reason: '',
  }
  const place = { listId: '7c0e1c8e-6f0e-4c6e-9a3e-0d8f5f1f2a3b', row: 7, attempt: 1 }

  const unnamed = async (
    over: Partial<Receipt>,
    savedRecords = (kept: SubmissionNeeds['savedRecords']) => kept,
  ) => {
    const made = await inDoubt()
    const own = made.receipt()
    if (own?.kind !== 'receipt') throw new Error('there is no receipt')
    made.records.set(own.id, { ...own, ...over })
    return {
      name: (findRow: FindRow) => nameRows(savedRecords(made.needs.savedRecords), findRow),
      receipt: made.receipt,
    }
  }
  const nobody = { subject: { participantId: '', name: 'Participant not kept on this computer' } }

  test('is for receipts of rows that name nobody', async () => {
    const { name, receipt } = await unnamed({ ...nobody, list: place })
    unwrap(await name(async () => null))
    expect(receipt()).toMatchObject(nobody)
    unwrap(await name(async (asked) => (asked.row === 7 ? row : null)))
    expect(receipt()).toMatchObject({
      subject: { participantId: 'P-100', name: 'Dana Reyes' },
      plans: [{ planId: 'ACME401K' }],
    })
  })

  test('leaves alone what is no row, has a name, or cannot be opened', async () => {
    for (const over of [
      { ...nobody, list: null },
      { list: place, reason: 'its own' },
    ]) {
      const { name, receipt } = await unnamed(over)
      const before = receipt()
      unwrap(await name(async () => row))
      expect(receipt()).toEqual(before)
    }
    const { name, receipt } = await unnamed({ ...nobody, list: place }, (savedRecords) => ({
      ...savedRecords,
      open: async () => unread,
    }))
    unwrap(await name(async () => row))
    expect(receipt()).toMatchObject(nobody)
  })

  test('fails where receipts cannot be listed or changed', async () => {
    const of = { ...nobody, list: place }
    const unlisted = await unnamed(of, (savedRecords) => ({
      ...savedRecords,
      list: async () => unread,
    }))
    expect(await unlisted.name(async () => row)).toEqual(unread)
    const unchanged = await unnamed(of, (savedRecords) => ({
      ...savedRecords,
      update: async () => unread,
    }))
    expect(await unchanged.name(async () => row)).toEqual(unread)
  })
})

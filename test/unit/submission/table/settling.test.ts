import { describe, expect, test } from 'vitest'
import type { SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import {
  createDisk,
  house,
  optout,
  statesOn,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/** Tests how a person settles a submission in doubt: what is recorded, and what prevents it. */

const why = { code: 'service.connectionLost', message: 'The connection was cut.' } as const
const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })
const yes = { wentThrough: true, note: 'Called them.', transactionId: 'T-7' }
const no = { wentThrough: false, note: 'Called them.', transactionId: '' }

const inDoubt = async (more: Parameters<typeof house>[0] = {}) => {
  const records = new Map<string, SavedRecord>()
  const disk = createDisk()
  const made = house({ ...more, disk, records, attempt: () => ({ kind: 'inDoubt', error: why }) })
  const { submissionId } = unwrap(await made.submissions.review(optout))
  unwrap(await made.submissions.send(submissionId, {}))
  const receipt = (): SavedRecord | undefined => [...records.values()][0]
  return { ...made, disk, submissionId, receipt }
}
describe('a submission in doubt can be settled', () => {
  test('as gone through, which table, receipt and activity log record', async () => {
    const { submissions, submissionId, needs, receipt, states } = await inDoubt()
    const settled = unwrap(await submissions.settle(submissionId, yes))
    expect(settled).toMatchObject({ outcome: 'accepted' })
    expect(settled.explanation).toMatch(
      /^Settled by agent on .*2026.*: it went through\. Transaction id T-7\. Called them\.$/,
    )
    expect(receipt()).toEqual(settled)
    expect(unwrap(needs.table.of(submissionId))).toMatchObject({ state: 'accepted', settled: true })
    expect(states.at(-1)).toBe('settledAccepted')
  })

  test('as not gone through, and only once', async () => {
    const { submissions, submissionId, disk, states } = await inDoubt()
    const settled = unwrap(await submissions.settle(submissionId, no))
    expect(settled).toMatchObject({ outcome: 'notSent' })
    expect(settled.explanation).toMatch(/: it did not go through\. Called them\.$/)
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(statesOn(disk)).toEqual(['notSent'])
    expect(states.filter((state) => state.startsWith('settled'))).toEqual(['settledNotSent'])
  })

  test('even if the activity log is full', async () => {
    const { submissions, submissionId } = await inDoubt({
      onState: (state) => (state === 'settledAccepted' ? unread : ok(undefined)),
    })
    expect(unwrap(await submissions.settle(submissionId, yes)).outcome).toBe('accepted')
  })

  test('only if it is known and was not accepted', async () => {
    const { submissions, disk } = await inDoubt()
    expect(await submissions.settle('another', yes)).toMatchObject({
      error: { code: 'submission.notFound' },
    })
    const { submissions: done } = house({ disk: createDisk() })
    const { submissionId } = unwrap(await done.review(optout))
    unwrap(await done.send(submissionId, {}))
    expect(await done.settle(submissionId, no)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(statesOn(disk)).toEqual(['inDoubt'])
  })

  test('only if both the table and the receipt can be written', async () => {
    const { submissions, submissionId, disk, receipt, states } = await inDoubt()
    disk.failNextWrite()
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'records.diskFull' },
    })
    expect(receipt()).toMatchObject({ outcome: 'inDoubt' })
    expect(states).not.toContain('settledAccepted')

    let isStuck = false
    const stuck = await inDoubt({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        update: async (...what) => (isStuck ? unread : savedRecords.update(...what)),
      }),
    })
    isStuck = true
    expect(await stuck.submissions.settle(stuck.submissionId, yes)).toEqual(unread)
    expect(stuck.states).not.toContain('settledAccepted')
  })

  test('only if its answer has not arrived in the meantime', async () => {
    let came: Partial<Receipt> = {}
    const { submissions, submissionId, receipt } = await inDoubt({
      savedRecords: (savedRecords) => ({
        ...savedRecords,
        update: (id, change, along) =>
          savedRecords.update(
            id,
            (record) => change(record.kind === 'receipt' ? { ...record, ...came } : record),
            along,
          ),
      }),
    })
    came = { outcome: 'declined' }
    expect(await submissions.settle(submissionId, yes)).toMatchObject({
      error: { code: 'submission.alreadySent' },
    })
    expect(receipt()).toMatchObject({ outcome: 'inDoubt' })
  })
})

test('a submission whose answer is still expected cannot be settled', async () => {
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

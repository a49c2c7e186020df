import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CheckedRow } from '#electron/core/lists/file/check-rows.ts'
import { createListBook, noCounts, resultOf } from '#electron/core/lists/list-book.ts'
import { sendableRows } from '#electron/core/lists/sending/list-runner.ts'
import { usualOptions } from '#electron/core/lists/list-views.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { writeSubmission } from '#test/support/samples/submission-rows.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { createDisk, tableOn, unwrap } from '#test/support/worlds/submissions-house.ts'

/** Tests the states of a list's rows, which come from the file and the table of submissions. */

const listId = randomUUID()
type After = 'sending' | 'accepted' | 'declined' | 'notSent' | 'inDoubt'

/** Opens a book of `rows`, with a function that writes their submissions. */
const open = async (
  rows: readonly CheckedRow[],
  again: readonly (readonly [number, number])[] = [],
) => {
  const { table } = tableOn(createDisk())
  const book = createListBook(rows, unwrap(table.rowsOf(listId)), again)
  /** Begins the row, then writes the given states. */
  const becomes = async (row: number, ...states: readonly After[]) => {
    const submissionId = randomUUID()
    await writeSubmission(table, { submissionId, list: { listId, row, attempt: 1 } }, states)
    return submissionId
  }
  const settle = async (submissionId: string) =>
    unwrap(table.write(table.moved(submissionId, 'accepted', { settled: true })))
  return { book, becomes, settle }
}
const invalid: CheckedRow = { ...readyRow(2), state: 'invalid', messages: ['No plan id is given.'] }
const before = { message: 'Sent before.', needsReason: true }

test('each row is counted once, in its current state', async () => {
  const { book, becomes } = await open([
    readyRow(1),
    invalid,
    { ...readyRow(3), state: 'unusual' },
    readyRow(4),
  ])
  expect(book.counts()).toEqual({ ...noCounts(), ready: 2, invalid: 1, unusual: 1 })
  expect(Object.values(noCounts()).every((count) => count === 0)).toBe(true)
  book.setSending(1, true)
  expect(book.counts()).toEqual({ ...noCounts(), sending: 1, ready: 1, invalid: 1, unusual: 1 })
  await becomes(1, 'sending', 'accepted')
  book.setSending(1, false)
  book.leaveOut(3, { message: 'In doubt.', needsReason: false })
  expect(book.counts()).toEqual({ ...noCounts(), accepted: 1, ready: 1, invalid: 1, skipped: 1 })
  expect(book.stateOf(99)).toBe('invalid')
})

test('an invalid row stays invalid, even if the same request was sent before', async () => {
  const { book } = await open([readyRow(1), invalid])
  book.leaveOut(2, before)
  expect([book.stateOf(2), book.needReason()]).toEqual(['invalid', 0])
})

test('a row that needs a reason is counted once, until it is sent', async () => {
  const { book, becomes } = await open([readyRow(1), readyRow(2)])
  book.leaveOut(1, before)
  book.leaveOut(2, before)
  expect([book.needReason(), book.needsReason(1)]).toEqual([2, true])
  await becomes(1, 'sending', 'accepted')
  expect([book.needReason(), book.needsReason(1), book.stateOf(1)]).toEqual([1, false, 'accepted'])
})

test('a row that was begun is in doubt until its outcome is known; other rows keep their state', async () => {
  const rows = [1, 2, 3, 4].map(readyRow)
  const { book, becomes } = await open(rows)
  await becomes(1)
  await becomes(2, 'notSent')
  await becomes(3, 'sending')
  await becomes(4, 'sending', 'accepted')
  expect(rows.map(({ row }) => book.stateOf(row))).toEqual([
    'ready',
    'ready',
    'inDoubt',
    'accepted',
  ])
})

test('`forgive` clears only failures, up to and including the given attempt', async () => {
  const rows = [1, 2, 3, 4].map(readyRow)
  const { book, becomes } = await open(rows, [[1, 1]])
  await becomes(1, 'sending', 'declined')
  await becomes(2, 'sending', 'declined')
  await becomes(3, 'sending', 'accepted')
  await becomes(4, 'sending', 'inDoubt')
  expect(rows.map(({ row }) => book.stateOf(row))).toEqual([
    'ready',
    'declined',
    'accepted',
    'inDoubt',
  ])
  for (const { row } of rows) book.forgive(row, 1)
  expect(rows.map(({ row }) => book.stateOf(row))).toEqual([
    'ready',
    'ready',
    'accepted',
    'inDoubt',
  ])
  expect(book.forgiven()).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ])
})

test('a row shows its participant, its plan, its problems and its outcome', async () => {
  const plans = [
    { PlanId: 'ONE', PlanType: '401K' },
    { PlanId: 'TWO', PlanType: '403B' },
  ]
  const { book, becomes } = await open([
    { ...readyRow(1), plans },
    { ...invalid, firstName: '' },
    readyRow(3),
    readyRow(4),
  ])
  const nothing = { settled: false, messages: [], receiptId: null, receiptNumber: '' }
  expect(book.viewOf(1)).toEqual({
    ...nothing,
    row: 1,
    line: 2,
    participantId: 'L-1',
    name: 'Dana Reyes',
    plans: 'ONE, TWO',
    state: 'ready',
  })
  expect(book.viewOf(2)).toMatchObject({
    ...nothing,
    name: 'Reyes',
    state: 'invalid',
    messages: ['No plan id is given.'],
  })
  book.leaveOut(3, before)
  expect(book.viewOf(3)).toMatchObject({ ...nothing, state: 'skipped', messages: ['Sent before.'] })

  await becomes(3, 'sending', 'declined')
  // Until its receipt is read, the row has no message, not even the reason for being left out.
  expect(book.viewOf(3)).toMatchObject({
    state: 'declined',
    messages: [],
    settled: false,
    receiptNumber: 'GP-1',
  })
  book.results.set(3, resultOf(aReceipt({ explanation: 'Not enrolled.', result: null })))
  expect(book.viewOf(3).messages).toEqual(['Not enrolled.'])
  expect(book.results.get(3)?.transactionId).toBe('')
  // The row was begun but not sent, so it counts as not started.
  await becomes(4, 'notSent')
  expect(book.viewOf(4)).toMatchObject({ ...nothing, state: 'ready' })
})

test('a row being sent for the first time shows no outcome', async () => {
  const { book } = await open([readyRow(1)])
  book.setSending(1, true)
  expect(book.viewOf(1)).toMatchObject({
    state: 'sending',
    settled: false,
    messages: [],
    receiptId: null,
    receiptNumber: '',
  })
})

test("after a failure is cleared, nothing of its receipt is shown, whatever the row's state now", async () => {
  const { book, becomes } = await open([
    readyRow(1),
    { ...readyRow(2), state: 'unusual' },
    { ...invalid, row: 3 },
    readyRow(4),
  ])
  for (const row of [1, 2, 3, 4]) {
    // The row was begun, but nothing was sent, which is certain.
    await becomes(row, 'sending', 'notSent')
    expect(book.viewOf(row)).toMatchObject({ state: 'notSent', receiptNumber: 'GP-1' })
    book.results.set(row, resultOf(aReceipt({ explanation: 'Refused.' })))
  }
  book.leaveOut(4, before)
  for (const row of [1, 2, 3, 4]) book.forgive(row, 1)
  const nothing = { settled: false, receiptId: null, receiptNumber: '' }
  expect([1, 2, 3, 4].map(book.viewOf)).toMatchObject([
    { ...nothing, state: 'ready', messages: [] },
    { ...nothing, state: 'unusual', messages: [] },
    { ...nothing, state: 'invalid', messages: ['No plan id is given.'] },
    { ...nothing, state: 'skipped', messages: ['Sent before.'] },
  ])
})

test('a row settled by a person is marked as settled', async () => {
  const { book, becomes, settle } = await open([readyRow(1), readyRow(2)])
  await becomes(2, 'sending', 'inDoubt')
  const submissionId = await becomes(1, 'sending', 'inDoubt')
  await settle(submissionId)
  expect(book.viewOf(1)).toMatchObject({
    state: 'accepted',
    settled: true,
    receiptId: `receipt of ${submissionId}`,
  })
  expect(book.viewOf(2)).toMatchObject({ state: 'inDoubt', settled: false })
})

test('the rows to send are the ready ones, and those that somebody chose to send anyway', () => {
  const counts = { ...noCounts(), ready: 2, unusual: 3, skipped: 9, accepted: 9 }
  const count = (over: Partial<typeof usualOptions>) =>
    sendableRows(counts, 4, { ...usualOptions, overrideReason: '', sendsUnusual: false, ...over })
  expect(count({})).toBe(2)
  expect(count({ sendsUnusual: true })).toBe(5)
  expect(count({ overrideReason: 'Asked again' })).toBe(6)
  expect(count({ sendsUnusual: true, overrideReason: 'Asked again' })).toBe(9)
})
